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
 * - `queued`: not begun. `waiting`: for a time, a signal or a child.
 * - `paused`, `cancelled`: on request. `needs_input`: it needs a secret, which was never stored.
 * - `failed`: a step failed for good, or its workers kept dying.
 * - `uncertain`: a replay ended early and may have changed something, so a person decides whether it may be begun again.
 *   `stopped`: a replay ended early and changed nothing.
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

/** What may be requested of the process that holds durable work. */
export const workflowRequests = ['pause', 'cancel'] as const;
export type WorkflowRequest = (typeof workflowRequests)[number];

/** Durable work: the request, its holder and its status. What it has done is in its checkpoints. */
export type Workflow = z.infer<typeof workflowSchema>;
export const workflowSchema = lazyObject(() => ({
  ...recordBase,
  /** What is done: `replay`, or the name of a definition. */
  name: nameText,
  /** The version of the definition: only a definition of the same version continues it. */
  version: nameText,
  /** No two works of a project with the same subject are running or uncertain at the same time. */
  subject: nameText,
  /** Given by the caller: a repeated request gets the answer of the first. */
  requestKey: nameText.nullable(),
  /** The workflow that started it and waits for its end. */
  parentId: recordId.nullable(),
  /** The run it is recorded in; after a resume the last one. */
  runId: recordId,
  status: z.enum(workflowStatuses),
  ...leaseFields,
  updatedAt: timestamp,
  /** When a worker is to continue it; null when it waits for no time. */
  wakeAt: timestamp.nullable(),
  /** How often it was taken over from a dead worker since its last progress. */
  recoveries: count,
  /** A request that its holder has not seen yet. */
  requested: z.enum(workflowRequests).nullable(),
  input: jsonObject,
  /** Its answer; null until there is one. */
  output: json,
  /** Why it failed or needs input, and at which step. */
  error: z.object({ message: storableText, code: nameText.nullable(), step: nameText.nullable() }).nullable(),
}));

/**
 * Something that durable work does once. It is stored when it begins, if doing it twice would do harm, and when its
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

/** Whether the work occupies its subject: it is running, or it may have left something half done. */
export function isOpen({ status }: Pick<Workflow, 'status'>): boolean {
  return status === 'running' || status === 'uncertain';
}

/** Whether it is over, unless somebody tries it again. */
export function hasEnded({ status }: Pick<Workflow, 'status'>): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}

/** Whether it will continue by itself. Other work has no holder that could see a request. */
export function isUnderWay({ status }: Pick<Workflow, 'status'>): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting';
}
