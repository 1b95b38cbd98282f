import * as z from 'zod';
import { nameText, storableText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { predictionQualitySchema } from './prediction.ts';
import { fraction } from './record.ts';

/** A figure with how far it can be trusted. */
export type Figure = z.infer<typeof figureSchema>;
export const figureSchema = lazyObject(() => ({
  /** Null when there is nothing to tell; `reason` says why. */
  value: z.number().nullable(),
  /** The true value is between `low` and `high` with 95 % certainty. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** How many observations it rests on. */
  n: count,
  reason: storableText.nullable(),
}));

/** Where runs with memory did worse than runs without, beyond chance. */
export type WorsePlace = z.infer<typeof worsePlaceSchema>;
export const worsePlaceSchema = lazyObject(() => ({
  category: nameText.nullable(),
  approach: nameText.nullable(),
  /** Success rate with memory minus without, over the runs with memory. */
  difference: figureSchema,
  /** Failures of runs with memory beyond what the rate without predicts. */
  excessFailures: z.number().nonnegative(),
}));

/** Whether learning helps, from the recorded runs (LRN-11). Comparisons are observations, not experiments. */
export type LearningQuality = z.infer<typeof learningQualitySchema>;
export const learningQualitySchema = lazyObject(() => ({
  /** Share of decisions whose run had been given a memory when they were made. A run that records none is one decision. */
  utilisation: figureSchema,
  /** Share of finished runs that were given memories. */
  informedRuns: figureSchema,
  /** Runs with memory against runs without, compared within each category. */
  lift: z.object({
    /** Difference of the success rates: 0.1 is ten points more. */
    difference: figureSchema,
    /** Success rates of the compared runs, weighted alike; null when nothing can be compared. */
    withMemory: z.number().nullable(),
    withoutMemory: z.number().nullable(),
    /** `withMemory` against `withoutMemory`: 0.3 is 30 % more. Null without any success to compare with. */
    relative: z.number().nullable(),
    /** Categories that have runs of both sorts. */
    categories: count,
    /** Runs of categories where all runs are of one sort: they say nothing here. */
    runsLeftOut: count,
  }),
  /** Runs that memory or prevention made worse, as far as that can be told. */
  harm: z.object({
    /** Wrong blocks, and failures with memory beyond what the same work without it predicts, where that is beyond chance. */
    runs: z.number().nonnegative(),
    /** `runs` as a share of the runs that were given memories or were blocked. */
    share: figureSchema,
    /** Blocks that turned out to be wrong, as a share of those that were judged. */
    wrongBlocks: figureSchema,
    /** Warnings that turned out to be wrong, as a share of those that were judged. A nuisance, not counted as harm. */
    wrongWarnings: figureSchema,
    /** Failures of runs with memory beyond what those without predict; below zero there were fewer. */
    excessFailures: figureSchema,
    /** Categories and approaches behind the excess, worst first; at most 10. */
    worse: z.array(worsePlaceSchema),
    /** Memories that were demoted because they kept hurting; null when unknown. */
    memoriesDemoted: count.nullable(),
  }),
  /** Failures that have a check. */
  recurrence: z.object({
    /** How much rarer they are since: 0.8 is 80 % fewer a run; below zero they are more frequent. */
    reduction: figureSchema,
    /** Occurrences before and since the check, over all such patterns. */
    before: count,
    after: count,
    /** Patterns that have a check. */
    patterns: count,
    /** Share of judged firings that were followed by no failure. */
    prevented: figureSchema,
  }),
  /** Runs that were given memories of another agent. */
  transfer: z.object({
    /** Their share of runs that were given memories. */
    share: figureSchema,
    /** Their success rate. */
    successRate: figureSchema,
    /** From whom to whom, most runs first; at most 20. */
    pairs: z.array(z.object({ from: nameText, to: nameText, runs: count, successRate: z.number() })),
  }),
}));

/** Whether learning helps, in figures (LRN-11). */
export type LearningStatistics = z.infer<typeof learningStatisticsSchema>;
export const learningStatisticsSchema = lazyObject(() => ({
  agent: z.string().nullable(),
  runs: count,
  successRate: fraction.nullable(),
  decisions: count,
  failurePatterns: count,
  recurringFailures: count,
  solutions: count,
  checks: count,
  quality: learningQualitySchema,
  predictions: predictionQualitySchema,
}));
