import { deviations, wilsonInterval } from '../../learn/wilson.ts';
import type { Figure } from '../../records/quality.ts';

/** A figure that cannot be told, and why. */
export function unknownFigure(reason: string, n = 0): Figure {
  return { value: null, low: null, high: null, n, reason };
}

/** A figure with its interval, cut to the range the figure can take. */
export function figure(value: number, margin: number, n: number, min: number, max: number): Figure {
  const within = (bound: number): number => Math.min(max, Math.max(min, bound));
  return { value, low: within(value - margin), high: within(value + margin), n, reason: null };
}

/**
 * A share with the interval of Wilson, which holds for few observations, too.
 *
 * @param successes need not be whole: a partial success counts half
 * @example
 * share(8, 10, 'No runs.'); // value 0.8, low 0.49, high 0.94
 */
export function share(successes: number, n: number, reasonWhenNone: string): Figure {
  if (n === 0) return unknownFigure(reasonWhenNone);
  return { value: successes / n, ...wilsonInterval(successes, n), n, reason: null };
}

/** Runs of one place, with and without something. */
export interface Stratum {
  readonly withRuns: number;
  readonly withSuccesses: number;
  readonly withoutRuns: number;
  readonly withoutSuccesses: number;
}

/** The variance of a rate, as if one more run had succeeded and one more had failed: 3 of 3 is not certain. */
export function rateVariance(successes: number, runs: number): number {
  const rate = (successes + 1) / (runs + 2);
  return (rate * (1 - rate)) / (runs + 2);
}

/** The difference of two rates over strata, each rate weighted alike. */
export interface ComparedRates {
  readonly difference: Figure;
  readonly withRate: number;
  readonly withoutRate: number;
}

/**
 * Mantel and Haenszel's difference of two rates. Runs are compared only with runs of the same stratum, so that a
 * difference between the strata (one is easier, and has more memories) does not pass for an effect.
 *
 * @returns undefined when no stratum has runs of both sorts
 */
export function comparedRates(strata: readonly Stratum[]): ComparedRates | undefined {
  let weights = 0;
  let withSum = 0;
  let withoutSum = 0;
  let variance = 0;
  let runs = 0;
  for (const { withRuns, withSuccesses, withoutRuns, withoutSuccesses } of strata) {
    if (withRuns === 0 || withoutRuns === 0) continue;
    const weight = (withRuns * withoutRuns) / (withRuns + withoutRuns);
    weights += weight;
    withSum += (weight * withSuccesses) / withRuns;
    withoutSum += (weight * withoutSuccesses) / withoutRuns;
    variance +=
      weight ** 2 * (rateVariance(withSuccesses, withRuns) + rateVariance(withoutSuccesses, withoutRuns));
    runs += withRuns + withoutRuns;
  }
  if (weights === 0) return undefined;
  const withRate = withSum / weights;
  const withoutRate = withoutSum / weights;
  const margin = (deviations * Math.sqrt(variance)) / weights;
  return { difference: figure(withRate - withoutRate, margin, runs, -1, 1), withRate, withoutRate };
}

/** Events before and after something, each with how much there was in which they could happen. */
export interface BeforeAndAfter {
  readonly before: { readonly failures: number; readonly runs: number };
  readonly after: { readonly failures: number; readonly runs: number };
}

/**
 * How much rarer events became: 1 minus the ratio of the two rates, over strata after Mantel and Haenszel. Where no
 * event is left the interval is that of half an event, as none in ten runs is not none ever.
 *
 * @returns undefined when there was nothing before, or no run after
 */
export function reduction(strata: readonly BeforeAndAfter[]): Figure | undefined {
  let later = 0;
  let earlier = 0;
  let spread = 0;
  let events = 0;
  let runsBefore = 0;
  let allRuns = 0;
  for (const { before, after } of strata) {
    const runs = before.runs + after.runs;
    if (before.runs === 0 || after.runs === 0) continue;
    later += (after.failures * before.runs) / runs;
    earlier += (before.failures * after.runs) / runs;
    spread += ((before.failures + after.failures) * before.runs * after.runs) / runs ** 2;
    events += before.failures + after.failures;
    runsBefore += before.runs;
    allRuns += runs;
  }
  if (earlier === 0) return undefined;
  const atLeast = later === 0 ? (0.5 * runsBefore) / allRuns : later;
  const margin = deviations * Math.sqrt(spread / (atLeast * earlier));
  return {
    value: 1 - later / earlier,
    low: 1 - (atLeast / earlier) * Math.exp(margin),
    high: later === 0 ? 1 : 1 - (later / earlier) * Math.exp(-margin),
    n: events,
    reason: null,
  };
}
