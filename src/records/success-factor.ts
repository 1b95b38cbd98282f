import * as z from 'zod';
import { storableText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { figureSchema } from './quality.ts';
import { fraction } from './record.ts';

export const factorKinds = [
  'tool',
  'category',
  'type',
  'approach',
  'agent',
  'complexity',
  'factor',
  'work',
] as const;

/** Something that goes with success, or with failure, more than chance explains (LRN-13). */
export type SuccessFactor = z.infer<typeof successFactorSchema>;
export const successFactorSchema = lazyObject(() => ({
  kind: z.enum(factorKinds),
  name: storableText,
  /** Finished runs that have it, and that do not, of those that can be compared. */
  withRuns: count,
  withoutRuns: count,
  /** Success rate with it minus without, compared within each category. */
  difference: figureSchema,
  /** How likely such a difference is by chance alone, if it were the only one looked for. */
  p: fraction,
}));

/** What goes with success, from all that was compared. */
export type FoundFactors = z.infer<typeof foundFactorsSchema>;
export const foundFactorsSchema = lazyObject(() => ({
  /** Finished runs that were looked at. */
  runs: count,
  /** Things that were compared: the more, the stronger each has to be. */
  compared: count,
  /** Of the findings, this share at most is expected to be chance. */
  falseFindings: fraction,
  /** Those that go with success first, the strongest of each sort first. */
  factors: z.array(successFactorSchema),
  /** What was found, in words. */
  sentence: storableText,
}));
