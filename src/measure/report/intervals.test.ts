import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparedRates, reduction, type Stratum, share } from './intervals.ts';

describe('a share with its interval', () => {
  it('is that of Wilson', () => {
    const { value, low, high, n } = share(8, 10, '');
    expect([value, n]).toEqual([0.8, 10]);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
  });

  it('is not certain after three of three', () => {
    const { low, high } = share(3, 3, '');
    expect(low).toBeCloseTo(0.4385, 4);
    expect(high).toBe(1);
  });

  it('says why when there is nothing to tell', () => {
    expect(share(0, 0, 'No runs.')).toEqual({ value: null, low: null, high: null, n: 0, reason: 'No runs.' });
  });

  it('lies around its value, between 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.nat(1_000), (successes, failures) => {
        fc.pre(successes + failures > 0);
        const { value, low, high } = share(successes, successes + failures, '');
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(value ?? -1);
        expect(high).toBeGreaterThanOrEqual(value ?? 2);
      }),
    );
  });
});

const stratum = (
  withSuccesses: number,
  withRuns: number,
  withoutSuccesses: number,
  withoutRuns: number,
): Stratum => ({ withSuccesses, withRuns, withoutSuccesses, withoutRuns });

describe('two rates compared within strata', () => {
  it('are not fooled by Simpson: better in each stratum is better, though the sums say otherwise', () => {
    // 273 of 350 with, 289 of 350 without: 4.6 points worse when thrown together.
    const compared = comparedRates([stratum(81, 87, 234, 270), stratum(192, 263, 55, 80)]);
    expect(compared?.difference.value).toBeCloseTo(0.0538, 4);
    expect(compared?.difference.n).toBe(700);
  });

  it('have the interval of a difference, a success and a failure added to each side', () => {
    // 18 of 20 against 12 of 20: 0.3 ± 1.96 √(19·3/22³ + 13·9/22³).
    const { value, low, high } = comparedRates([stratum(18, 20, 12, 20)])?.difference ?? {};
    expect(value).toBeCloseTo(0.3);
    expect(low).toBeCloseTo(0.3 - 0.2505, 3);
    expect(high).toBeCloseTo(0.3 + 0.2505, 3);
  });

  it('leave out strata that have one sort only', () => {
    expect(comparedRates([stratum(5, 5, 0, 0), stratum(0, 0, 3, 9)])).toBeUndefined();
    expect(comparedRates([stratum(5, 5, 0, 0), stratum(1, 2, 1, 2)])?.difference.n).toBe(4);
  });

  it('are not certain when all went well on both sides', () => {
    expect(comparedRates([stratum(3, 3, 3, 3)])?.difference.low).toBeLessThan(-0.3);
  });
});

describe('how much rarer something became', () => {
  it('is one minus the ratio of the two rates, with the interval of its logarithm', () => {
    const figure = reduction([{ before: { failures: 60, runs: 800 }, after: { failures: 6, runs: 700 } }]);
    expect(figure?.value).toBeCloseTo(0.8857, 4);
    expect(figure?.low).toBeCloseTo(0.7355, 3);
    expect(figure?.high).toBeCloseTo(0.9506, 3);
  });

  it('is uncertain when nothing happened in a few runs since', () => {
    const figure = reduction([{ before: { failures: 2, runs: 10 }, after: { failures: 0, runs: 5 } }]);
    expect(figure).toMatchObject({ value: 1, high: 1 });
    expect(figure?.low).toBeLessThan(0);
  });

  it('cannot be told without anything before, or without runs since', () => {
    expect(
      reduction([{ before: { failures: 0, runs: 9 }, after: { failures: 3, runs: 9 } }]),
    ).toBeUndefined();
    expect(
      reduction([{ before: { failures: 4, runs: 9 }, after: { failures: 0, runs: 0 } }]),
    ).toBeUndefined();
    expect(reduction([])).toBeUndefined();
  });
});
