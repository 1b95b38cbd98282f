import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceInterval } from './wilson.ts';

/** Newcombe (1998), table II, method 10: successes and trials of both samples, and the published limits. */
const published = [
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 20, -0.1611, 0.2775],
  [0, 10, 0, 10, -0.2775, 0.2775],
  [10, 10, 0, 20, 0.6791, 1],
  [10, 10, 0, 10, 0.6075, 1],
] as const;

const between = (a: number, m: number, b: number, n: number) =>
  differenceInterval({ rate: a / m, n: m }, { rate: b / n, n });

describe("LRN-11 Newcombe's interval of the difference of two rates", () => {
  it('has the limits Newcombe published for his eight examples', () => {
    for (const [a, m, b, n, low, high] of published) {
      expect(between(a, m, b, n).low, `${a}/${m} - ${b}/${n}`).toBeCloseTo(low, 4);
      expect(between(a, m, b, n).high, `${a}/${m} - ${b}/${n}`).toBeCloseTo(high, 4);
    }
  });

  it('holds no difference for one of one against none of one', () => {
    expect(between(1, 1, 0, 1).low).toBeLessThan(0);
  });

  it('lies around the difference, within -1 and 1, and turns round with the samples', () => {
    const sample = fc.nat(200).chain((n) => fc.record({ n: fc.constant(n + 1), successes: fc.nat(n + 1) }));
    fc.assert(
      fc.property(sample, sample, (first, second) => {
        const { low, high } = between(first.successes, first.n, second.successes, second.n);
        const difference = first.successes / first.n - second.successes / second.n;
        expect(low).toBeGreaterThanOrEqual(-1 - 1e-12);
        expect(high).toBeLessThanOrEqual(1 + 1e-12);
        expect(low).toBeLessThanOrEqual(difference);
        expect(high).toBeGreaterThanOrEqual(difference);
        const turned = between(second.successes, second.n, first.successes, first.n);
        expect(turned.low).toBeCloseTo(-high, 10);
      }),
    );
  });
});
