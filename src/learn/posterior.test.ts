import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { betaProbability, betaQuantile, logBeta, lowerBound, upperBound } from './posterior.ts';

describe('the incomplete beta function', () => {
  // Closed forms: Beta(1, b), Beta(a, 1), Beta(2, 2), Beta(2, 3), Beta(½, ½).
  it.each([
    [0.3, 1, 1, 0.3],
    [0.3, 1, 5, 1 - 0.7 ** 5],
    [0.3, 5, 1, 0.3 ** 5],
    [0.25, 2, 2, 3 * 0.25 ** 2 - 2 * 0.25 ** 3],
    [0.3, 2, 3, 0.3483],
    [0.25, 0.5, 0.5, 1 / 3],
    [0.9, 0.5, 0.5, (2 / Math.PI) * Math.asin(Math.sqrt(0.9))],
    [0.5, 40, 40, 0.5],
    [0.999, 1_000, 1, 0.999 ** 1_000],
    [0.5, 1_000_000, 1_000_000, 0.5],
    [0, 3, 4, 0],
    [1, 3, 4, 1],
    [-1, 3, 4, 0],
    [2, 3, 4, 1],
  ])('at %d of Beta(%d, %d) is %d', (x, a, b, probability) => {
    expect(Math.abs(betaProbability(x, a, b) - probability)).toBeLessThan(1e-6);
  });

  it('counts the same from the other side', () => {
    const positive = fc.double({ min: 0.1, max: 2_000, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), positive, positive, (x, a, b) => {
        expect(Math.abs(betaProbability(x, a, b) + betaProbability(1 - x, b, a) - 1)).toBeLessThan(1e-6);
      }),
    );
  });
});

describe('the quantile of a Beta distribution', () => {
  it('is where the distribution has reached the probability', () => {
    const positive = fc.double({ min: 0.5, max: 500, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), positive, positive, (p, a, b) => {
        expect(Math.abs(betaProbability(betaQuantile(p, a, b), a, b) - p)).toBeLessThan(1e-6);
      }),
    );
  });

  it('gives bounds that mirror each other', () => {
    expect(upperBound(3, 8)).toBeCloseTo(1 - lowerBound(8, 3), 9);
    expect(upperBound(0, 0)).toBeCloseTo(0.9, 9);
  });
});

describe('the logarithm of the beta function', () => {
  it.each([
    [1, 1, 1],
    [2, 3, 1 / 12],
    [0.5, 0.5, Math.PI],
    [4, 1, 1 / 4],
  ])('of %d and %d is that of %d', (a, b, value) => {
    expect(logBeta(a, b)).toBeCloseTo(Math.log(value), 9);
  });
});

describe('LRN-1 what a success rate is at least', () => {
  it.each([
    [0, 0, 0.1],
    [1, 0, Math.sqrt(0.1)],
    [9, 0, 0.1 ** (1 / 10)],
    [0, 1, 1 - Math.sqrt(0.9)],
    [0, 9, 1 - 0.9 ** (1 / 10)],
    [1_000_000, 0, 0.1 ** (1 / 1_000_001)],
    [1_000_000, 1_000_000, 0.5 - 1.2815515655446004 * (0.5 / Math.sqrt(2_000_003))],
  ])('after %d successes and %d failures is %d', (successes, failures, bound) => {
    expect(Math.abs(lowerBound(successes, failures) - bound)).toBeLessThan(1e-6);
  });

  it('uncertainty counts: 1 of 1 does not beat 95 of 100', () => {
    expect(lowerBound(1, 0)).toBeLessThan(lowerBound(95, 5));
  });

  it('rises with every success, falls with every failure, and stays between 0 and the observed chance', () => {
    const count = fc.oneof(fc.nat(20), fc.nat(100_000), fc.double({ min: 0, max: 50, noNaN: true }));
    fc.assert(
      fc.property(count, count, (successes, failures) => {
        const bound = lowerBound(successes, failures);
        expect(bound).toBeGreaterThan(0);
        expect(bound).toBeLessThan((successes + 1) / (successes + failures + 2));
        expect(lowerBound(successes + 1, failures)).toBeGreaterThan(bound);
        expect(lowerBound(successes, failures + 1)).toBeLessThan(bound);
      }),
      { numRuns: 60 },
    );
  });

  it('comes closer to the observed rate with more evidence', () => {
    const gaps = [1, 10, 100, 1_000, 10_000].map((times) => 0.8 - lowerBound(4 * times, times));
    expect(gaps).toEqual([...gaps].sort((left, right) => right - left));
    expect(gaps.at(-1)).toBeLessThan(0.01);
  });
});
