import * as z from 'zod';
import { json } from './json.ts';
import { lazySchema } from './lazy-schema.ts';
import { timestamp } from './record.ts';
import { nameText, storableText } from './text.ts';

/**
 * Work in the background, of the store as a whole. Whoever holds the lease does a bounded piece of it, writes
 * down how far it got, and lets go; when it dies, the lease runs out and another goes on from there.
 */
export const jobSchema = lazySchema(() =>
  z.object({
    name: nameText,
    /** Who is at it; null when nobody is. */
    holder: nameText.nullable(),
    leaseUntil: timestamp,
    done: z.number().int().nonnegative(),
    /** What is left as far as known; null while unknown. */
    left: z.number().int().nonnegative().nullable(),
    /** Where to go on. */
    state: json,
    /** What went wrong the last time; null when nothing did. */
    error: storableText.nullable(),
    updatedAt: timestamp,
  }),
);
/** Work in the background: who is at it, how far it got, what is left. */
export type Job = z.infer<typeof jobSchema>;

/** A job as others see it. Where to go on is its own business, and may name what is not theirs to see. */
export const shownJobSchema = lazySchema(() => jobSchema.omit({ state: true }));
export type ShownJob = z.infer<typeof shownJobSchema>;

export function shownJob({ state: _, ...shown }: Job): ShownJob {
  return shown;
}
