import * as z from 'zod';
import { successPatternSchema, toolSequenceSchema, trendSchema } from '../records/execution-pattern.ts';
import { lazyObject, lazySchema } from '../records/lazy-schema.ts';
import { checkSchema } from '../records/lesson.ts';
import { count } from '../records/number.ts';
import {
  actionStatisticsSchema,
  applicationsSchema,
  decisionPatternSchema,
  failureDetailsSchema,
  failurePatternSchema,
  guidanceSchema,
  shownSolutionSchema,
} from '../records/pattern.ts';
import { predictionQualitySchema } from '../records/prediction.ts';
import { learningQualitySchema } from '../records/quality.ts';
import { fraction } from '../records/record.ts';
import { taskSchema } from '../records/task.ts';

export const suggestion = lazySchema(() =>
  decisionPatternSchema.extend({
    contexts: z.array(z.string()).readonly(),
    recommended: actionStatisticsSchema.nullable(),
    why: z.string(),
    explored: z.boolean(),
  }),
);

const sequencePattern = lazySchema(() => toolSequenceSchema.extend({ kind: z.literal('sequence') }));

export const patterns = lazyObject(() => ({
  items: z
    .array(
      z.discriminatedUnion('kind', [
        decisionPatternSchema,
        failurePatternSchema,
        successPatternSchema,
        sequencePattern,
      ]),
    )
    .readonly(),
}));

export const pattern = lazyObject(() => ({
  pattern: z.discriminatedUnion('kind', [
    decisionPatternSchema,
    failureDetailsSchema,
    successPatternSchema,
    sequencePattern,
  ]),
  applications: applicationsSchema,
}));

export const failures = lazyObject(() => ({ items: z.array(failurePatternSchema).readonly() }));

export const solutions = lazyObject(() => ({
  items: z.array(shownSolutionSchema.extend({ score: z.number(), similarity: fraction })).readonly(),
}));

export const learnedFailure = lazyObject(() => ({
  pattern: failurePatternSchema,
  solution: shownSolutionSchema.nullable(),
  checks: z.array(checkSchema).readonly(),
}));

export const renamed = lazyObject(() => ({ renamed: z.string(), name: z.string() }));

export const appliedPattern = lazyObject(() => ({ task: taskSchema, guidance: guidanceSchema }));

export const trends = lazyObject(() => ({ items: z.array(trendSchema).readonly() }));

export const prediction = lazyObject(() => ({
  probability: fraction,
  levels: z.array(z.object({ of: z.string(), effective: z.number(), rate: fraction })).readonly(),
  quality: predictionQualitySchema,
}));

export const signatures = lazyObject(() => ({
  items: z.array(z.object({ line: count, signature: z.string(), pattern: z.string() })).readonly(),
}));

export const learningStatistics = lazyObject(() => ({
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
