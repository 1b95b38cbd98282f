import * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { leaseFields } from './lease.ts';
import { count } from './number.ts';
import { recordBase, recordId, timestamp } from './record.ts';

/**
 * Where durable work stands.
 *
 * - `queued`: nobody has begun it. `waiting`: for a time, a signal or a child.
 * - `paused`, `cancelled`: somebody asked for it. `needs_input`: a secret it needs was never written down.
 * - `failed`: a step failed for good, or its workers kept dying.
 * - `uncertain`: a replay did not come to its end, and changed something or may have: whether the same may be begun again is
 *   for a person to say. `stopped`: a replay did not come to its end, and changed nothing.
 */
export const workflowStatuses = [
  'queued',
  'running',
  'waiting',
  'paused',
  'needs_input',
  'failed',
  'cancelled',
  'uncertain',
  'stopped',
  'done',
] as const;
export type WorkflowStatus = (typeof workflowStatuses)[number];

/** What may be asked of whoever is at durable work. */
export const workflowRequests = ['pause', 'cancel'] as const;
export type WorkflowRequest = (typeof workflowRequests)[number];

/** Durable work: what was asked for, who is at it, and where it stands. What it has done is in its checkpoints. */
export type Workflow = z.infer<typeof workflowSchema>;
export const workflowSchema = lazyObject(() => ({
  ...recordBase,
  /** What is done: `replay`, or the name of a definition. */
  name: nameText,
  /** The version of the definition: only one of the same version goes on with it. */
  version: nameText,
  /** No two works of a project with the same subject are running or uncertain at the same time. */
  subject: nameText,
  /** Given by the caller: the same request again is answered with what came of the first. */
  requestKey: nameText.nullable(),
  /** The workflow that started it and waits for its end. */
  parentId: recordId.nullable(),
  /** The run it is recorded in; after a resume the last one. */
  runId: recordId,
  status: z.enum(workflowStatuses),
  ...leaseFields,
  updatedAt: timestamp,
  /** When a worker is to look at it; null when that is no question of time. */
  wakeAt: timestamp.nullable(),
  /** How often it was taken over from a dead worker since it last got further. */
  recoveries: count,
  /** What somebody asked of its holder, who has not heard of it yet. */
  requested: z.enum(workflowRequests).nullable(),
  input: jsonObject,
  /** What it answered; null while it has not. */
  output: json,
  /** Why it failed or needs somebody, and at which step. */
  error: z.object({ message: storableText, code: nameText.nullable(), step: nameText.nullable() }).nullable(),
}));

/**
 * Something that durable work does once. It is written when it is begun where a second time would do harm, and when its
 * result is known: one that stays `begun` may have been done or not. `failed` says how often it was tried.
 */
export type Checkpoint = z.infer<typeof checkpointSchema>;
export const checkpointSchema = lazyObject(() => ({
  scope: recordBase.scope,
  workflowId: recordId,
  /** Its name within the work, never its place in time: parallel work comes back in another order. It may hold two names. */
  key: z.string().min(1).max(1_000),
  state: z.enum(['begun', 'failed', 'done']),
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

/** Whether it is over, unless somebody tries it again. */
export function hasEnded({ status }: Pick<Workflow, 'status'>): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}

/** Whether it will go on by itself. What is asked of other work has nobody to hear it. */
export function isUnderWay({ status }: Pick<Workflow, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting';
}
