import * as z from 'zod';
import { slugSchema } from '../text/slug.ts';
import { nameText, storableText } from '../text/text.ts';
import { complexities } from './complexity.ts';
import { lazyObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { fraction, type Outcome, recordId, timestamp } from './record.ts';

const milliseconds = z.number().nonnegative();

/** How well something ended, 0 to 1. Every success rate over runs goes by this: a partial success counts half. */
export const outcomeQualities: Readonly<Record<Outcome, number>> = { success: 1, partial: 0.5, failure: 0 };

/** How one approach went, over all its runs. */
export type ApproachRecord = z.infer<typeof approachRecordSchema>;
export const approachRecordSchema = lazyObject(() => ({
  /** As it was written last. `retry_recovered` is counted as `retry`: ADP-2 names a recovered run so. */
  approach: nameText,
  /** Runs that took it. */
  attempts: z.number().int().positive(),
  /** Sum of outcome qualities: a success counts 1, a partial success 0.5. */
  successes: z.number().nonnegative(),
  /** `successes` of `attempts`. */
  successRate: fraction,
  /** What the success rate is at least, with 90 % certainty. Ranking goes by this, so 1 of 1 does not beat 95 of 100. */
  lowerBound: fraction,
  /** How long its runs took on average. */
  meanMs: milliseconds,
}));

/** The approaches tried in one category of tasks, best first. */
export type CategoryApproaches = z.infer<typeof categoryApproachesSchema>;
export const categoryApproachesSchema = lazyObject(() => ({
  /** Null for tasks without one. */
  category: nameText.nullable(),
  approaches: z.array(approachRecordSchema),
}));

/** A name and in how many runs it was met. */
export type NamedCount = z.infer<typeof namedCountSchema>;
export const namedCountSchema = lazyObject(() => ({ name: nameText, runs: z.number().int().positive() }));

/** What to do for a task, from similar ones (LRN-8). */
export type TaskRecommendation = z.infer<typeof taskRecommendationSchema>;
export const taskRecommendationSchema = lazyObject(() => ({
  /** The recommendation in words; `No similar patterns.` when there are none. */
  sentence: storableText,
  /** The most promising approach; null when no similar run that succeeded names one. */
  approach: nameText.nullable(),
  /** How sure it is: matches against those that make it certain. */
  confidence: fraction,
  /** Similar runs that succeeded. */
  matches: count,
  /** What the matches say they succeeded by, most frequent first; at most 5. */
  successFactors: z.array(namedCountSchema),
  /** What the matches called, most frequent first; at most 3. */
  tools: z.array(namedCountSchema),
  /** Median duration of the matches that took the approach. */
  expectedMs: milliseconds.nullable(),
  /** How much there is to the task that was asked about. */
  complexity: z.enum(complexities),
  /** Every approach of similar runs, failed ones included, best first; at most 5. */
  approaches: z.array(approachRecordSchema),
  /** Runs it was drawn from, the most similar first; at most 20. */
  evidence: z.array(recordId),
}));

export const trendDirections = ['improving', 'declining', 'stable', 'insufficient_data'] as const;

/** Where a category is going (LRN-9). */
export type Trend = z.infer<typeof trendSchema>;
export const trendSchema = lazyObject(() => ({
  /** Null for tasks without one. */
  category: nameText.nullable(),
  /** The later half of all its executions against the earlier one. */
  direction: z.enum(trendDirections),
  /** The latest ones: what success rate, time and approaches are of. */
  executions: count,
  /** All of the period: what the halves are of. */
  compared: count,
  /** Null when there are none, as all that follows. */
  successRate: fraction.nullable(),
  meanMs: milliseconds.nullable(),
  /** Success rate of the earlier half. */
  earlier: fraction.nullable(),
  /** Success rate of the later half. */
  later: fraction.nullable(),
  /** Best first; at most 3. */
  approaches: z.array(approachRecordSchema),
}));

/** Tools that are called one after the other in runs that succeed (LRN-5). */
export type ToolSequence = z.infer<typeof toolSequenceSchema>;
export const toolSequenceSchema = lazyObject(() => ({
  /** Such as `read-file-then-run-tests`. */
  slug: slugSchema,
  /** In order; `repeated` when it is usually called several times in a row. */
  steps: z.array(z.object({ tool: nameText, repeated: z.boolean() })).min(2),
  /** Successful runs it occurs in. */
  support: z.number().int().positive(),
  /** Failed runs it occurs in. */
  failures: count,
  /** Success rate of runs with it against that of all runs: above 1 it goes with success. 1 while nothing failed. */
  lift: z.number().nonnegative(),
  /** What the success rate of runs with it is at least, with 90 % certainty. */
  lowerBound: fraction,
  /** Successful runs it occurs in, the latest first; at most 10. */
  evidence: z.array(recordId),
}));

/** What works in one place, and how to do it again (LRN-5). */
export type SuccessPattern = z.infer<typeof successPatternSchema>;
export const successPatternSchema = lazyObject(() => ({
  kind: z.literal('success'),
  /** Such as `backend-incremental`. */
  slug: slugSchema,
  /** Whether it was seen in runs of a category or told by memories about a topic. */
  of: z.enum(['category', 'topic']),
  /** The category or topic. */
  place: storableText,
  approach: nameText,
  /** How often it was tried. Evidence about memories fades, so it need not be a whole number. */
  attempts: z.number().positive(),
  /** Sum of outcome qualities. */
  successes: z.number().nonnegative(),
  /** `successes` of `attempts`. */
  successRate: fraction,
  /** What the success rate is at least, with 90 % certainty. */
  lowerBound: fraction,
  /** What it succeeded by, most frequent first; at most 5. */
  keyFactors: z.array(storableText),
  /** What to do, in order: as told, or the tools its successful runs called. */
  replicationSteps: z.array(storableText),
  /** When it was tried last. */
  lastAttemptAt: timestamp,
  /** Runs or memories it was drawn from, the latest first; at most 10. */
  derivedFrom: z.array(z.object({ kind: z.enum(['run', 'memory']), id: recordId })),
}));
