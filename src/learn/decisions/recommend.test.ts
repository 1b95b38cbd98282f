import { describe, expect, it } from 'vitest';
import { dayMs } from '../../records/lifetime.ts';
import { type Attempt, rankActions } from './attempt.ts';
import { explore, recommend } from './recommend.ts';

const now = 1_700_000_000_000;
const ranked = (attempts: readonly Attempt[]) => rankActions(attempts, { now, halfLifeDays: 30 });

function tries(action: string, qualities: readonly number[], daysAgo = 2): Attempt[] {
  return qualities.map((quality, index) => ({
    action,
    quality,
    at: now - daysAgo * dayMs,
    source: { kind: 'memory', id: `${action}-${index}` },
  }));
}

const times = (count: number, quality: number): number[] => Array.from({ length: count }, () => quality);

describe('LRN-1 the recommendation', () => {
  it('is the most promising action, with its record in words', () => {
    const advice = recommend(ranked([...tries('wait', [1]), ...tries('backoff', [...times(19, 1), 0])]), now);
    expect(advice.action?.action).toBe('backoff');
    expect(advice.why).toBe('19 of 20 attempts worked, the last 2 days ago.');
  });

  it('says when there is too little to be sure', () => {
    expect(recommend(ranked(tries('wait', [1], 0)), now).why).toBe(
      '1 of 1 attempt worked, today. That is too little to be sure.',
    );
  });

  it('counts half for a partial success', () => {
    expect(recommend(ranked(tries('wait', [...times(9, 1), 0.5], 1)), now).why).toBe(
      '9.5 of 10 attempts worked, the last 1 day ago.',
    );
  });

  it('is none when nothing was tried, and none when nothing ever worked', () => {
    expect(recommend([], now)).toEqual({ action: null, why: 'Nothing was tried in this situation yet.' });
    expect(recommend(ranked([...tries('wait', [0, 0]), ...tries('ask', [0])]), now)).toEqual({
      action: null,
      why: 'Nothing that was tried has worked: 3 attempts, all failed.',
    });
  });

  it('passes over what ranks first because nobody knows that it fails', () => {
    const actions = ranked([...tries('untested', [0]), ...tries('poor', [1, ...times(40, 0)])]);
    expect(actions[0]?.action).toBe('untested');
    expect(recommend(actions, now).action?.action).toBe('poor');
  });
});

describe('LRN-1 exploration', () => {
  /** Numbers spread evenly over 0 to 1, always the same ones. */
  function spread(): () => number {
    let state = 0.5;
    return () => {
      state = (state + 0.6180339887498949) % 1;
      return state;
    };
  }

  it('takes an action about as often as it is likely to be the best', () => {
    const actions = ranked([
      ...tries('good', times(20, 1)),
      ...tries('bad', times(20, 0)),
      ...tries('new', [1]),
    ]);
    const random = spread();
    const taken = new Map<string, number>();
    for (let round = 0; round < 2_000; round += 1) {
      const name = explore(actions, random)?.action ?? '';
      taken.set(name, (taken.get(name) ?? 0) + 1);
    }
    expect(taken.get('bad') ?? 0).toBeLessThan(5);
    expect(taken.get('new')).toBeGreaterThan(50);
    expect(taken.get('good')).toBeGreaterThan(1_500);
  });

  it('takes nothing where there is nothing', () => {
    expect(explore([], Math.random)).toBeNull();
  });
});
