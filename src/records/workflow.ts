import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { nameText } from '../text/text.ts';
import { lazySchema } from './lazy-schema.ts';
import { leaseFields } from './lease.ts';
import { recordBase, recordId, timestamp } from './record.ts';

/**
 * Where durable work stands. `uncertain`: it did not come to its end, and it changed something or may have, so whether the same may be
 * begun again is for a person to say. `stopped`: it did not come to its end, and changed nothing.
 */
export const workflowStatuses = ['running', 'uncertain', 'stopped', 'done'] as const;

/**
 * Durable work: what was asked for, who is at it, and where it stands. What it has done is in its checkpoints. So far only
 * replays are such work; the record knows nothing of them.
 */
export const workflowSchema = lazySchema(() =>
  z.object({
    ...recordBase,
    /** What is done: `replay`. */
    name: nameText,
    /** No two works of a project with the same subject are running or uncertain at the same time. */
    subject: nameText,
    /** Given by the caller: the same request again is answered with what came of the first. */
    requestKey: nameText.nullable(),
    /** The run it is recorded in; after a resume the last one. */
    runId: recordId,
    status: z.enum(workflowStatuses),
    ...leaseFields,
    updatedAt: timestamp,
    input: jsonObject,
    /** What it answered; null while it has not. */
    output: json,
  }),
);
/** Durable work: what was asked for, who is at it, and where it stands. */
export type Workflow = z.infer<typeof workflowSchema>;

/**
 * Something that durable work does once. It is written when it is begun, before anything can change, and again when its result
 * is known: one that stays `begun` may have been done or not.
 */
export const checkpointSchema = lazySchema(() =>
  z.object({
    scope: recordBase.scope,
    workflowId: recordId,
    /** Its name within the work, never its place in time: parallel work comes back in another order. */
    key: nameText,
    state: z.enum(['begun', 'done']),
    /** What is to be done. */
    input: json,
    /** Null while it is only begun. */
    result: json,
    at: timestamp,
  }),
);
/** Something that durable work does once: begun, or done with its result. */
export type Checkpoint = z.infer<typeof checkpointSchema>;

/** Whether the subject of the work is taken: it goes on, or it left something half done. */
export function isOpen({ status }: Pick<Workflow, 'status'>): boolean {
  return status === 'running' || status === 'uncertain';
}
