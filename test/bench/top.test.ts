import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topOf } from '../../bench/top.ts';

describe('the best slots', () => {
  it('are those that come first when all are sorted, the lower of equals first', () => {
    // Few different scores, so that there are many equals.
    const score = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.float({ noNaN: true }));
    fc.assert(
      fc.property(fc.array(score, { maxLength: 200 }), fc.nat(220), fc.nat(220), (all, count, limit) => {
        const scores = Float32Array.from(all);
        const sorted = [...scores.subarray(0, count).keys()].sort(
          (left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right,
        );
        expect([...topOf(scores, count, limit)]).toEqual(sorted.slice(0, limit));
      }),
      { numRuns: 500 },
    );
  });

  it('are none when none are asked for', () => {
    expect(topOf(Float32Array.of(1, 2), 2, 0)).toHaveLength(0);
    expect(topOf(Float32Array.of(1, 2), 0, 5)).toHaveLength(0);
  });
});
