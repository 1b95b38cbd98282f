import * as z from 'zod';
import { successPatternSchema, toolSequenceSchema, trendSchema } from '../records/execution-pattern.ts';
import { lazySchema } from '../records/lazy-schema.ts';
import { checkSchema } from '../records/lesson.ts';
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

const count = z.number().int().nonnegative();

export const suggestion = lazySchema(() =>
  decisionPatternSchema.extend({
    contexts: z.array(z.string()).readonly(),
    recommended: actionStatisticsSchema.nullable(),
    why: z.string(),
    explored: z.boolean(),
  }),
);

const sequencePattern = lazySchema(() => toolSequenceSchema.extend({ kind: z.literal('sequence') }));

export const patterns = lazySchema(() =>
  z.object({
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
  }),
);

export const pattern = lazySchema(() =>
  z.object({
    pattern: z.discriminatedUnion('kind', [
      decisionPatternSchema,
      failureDetailsSchema,
      successPatternSchema,
      sequencePattern,
    ]),
    applications: applicationsSchema,
  }),
);

export const failures = lazySchema(() => z.object({ items: z.array(failurePatternSchema).readonly() }));

export const solutions = lazySchema(() =>
  z.object({
    items: z.array(shownSolutionSchema.extend({ score: z.number(), similarity: fraction })).readonly(),
  }),
);

export const learnedFailure = lazySchema(() =>
  z.object({
    pattern: failurePatternSchema,
    solution: shownSolutionSchema.nullable(),
    checks: z.array(checkSchema).readonly(),
  }),
);

export const renamed = lazySchema(() => z.object({ renamed: z.string(), name: z.string() }));

export const appliedPattern = lazySchema(() => z.object({ task: taskSchema, guidance: guidanceSchema }));

export const trends = lazySchema(() => z.object({ items: z.array(trendSchema).readonly() }));

export const prediction = lazySchema(() =>
  z.object({
    probability: fraction,
    levels: z.array(z.object({ of: z.string(), effective: z.number(), rate: fraction })).readonly(),
    quality: predictionQualitySchema,
  }),
);

export const signatures = lazySchema(() =>
  z.object({
    items: z.array(z.object({ line: count, signature: z.string(), pattern: z.string() })).readonly(),
  }),
);

export const learningStatistics = lazySchema(() =>
  z.object({
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
  }),
);
