import { deviations, differenceInterval, wilsonInterval } from '../../learn/wilson.ts';
import type { Figure } from '../../records/quality.ts';

/** A figure that cannot be told, and why. */
export function unknownFigure(reason: string, n = 0): Figure {
  return { value: null, low: null, high: null, n, reason };
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

/** The difference of two rates over strata, each rate weighted alike. */
export interface ComparedRates {
  readonly difference: Figure;
  readonly withRate: number;
  readonly withoutRate: number;
}

/** How much a stratum counts. */
type StratumWeight = (stratum: Stratum) => number;

/** Mantel and Haenszel's: the weights under which chance disturbs the difference least. */
const balanced: StratumWeight = ({ withRuns, withoutRuns }) =>
  (withRuns * withoutRuns) / (withRuns + withoutRuns);

/** Rarer than this is not taken for chance: what intervals of 95 % leave out. */
const doubt = 0.05;

/**
 * Difference of two rates. Runs are compared only with runs of the same stratum, so that a difference between the strata
 * (one is easier, and has more memories) does not pass for an effect. The interval is Newcombe's, over the weighted
 * rates and the number of runs that would make each of them as sure.
 *
 * @returns undefined when no stratum has runs of both sorts, or so few that even the clearest outcome could be chance
 * @example
 * comparedRates([{ withRuns: 70, withSuccesses: 56, withoutRuns: 80, withoutSuccesses: 48 }])?.difference; // 0.2, 0.05 to 0.33
 */
export function comparedRates(
  strata: readonly Stratum[],
  weightOf: StratumWeight = balanced,
): ComparedRates | undefined {
  const compared = strata.filter(({ withRuns, withoutRuns }) => withRuns > 0 && withoutRuns > 0);
  if (!canBeTold(compared)) return undefined;
  const weights = compared.reduce((sum, stratum) => sum + weightOf(stratum), 0);
  const sums = { withRate: 0, withoutRate: 0, withSpread: 0, withoutSpread: 0, runs: 0 };
  for (const stratum of compared) {
    const weight = weightOf(stratum) / weights;
    sums.withRate += (weight * stratum.withSuccesses) / stratum.withRuns;
    sums.withoutRate += (weight * stratum.withoutSuccesses) / stratum.withoutRuns;
    sums.withSpread += weight ** 2 / stratum.withRuns;
    sums.withoutSpread += weight ** 2 / stratum.withoutRuns;
    sums.runs += stratum.withRuns + stratum.withoutRuns;
  }
  const { withRate, withoutRate } = sums;
  const interval = differenceInterval(
    { rate: withRate, n: 1 / sums.withSpread },
    { rate: withoutRate, n: 1 / sums.withoutSpread },
  );
  const difference = { value: withRate - withoutRate, ...interval, n: sums.runs, reason: null };
  return { difference, withRate, withoutRate };
}

/**
 * Whether chance could be ruled out by so many runs: if which of them had memories were drawn anew within each stratum,
 * the clearest outcome there is must be rare. One run against one is never told; from four against four on it is.
 */
function canBeTold(strata: readonly Stratum[]): boolean {
  const ways = strata.reduce(
    (product, { withRuns, withoutRuns }) => product * waysToChoose(withRuns, withRuns + withoutRuns),
    1,
  );
  return 2 / ways <= doubt;
}

/** In how many ways some of all can be chosen; infinite where numbers end. */
function waysToChoose(some: number, all: number): number {
  let ways = 1;
  for (let place = 1; place <= Math.min(some, all - some) && Number.isFinite(ways); place += 1)
    ways = (ways * (all - place + 1)) / place;
  return ways;
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
