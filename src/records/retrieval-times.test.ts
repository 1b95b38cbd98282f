import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinedTimes, noRetrievals, retrievalFigures, withRetrieval } from './retrieval-times.ts';

const day = 86_400_000;

const measured = (times: readonly number[], at = 0) =>
  times.reduce((kept, each) => withRetrieval(kept, each, at), noRetrievals);

describe('MET-1 how long finding memories took', () => {
  it('has the mean of all, and a 95th percentile within a fifth', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.2, max: 20_000, noNaN: true }), { minLength: 1, maxLength: 200 }),
        (times) => {
          const figures = retrievalFigures(measured(times));
          const sorted = times.toSorted((left, right) => left - right);
          const exact = sorted[Math.ceil(0.95 * times.length) - 1] ?? 0;
          expect(figures?.searches).toBe(times.length);
          expect(figures?.meanMs).toBeCloseTo(times.reduce((sum, each) => sum + each, 0) / times.length, 6);
          expect((figures?.p95Ms ?? 0) / exact).toBeGreaterThan(0.8);
          expect((figures?.p95Ms ?? 0) / exact).toBeLessThan(1.25);
        },
      ),
    );
  });

  it('is told from a day on, and nothing is told of nothing', () => {
    const times = joinedTimes(measured([10], 0), measured([30, 50], 2 * day));
    expect(retrievalFigures(times, 1)).toMatchObject({ searches: 2, meanMs: 40 });
    expect(retrievalFigures(times, 3)).toBeNull();
    expect(retrievalFigures(noRetrievals)).toBeNull();
  });

  it('keeps ninety days, and takes a time below nothing for none', () => {
    let times = noRetrievals;
    for (let each = 0; each < 200; each += 1) times = withRetrieval(times, 1, each * day);
    expect(times.days.map((kept) => kept.day)).toEqual(Array.from({ length: 90 }, (_, place) => 110 + place));
    expect(withRetrieval(noRetrievals, 1e12, 0).days[0]?.steps).toHaveLength(40);
    expect(retrievalFigures(measured([-5]))).toMatchObject({ meanMs: 0 });
  });
});
