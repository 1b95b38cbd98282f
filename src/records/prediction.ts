import * as z from 'zod';
import { lazyObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { fraction } from './record.ts';

/** Predictions of about the same probability, and how often they came true. */
export type CalibrationBin = z.infer<typeof calibrationBinSchema>;
export const calibrationBinSchema = lazyObject(() => ({
  from: fraction,
  to: fraction,
  predictions: count,
  predicted: fraction,
  observed: fraction,
}));

/** How good predictions of outcomes are. */
export type PredictionQuality = z.infer<typeof predictionQualitySchema>;
export const predictionQualitySchema = lazyObject(() => ({
  /** Executions that were predicted. */
  predictions: count,
  /** Mean squared error: 0 is perfect, 0.25 is what always saying 50 % gives. Null without predictions. */
  brier: fraction.nullable(),
  /** The same for always saying the success rate of all executions so far. */
  baseRateBrier: fraction.nullable(),
  /** How much of the base rate's error is avoided: 1 all of it, 0 none, below 0 it is worse. */
  skill: z.number().nullable(),
  /** `better` and `worse` only where chance would hardly do it (95 %). */
  verdict: z.enum(['better', 'no better', 'worse', 'too few']),
  /** Whether the probabilities mean what they say, in words. */
  sentence: z.string(),
  calibration: z.array(calibrationBinSchema).readonly(),
}));
