import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { nameText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { recordBase, recordId, timestamp } from './record.ts';

/**
 * Where durable work stands. `uncertain`: it did not come to its end, and it changed something or may have, so whether the same may be
 * begun again is for a person to say. `stopped`: it did not come to its end, and changed nothing.
 */
export const workflowStatuses = ['running', 'uncertain', 'stopped', 'done'] as const;

/**
 * Durable work: what was asked for, who is at it, and where it stands. What it has done is in its checkpoints. So far only
 * replays are such work; the record knows nothing of them.
 *
 * Whoever holds it counts `beat` up while it works. `epoch` counts the holders: what is written with an older epoch is refused,
 * so one that was taken for dead and wakes up again can change nothing.
 */
export type Workflow = z.infer<typeof workflowSchema>;
export const workflowSchema = lazyObject(() => ({
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
  /** Who is at it; null when nobody is. */
  holder: nameText.nullable(),
  epoch: z.number().int().positive(),
  beat: z.number().int().nonnegative(),
  leaseUntil: timestamp,
  updatedAt: timestamp,
  input: jsonObject,
  /** What it answered; null while it has not. */
  output: json,
}));

/**
 * Something that durable work does once. It is written when it is begun, before anything can change, and again when its result
 * is known: one that stays `begun` may have been done or not.
 */
export type Checkpoint = z.infer<typeof checkpointSchema>;
export const checkpointSchema = lazyObject(() => ({
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
}));

/** Whether the subject of the work is taken: it goes on, or it left something half done. */
export function isOpen({ status }: Pick<Workflow, 'status'>): boolean {
  return status === 'running' || status === 'uncertain';
}
