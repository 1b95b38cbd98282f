import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../records/lifetime.ts';
import { type Attempt, rankActions } from './attempt.ts';

const now = 1_700_000_000_000;
const ageing = { now, halfLifeDays: 30 };

interface Tried {
  readonly succeeded?: number;
  readonly failed?: number;
  readonly daysAgo?: number;
  readonly weight?: number;
}

/** So many attempts of one action, successes and failures evenly mixed. */
function tries(action: string, { succeeded = 0, failed = 0, daysAgo = 0, weight = 1 }: Tried): Attempt[] {
  return Array.from({ length: succeeded + failed }, (_, index) => ({
    action,
    quality: index < succeeded ? 1 : 0,
    at: now - daysAgo * dayMs,
    weight,
    source: { kind: 'memory', id: `${action}-${daysAgo}-${index}` },
  }));
}

const names = (attempts: readonly Attempt[]): string[] =>
  rankActions(attempts, ageing).map(({ action }) => action);

describe('LRN-1 actions are ranked by what their success rate is at least', () => {
  it('counts attempts as they were, and what they are worth now', () => {
    const [retry] = rankActions(tries('retry', { succeeded: 6, failed: 2, daysAgo: 30 }), ageing);
    expect(retry).toMatchObject({ attempts: 8, successes: 6, successRate: 0.75, effective: 4, mean: 4 / 6 });
    expect(retry?.lastAttemptAt).toBe(now - 30 * dayMs);
  });

  it('never ranks 1 of 1 before 95 of 100, however long ago those were', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (daysAgo) => {
        const proven = tries('proven', { succeeded: 95, failed: 5, daysAgo });
        expect(names([...tries('lucky', { succeeded: 1 }), ...proven])).toEqual(['proven', 'lucky']);
      }),
      { numRuns: 50 },
    );
  });

  it('does not let 1,000 failures of last year bury 20 successes of this week', () => {
    const failures = tries('deploy', { failed: 1_000, daysAgo: 365 });
    const [deploy] = rankActions([...failures, ...tries('deploy', { succeeded: 20, daysAgo: 2 })], ageing);
    expect(deploy?.lowerBound).toBeGreaterThan(0.8);
    expect(deploy?.successRate).toBeCloseTo(20 / 1_020);
  });

  it('and prefers it to what works half of the time', () => {
    const history = [
      ...tries('deploy', { failed: 1_000, daysAgo: 365 }),
      ...tries('deploy', { succeeded: 20, daysAgo: 2 }),
      ...tries('wait', { succeeded: 50, failed: 50, daysAgo: 2 }),
    ];
    expect(names(history)).toEqual(['deploy', 'wait']);
  });

  it('prefers what works now to what worked as often long ago', () => {
    const history = [
      ...tries('former', { succeeded: 95, failed: 5, daysAgo: 365 }),
      ...tries('present', { succeeded: 19, failed: 1, daysAgo: 1 }),
    ];
    expect(names(history)).toEqual(['present', 'former']);
  });

  it('counts what happened in a less similar situation less', () => {
    const history = [
      ...tries('elsewhere', { succeeded: 8, weight: 0.2 }),
      ...tries('here', { succeeded: 7, failed: 1 }),
    ];
    expect(names(history)).toEqual(['here', 'elsewhere']);
    expect(rankActions(history, ageing)[1]).toMatchObject({ attempts: 8, effective: 1.6 });
  });

  it('takes an attempt in the future for one made just now: the clock was set back', () => {
    const [ahead] = rankActions(tries('retry', { succeeded: 3, daysAgo: -400 }), ageing);
    const [today] = rankActions(tries('retry', { succeeded: 3 }), ageing);
    expect(ahead).toMatchObject({ lastAttemptAt: now, effective: 3, lowerBound: today?.lowerBound });
  });

  it('answers an empty history with no actions', () => {
    expect(rankActions([], ageing)).toEqual([]);
  });

  it('takes spellings of one action together, and shows it as it was written last', () => {
    const history = [
      ...tries('Exponential Backoff', { succeeded: 1 }),
      ...tries('exponential_backoff', { succeeded: 1, daysAgo: 3 }),
    ];
    expect(rankActions(history, ageing)).toMatchObject([{ action: 'Exponential Backoff', attempts: 2 }]);
  });

  it('names the newest evidence first, at most 20 of it', () => {
    const history = [...tries('retry', { succeeded: 30, daysAgo: 9 }), ...tries('retry', { failed: 1 })];
    const [retry] = rankActions(history, ageing);
    expect(retry?.evidence).toHaveLength(20);
    expect(retry?.evidence[0]).toEqual({ kind: 'memory', id: 'retry-0-0' });
  });

  it.each([
    [1, 0, 'unsure'],
    [3, 2, 'unsure'],
    [6, 0, 'fairly sure'],
    [10, 10, 'fairly sure'],
    [40, 2, 'sure'],
    [100, 100, 'sure'],
  ])('after %d successes and %d failures says it is %3$s', (succeeded, failed, sureness) => {
    expect(rankActions(tries('retry', { succeeded, failed }), ageing)[0]?.sureness).toBe(sureness);
  });
});

describe('LRN-1 the order of actions', () => {
  const attempt = fc.record({
    action: fc.constantFrom('retry', 'Retry', 'wait', 'ask', 'give up'),
    quality: fc.constantFrom(0, 0.5, 1),
    at: fc.integer({ min: now - 1_000 * dayMs, max: now + dayMs }),
    weight: fc.constantFrom(0.3, 1),
    source: fc.record({ kind: fc.constant('memory' as const), id: fc.stringMatching(/^[a-z]{6}$/) }),
  });

  it('does not depend on the order in which attempts are given', () => {
    fc.assert(
      fc.property(fc.array(attempt, { maxLength: 60 }), fc.nat(), (attempts, turn) => {
        const cut = turn % (attempts.length + 1);
        const turned = [...attempts.slice(cut), ...attempts.slice(0, cut)].reverse();
        expect(rankActions(turned, ageing)).toEqual(rankActions(attempts, ageing));
      }),
    );
  });

  it('is by name where the evidence is equal', () => {
    const history = ['wait', 'ask', 'retry'].flatMap((action) => tries(action, { succeeded: 2, failed: 1 }));
    expect(names(history)).toEqual(['ask', 'retry', 'wait']);
  });

  it('keeps every number in its bounds', () => {
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 1, maxLength: 60 }), (attempts) => {
        const ranked = rankActions(attempts, ageing);
        expect(ranked.reduce((sum, action) => sum + action.attempts, 0)).toBe(attempts.length);
        for (const { attempts: count, successRate, effective, lowerBound, mean, lastAttemptAt } of ranked) {
          expect(effective).toBeLessThanOrEqual(count);
          expect(effective).toBeGreaterThan(0);
          expect(lowerBound).toBeLessThan(mean);
          expect(successRate).toBeLessThanOrEqual(1);
          expect(lastAttemptAt).toBeLessThanOrEqual(now);
        }
      }),
    );
  });

  it('never puts an action lower for one more success of it now', () => {
    fc.assert(
      fc.property(fc.array(attempt, { minLength: 1, maxLength: 40 }), (attempts) => {
        const place = (history: readonly Attempt[]): number =>
          names(history).findIndex((action) => action.toLowerCase() === 'wait');
        const before = place([...attempts, ...tries('wait', { succeeded: 1 })]);
        const after = place([...attempts, ...tries('wait', { succeeded: 2 })]);
        expect(after).toBeLessThanOrEqual(before);
      }),
    );
  });
});
