import * as z from 'zod';
import { json } from '../json/json.ts';
import { nameText, storableText } from '../text/text.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { leaseFields } from './lease.ts';
import { count } from './number.ts';
import { timestamp } from './record.ts';

/**
 * Work in the background, of the store as a whole. The holder of the lease does a bounded piece of it, stores how far it
 * got, and releases it; when it dies, the lease expires and another process continues from there.
 */
export type Job = z.infer<typeof jobSchema>;
export const jobSchema = lazyObject(() => ({
  name: nameText,
  ...leaseFields,
  done: count,
  /** What is left as far as known; null while unknown. */
  left: count.nullable(),
  /** Where to continue. */
  state: json,
  /** What went wrong the last time; null when nothing did. */
  error: storableText.nullable(),
  updatedAt: timestamp,
}));

/** Whether a job is at work, has something to do, or has not. */
export const jobStatuses = ['running', 'pending', 'idle'] as const;

/**
 * A job as others see it: `left` is what waits now, and not what its last piece left. The state to continue from is left
 * out, because it may name records that others may not see.
 */
export type ShownJob = z.infer<typeof shownJobSchema>;
export const shownJobSchema = lazySchema(() =>
  jobSchema.omit({ state: true, epoch: true, beat: true }).extend({ status: z.enum(jobStatuses) }),
);

/**
 * @example
 * shownJob(job, 12, now).status; // 'pending'
 */
export function shownJob(
  { state: _, epoch: _epoch, beat: _beat, ...shown }: Job,
  left: number | null,
  now: number,
): ShownJob {
  const isHeld = shown.holder !== null && shown.leaseUntil > now;
  return { ...shown, left, status: isHeld ? 'running' : left === 0 ? 'idle' : 'pending' };
}
