import type { CalibrationBin, PredictionQuality } from '../../records/prediction.ts';
import { OutcomeModel, type PastExecution } from './prediction.ts';

interface Forecast {
  readonly predicted: number;
  readonly baseRate: number;
  readonly success: number;
}

const bins = 10;
/** With fewer predictions nothing is said about them. */
const fewest = 20;
/** Standard errors a difference must have to be more than chance. */
const moreThanChance = 1.96;

/**
 * Predicts each execution from those before it alone, in order of time, and compares with what happened (LRN-10).
 * Takes time in proportion to the history, because the counts are kept along the way.
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
    return {
      predictions: 0,
      brier: null,
      baseRateBrier: null,
      skill: null,
      verdict: 'too few',
      sentence,
      calibration,
    };
  }
  const errors = forecasts.map(({ predicted, success }) => (predicted - success) ** 2);
  const baseErrors = forecasts.map(({ baseRate, success }) => (baseRate - success) ** 2);
  const [error, baseError] = [meanOf(errors), meanOf(baseErrors)];
  const verdict = verdictOf(errors.map((value, index) => (baseErrors[index] ?? 0) - value));
  return {
    predictions: forecasts.length,
    brier: error,
    baseRateBrier: baseError,
    skill: baseError === 0 ? 0 : 1 - error / baseError,
    verdict,
    sentence: sentenceOf(verdict, error, baseError, forecasts.length),
    calibration,
  };
}

/** Whether the errors avoided are more than chance gives. */
function verdictOf(avoided: readonly number[]): PredictionQuality['verdict'] {
  if (avoided.length < fewest) return 'too few';
  const mean = meanOf(avoided);
  const variance = meanOf(avoided.map((value) => (value - mean) ** 2));
  if (Math.abs(mean) <= moreThanChance * Math.sqrt(variance / avoided.length)) return 'no better';
  return mean > 0 ? 'better' : 'worse';
}

function sentenceOf(
  verdict: PredictionQuality['verdict'],
  error: number,
  baseError: number,
  count: number,
): string {
  const scores = `Brier score ${error.toFixed(3)} against ${baseError.toFixed(3)} over ${count} predictions`;
  if (verdict === 'too few') return `Too few predictions to judge them: ${scores}.`;
  if (verdict === 'no better')
    return `Predictions are no better than always saying the base rate: ${scores}.`;
  return `Predictions are ${verdict} than always saying the base rate: ${scores}.`;
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
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
