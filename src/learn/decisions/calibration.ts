import type { CalibrationBin, PredictionQuality } from '../../records/prediction.ts';
import { mean } from '../median.ts';
import { OutcomeModel, type PastExecution } from './prediction.ts';

interface Forecast {
  readonly predicted: number;
  readonly baseRate: number;
  readonly success: number;
}

const bins = 10;
/** Fewer predictions are not judged. */
const minPredictions = 20;
/** A difference of more standard errors is more than chance. */
const maxChanceErrors = 1.96;

/**
 * Predicts each execution from the earlier ones only and compares with what happened (LRN-10), in linear time.
 *
 * @example
 * brier(executions, 30).sentence; // 'Predictions are better than the base rate: Brier score 0.18 against 0.22 …'
 */
export function brier(
  history: readonly PastExecution[],
  halfLifeDays: number,
  strength?: number,
): PredictionQuality {
  return qualityOf(forecastsOf(history, new OutcomeModel(halfLifeDays, strength)));
}

function forecastsOf(history: readonly PastExecution[], model: OutcomeModel): Forecast[] {
  let succeeded = 0;
  return history
    .toSorted((left, right) => left.at - right.at)
    .map((execution, before) => {
      const predicted = model.predict(execution, execution.at).probability;
      const baseRate = (succeeded + 1) / (before + 2);
      model.learn(execution);
      succeeded += execution.success;
      return { predicted, baseRate, success: execution.success };
    });
}

function qualityOf(forecasts: readonly Forecast[]): PredictionQuality {
  const calibration = calibrationOf(forecasts);
  if (forecasts.length === 0) {
    const sentence = 'Nothing has been predicted yet.';
    const unknown = { brier: null, baseRateBrier: null, skill: null };
    return { predictions: 0, ...unknown, verdict: 'too few', sentence, calibration };
  }
  const errors = forecasts.map(({ predicted, success }) => (predicted - success) ** 2);
  const baseErrors = forecasts.map(({ baseRate, success }) => (baseRate - success) ** 2);
  const [error, baseError] = [meanOf(errors), meanOf(baseErrors)];
  const verdict = verdictOf(errors.map((value, index) => (baseErrors[index] ?? 0) - value));
  const count = forecasts.length;
  const scores = `Brier score ${error.toFixed(3)} against ${baseError.toFixed(3)} over ${count} predictions`;
  return {
    predictions: count,
    brier: error,
    baseRateBrier: baseError,
    skill: baseError === 0 ? 0 : 1 - error / baseError,
    verdict,
    sentence: sentenceOf(verdict, scores),
    calibration,
  };
}

/** Whether the errors avoided are more than chance gives. */
function verdictOf(avoided: readonly number[]): PredictionQuality['verdict'] {
  if (avoided.length < minPredictions) return 'too few';
  const average = meanOf(avoided);
  const variance = meanOf(avoided.map((value) => (value - average) ** 2));
  if (Math.abs(average) <= maxChanceErrors * Math.sqrt(variance / avoided.length)) return 'no better';
  return average > 0 ? 'better' : 'worse';
}

function sentenceOf(verdict: PredictionQuality['verdict'], scores: string): string {
  return verdict === 'too few'
    ? `Too few predictions to judge them: ${scores}.`
    : `Predictions are ${verdict} than always saying the base rate: ${scores}.`;
}

function calibrationOf(forecasts: readonly Forecast[]): CalibrationBin[] {
  return Array.from({ length: bins }, (_, bin) => {
    const within = forecasts.filter(
      ({ predicted }) => Math.min(bins - 1, Math.floor(predicted * bins)) === bin,
    );
    return {
      from: bin / bins,
      to: (bin + 1) / bins,
      predictions: within.length,
      predicted: meanOf(within.map(({ predicted }) => predicted)),
      observed: meanOf(within.map(({ success }) => success)),
    };
  }).filter(({ predictions }) => predictions > 0);
}

function meanOf(values: readonly number[]): number {
  return mean(values) ?? 0;
}
