import { describe, expect, it } from 'vitest';
import type { Execution, RunHalves } from '../../records/execution.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import { executions, settings } from './execution.fixture.ts';
import { agentTrends, categoryTrends, trendOf } from './trends.ts';

/** Runs in the order of time: `+` succeeded, `-` failed. */
const history = (signs: string): Execution[] =>
  [...signs].flatMap((sign) => executions(1, { outcome: sign === '+' ? 'success' : 'failure' }));

/** As the store halves them. */
function halvesOf(runs: readonly Execution[], of: string | null = 'backend'): RunHalves {
  const qualities = runs.map(({ outcome }) => outcomeQualities[outcome]);
  const middle = Math.floor(runs.length / 2);
  const sum = (some: number[]): number => some.reduce((total, each) => total + each, 0);
  return {
    of,
    runs: runs.length,
    earlierSuccesses: sum(qualities.slice(0, middle)),
    laterSuccesses: sum(qualities.slice(middle)),
  };
}

const trendIn = (runs: readonly Execution[], wanted = settings) => trendOf(halvesOf(runs), runs, wanted);
const directionOf = (signs: string) => trendIn(history(signs)).direction;

describe('LRN-9 the trend of a category', () => {
  it('compares the later half with the earlier one', () => {
    expect(directionOf('+----+++++')).toBe('improving');
    expect(directionOf('+++++-----')).toBe('declining');
    expect(directionOf('+-+-++-+-+')).toBe('stable');
  });

  it('needs ten executions', () => {
    expect(directionOf('----+++++')).toBe('insufficient_data');
    expect(directionOf('-----+++++')).toBe('improving');
    expect(trendIn([])).toMatchObject({ direction: 'insufficient_data', successRate: null, meanMs: null });
  });

  it('is stable when the halves differ by no more than 0.1', () => {
    // 7 of 10, then 8 of 10: in decimal fractions 0.10000000000000009 more.
    expect(directionOf('+++++++---++++++++--')).toBe('stable');
    expect(directionOf('++++++----++++++++--')).toBe('improving');
  });

  it('goes by the halves of all executions, and tells the success of the last twenty', () => {
    const runs = history(`${'-'.repeat(30)}${'+'.repeat(20)}`);
    expect(trendOf(halvesOf(runs), [...runs].reverse(), settings)).toMatchObject({
      executions: 20,
      compared: 50,
      successRate: 1,
      direction: 'improving',
      earlier: 0,
      later: 0.8,
      meanMs: 60_000,
    });
  });

  it('names the three best approaches', () => {
    const runs = ['a', 'b', 'c', 'd'].flatMap((approach, index) => executions(index + 1, { approach }));
    expect(trendIn(runs).approaches.map(({ approach }) => approach)).toEqual(['d', 'c', 'b']);
  });

  it('LRN-12 goes by the configured numbers', () => {
    const wanted = { ...settings, trends: { executions: 4, least: 4, change: 0.5 } };
    expect(trendIn(history('--++'), wanted).direction).toBe('improving');
    expect(trendIn(history('-+++'), wanted).direction).toBe('stable');
  });

  it('is told for every category, and for every agent', () => {
    const none = executions(2, { category: null });
    const docs = executions(3, { category: 'docs', agent: 'bob' });
    const halves = [halvesOf(none, null), halvesOf(docs, 'docs')];
    const trends = categoryTrends(halves, [...none, ...docs], settings);
    expect(trends.map(({ category, executions: seen }) => [category, seen])).toEqual([
      ['docs', 3],
      [null, 2],
    ]);
    expect([...agentTrends([halvesOf(none, null), halvesOf(docs, 'bob')], settings).keys()]).toEqual(['bob']);
  });
});
