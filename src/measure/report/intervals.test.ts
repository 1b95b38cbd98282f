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

/** Random numbers that are the same in every run (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

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

  it('LRN-11 have the interval of Newcombe', () => {
    const { value, low, high, n } = comparedRates([stratum(56, 70, 48, 80)])?.difference ?? {};
    expect(value).toBeCloseTo(0.2);
    expect(low).toBeCloseTo(0.0524, 4);
    expect(high).toBeCloseTo(0.3339, 4);
    expect(n).toBe(150);
  });

  it('LRN-11 are not told when even the clearest outcome could be chance', () => {
    expect(comparedRates([stratum(1, 1, 0, 1)])).toBeUndefined();
    expect(comparedRates([stratum(3, 3, 0, 3)])).toBeUndefined();
    expect(comparedRates([stratum(4, 4, 0, 4)])?.difference.low).toBeGreaterThan(0);
    expect(comparedRates([stratum(1, 1, 0, 38)])).toBeUndefined();
    expect(comparedRates([stratum(1, 1, 0, 39)])?.difference.value).toBe(1);
    // Few in each category, and enough together: 2 of 2 runs each, in 4 categories.
    const pairs = Array.from({ length: 4 }, () => stratum(2, 2, 0, 2));
    expect(comparedRates(pairs)?.difference.value).toBe(1);
  });

  it('leave out strata that have one sort only', () => {
    expect(comparedRates([stratum(5, 5, 0, 0), stratum(0, 0, 3, 9)])).toBeUndefined();
    expect(comparedRates([stratum(5, 5, 0, 0), stratum(4, 8, 4, 8)])?.difference.n).toBe(16);
  });

  it('are not certain when all went well on both sides', () => {
    expect(comparedRates([stratum(4, 4, 4, 4)])?.difference.low).toBeLessThan(-0.3);
  });

  it('LRN-11 hold the true difference in at least 94 of 100 generated worlds, many small strata or few large ones', () => {
    const random = numbersFrom(7);
    const draw = (runs: number, rate: number): number =>
      Array.from({ length: runs }, () => (random() < rate ? 1 : 0)).reduce<number>(
        (sum, one) => sum + one,
        0,
      );
    for (const { strata, size } of [
      { strata: 1, size: 20 },
      { strata: 4, size: 15 },
      { strata: 30, size: 2 },
      { strata: 60, size: 1 },
    ]) {
      let [told, held] = [0, 0];
      for (let world = 0; world < 600; world += 1) {
        const effect = random() * 0.4 - 0.2;
        const drawn = Array.from({ length: strata }, () => {
          const usual = 0.25 + random() * 0.5;
          const withRuns = size + Math.floor(random() * size);
          const withoutRuns = size + Math.floor(random() * size);
          return stratum(draw(withRuns, usual + effect), withRuns, draw(withoutRuns, usual), withoutRuns);
        });
        const { low, high } = comparedRates(drawn)?.difference ?? {};
        if (typeof low !== 'number' || typeof high !== 'number') continue;
        told += 1;
        if (low <= effect && effect <= high) held += 1;
      }
      expect(told).toBeGreaterThan(500);
      expect(held / told, `${strata} strata of ${size}`).toBeGreaterThanOrEqual(0.94);
    }
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
