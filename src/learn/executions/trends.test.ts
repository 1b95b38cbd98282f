import { describe, expect, it } from 'vitest';
import type { Execution } from '../../records/execution.ts';
import { executions, settings } from './execution.fixture.ts';
import { agentTrends, categoryTrends, trendOf } from './trends.ts';

/** Runs in the order of time: `+` succeeded, `-` failed. */
const history = (signs: string): Execution[] =>
  [...signs].flatMap((sign) => executions(1, { outcome: sign === '+' ? 'success' : 'failure' }));

const directionOf = (signs: string) => trendOf('backend', history(signs), settings).direction;

describe('LRN-9 the trend of a category', () => {
  it('compares the later half with the earlier one', () => {
    expect(directionOf('+----+++++')).toBe('improving');
    expect(directionOf('+++++-----')).toBe('declining');
    expect(directionOf('+-+-++-+-+')).toBe('stable');
  });

  it('needs ten executions', () => {
    expect(directionOf('----+++++')).toBe('insufficient_data');
    expect(directionOf('-----+++++')).toBe('improving');
    expect(trendOf('backend', [], settings)).toMatchObject({
      direction: 'insufficient_data',
      successRate: null,
      meanMs: null,
    });
  });

  it('is stable when the halves differ by no more than 0.1', () => {
    // 7 of 10, then 8 of 10: in decimal fractions 0.10000000000000009 more.
    expect(directionOf('+++++++---++++++++--')).toBe('stable');
    expect(directionOf('++++++----++++++++--')).toBe('improving');
  });

  it('looks at the last twenty only, whatever order they come in', () => {
    const runs = history(`${'-'.repeat(30)}${'+'.repeat(20)}`);
    const trend = trendOf('backend', [...runs].reverse(), settings);
    expect(trend).toMatchObject({ executions: 20, successRate: 1, direction: 'stable', meanMs: 60_000 });
  });

  it('names the three best approaches', () => {
    const runs = ['a', 'b', 'c', 'd'].flatMap((approach, index) => executions(index + 1, { approach }));
    expect(trendOf('backend', runs, settings).approaches.map(({ approach }) => approach)).toEqual([
      'd',
      'c',
      'b',
    ]);
  });

  it('LRN-12 goes by the configured numbers', () => {
    const trends = { executions: 4, least: 4, change: 0.5 };
    expect(trendOf('x', history('--++'), { ...settings, trends }).direction).toBe('improving');
    expect(trendOf('x', history('-+++'), { ...settings, trends }).direction).toBe('stable');
  });

  it('is told for every category, and for every agent', () => {
    const runs = [
      ...executions(2, { category: null }),
      ...executions(3, { category: 'docs', agent: 'bob' }),
      ...executions(1, { agent: null }),
    ];
    expect(categoryTrends(runs, settings).map(({ category, executions: seen }) => [category, seen])).toEqual([
      ['docs', 3],
      [null, 2],
      ['backend', 1],
    ]);
    expect([...agentTrends(runs, settings).keys()].sort()).toEqual(['alice', 'bob']);
  });
});
