import type { Stratum } from '../report/intervals.ts';

/**
 * How likely a difference at least as large is by chance alone: the test of Cochran, Mantel and Haenszel over strata, with the
 * correction for few observations. Null where all runs ended alike, so that nothing could differ.
 */
export function chanceOf(strata: readonly Stratum[]): number | null {
  let observed = 0;
  let expected = 0;
  let variance = 0;
  for (const { withRuns, withSuccesses, withoutRuns, withoutSuccesses } of strata) {
    const runs = withRuns + withoutRuns;
    if (runs < 2) continue;
    const successes = withSuccesses + withoutSuccesses;
    observed += withSuccesses;
    expected += (withRuns * successes) / runs;
    variance += (withRuns * withoutRuns * successes * (runs - successes)) / (runs ** 2 * (runs - 1));
  }
  if (variance === 0) return null;
  const distance = Math.max(0, Math.abs(observed - expected) - 0.5);
  return tailOf(distance / Math.sqrt(variance));
}

/** Both tails of the normal distribution beyond so many deviations (Abramowitz and Stegun 7.1.26, to seven digits). */
function tailOf(deviations: number): number {
  const x = deviations / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return Math.min(1, Math.max(0, series * Math.exp(-x * x)));
}
