import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AgentRecord, chooseAgent } from './choice.ts';

const record = (
  agent: string,
  successes: number,
  failures: number,
  more: Partial<AgentRecord> = {},
): AgentRecord => ({
  agent,
  successes,
  failures,
  ...more,
});

/**
 * The worth of an agent by its definition: what the best way of stopping brings in all tasks to come. Written down
 * plainly, to hold the fast way against it.
 */
function plainWorth(successes: number, failures: number, ahead: number): number {
  const bringsMore = (certain: number): boolean => {
    const known = new Map<string, number>();
    const goingOn = (won: number, lost: number): number => {
      const chance = won / (won + lost);
      return chance * (1 + value(won + 1, lost)) + (1 - chance) * value(won, lost + 1);
    };
    const value = (won: number, lost: number): number => {
      const left = ahead - (won + lost - successes - failures);
      if (left === 0) return 0;
      const key = `${won} ${lost}`;
      const best = known.get(key) ?? Math.max(goingOn(won, lost), certain * left);
      known.set(key, best);
      return best;
    };
    return goingOn(successes, failures) > certain * ahead;
  };
  let [low, high] = [0, 1];
  for (let round = 0; round < 20; round += 1) {
    const middle = (low + high) / 2;
    if (bringsMore(middle)) low = middle;
    else high = middle;
  }
  return low;
}

describe('choosing an agent by experience', () => {
  it('takes the one that does best', () => {
    const choice = chooseAgent([record('quick', 3, 7), record('careful', 90, 10)]);
    expect(choice).toMatchObject({ agent: 'careful', exploring: false });
    expect(choice?.expected).toBeCloseTo(92 / 104);
  });

  it('tries one it does not know rather than one it knows to be poor', () => {
    expect(chooseAgent([record('poor', 3, 9), record('new', 0, 0)])?.agent).toBe('new');
  });

  it('finds out about a newcomer while many tasks are to come, and does not for the last one', () => {
    const records = [record('known', 24, 16), record('new', 1, 1)];
    expect(chooseAgent(records, { ahead: 100 })).toMatchObject({ agent: 'new', exploring: true });
    expect(chooseAgent(records, { ahead: 1 })).toMatchObject({ agent: 'known', exploring: false });
  });

  it('stays with one that works, and turns away when it fails', () => {
    expect(chooseAgent([record('one', 1, 0), record('two', 0, 0)])?.agent).toBe('one');
    expect(chooseAgent([record('one', 0, 1), record('two', 0, 0)])?.agent).toBe('two');
  });

  it('expects of an agent it does not know what its kin has shown', () => {
    const records = [
      record('old-small', 1, 12, { kin: 'small' }),
      record('new-small', 0, 0, { kin: 'small' }),
      record('new-large', 0, 0, { kin: 'large' }),
      record('old-large', 9, 2, { kin: 'large', available: false }),
    ];
    expect(chooseAgent(records)?.agent).toBe('new-large');
    expect(chooseAgent(records.filter(({ agent }) => agent.endsWith('small')))?.agent).toBe('new-small');
  });

  it('takes only agents that are available, and none where none is', () => {
    const records = [record('best', 50, 0, { available: false }), record('other', 1, 1)];
    expect(chooseAgent(records)?.agent).toBe('other');
    expect(chooseAgent([record('best', 50, 0, { available: false })])).toBeNull();
    expect(chooseAgent([])).toBeNull();
  });

  it('takes the first given of agents with the same record', () => {
    const outcomes = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(outcomes, outcomes, (successes, failures) => {
        const records = ['b', 'a', 'c'].map((agent) => record(agent, successes, failures));
        expect(chooseAgent(records)).toMatchObject({ agent: 'b', exploring: false });
      }),
    );
  });

  it('finds an agent worth what the definition says', () => {
    const outcomes = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(outcomes, outcomes, fc.integer({ min: 1, max: 40 }), (successes, failures, ahead) => {
        const worth = chooseAgent([record('only', successes, failures)], { ahead })?.worth ?? 0;
        expect(Math.abs(worth - plainWorth(successes + 2, failures + 2, ahead))).toBeLessThan(1e-5);
      }),
      { numRuns: 40 },
    );
  });

  it('never likes an agent less for a success, nor more for a failure', () => {
    const outcomes = fc.double({ min: 0, max: 60, noNaN: true });
    const worth = (successes: number, failures: number): number =>
      chooseAgent([record('only', successes, failures)], { ahead: 30 })?.worth ?? 0;
    fc.assert(
      fc.property(outcomes, outcomes, (successes, failures) => {
        const now = worth(successes, failures);
        expect(worth(successes + 1, failures)).toBeGreaterThanOrEqual(now - 1e-5);
        expect(worth(successes, failures + 1)).toBeLessThanOrEqual(now + 1e-5);
        expect(now).toBeLessThanOrEqual(1);
      }),
    );
  });
});
