import * as z from 'zod';
import { successPatternSchema, toolSequenceSchema } from '../records/execution-pattern.ts';
import { lazyObject, lazySchema } from '../records/lazy-schema.ts';
import { checkSchema } from '../records/lesson.ts';
import { count } from '../records/number.ts';
import {
  actionStatisticsSchema,
  applicationsSchema,
  decisionBranchSchema,
  decisionPatternSchema,
  failureDetailsSchema,
  failurePatternSchema,
  guidanceSchema,
  shownSolutionSchema,
} from '../records/pattern.ts';
import { predictionQualitySchema } from '../records/prediction.ts';
import { fraction } from '../records/record.ts';
import { taskSchema } from '../records/task.ts';
import { itemsOf } from './outputs.ts';

export const suggestion = lazySchema(() =>
  decisionPatternSchema.extend({
    contexts: z.array(z.string()).readonly(),
    recommended: actionStatisticsSchema.nullable(),
    why: z.string(),
    explored: z.boolean(),
    branch: decisionBranchSchema.nullable(),
    confident: z.boolean(),
  }),
);

const sequencePattern = lazySchema(() => toolSequenceSchema.extend({ kind: z.literal('sequence') }));

export const patterns = itemsOf(
  lazySchema(() =>
    z.discriminatedUnion('kind', [
      decisionPatternSchema,
      failurePatternSchema,
      successPatternSchema,
      sequencePattern,
    ]),
  ),
);

export const pattern = lazyObject(() => ({
  pattern: z.discriminatedUnion('kind', [
    decisionPatternSchema,
    failureDetailsSchema,
    successPatternSchema,
    sequencePattern,
  ]),
  applications: applicationsSchema,
}));

export const solutions = itemsOf(
  lazySchema(() => shownSolutionSchema.extend({ score: z.number(), similarity: fraction })),
);

export const learnedFailure = lazyObject(() => ({
  pattern: failurePatternSchema,
  solution: shownSolutionSchema.nullable(),
  checks: z.array(checkSchema).readonly(),
}));

export const renamed = lazyObject(() => ({ renamed: z.string(), name: z.string() }));

export const appliedPattern = lazyObject(() => ({ task: taskSchema, guidance: guidanceSchema }));

export const prediction = lazyObject(() => ({
  probability: fraction,
  levels: z.array(z.object({ of: z.string(), effective: z.number(), rate: fraction })).readonly(),
  quality: predictionQualitySchema,
}));

export const signatures = itemsOf(
  lazyObject(() => ({ line: count, signature: z.string(), pattern: z.string() })),
);
