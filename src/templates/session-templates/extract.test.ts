import { describe, expect, it } from 'vitest';
import { extractExamples } from './extract.ts';
import { aCall } from './session.fixture.ts';

const numbered = (tool: string, from: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    aCall({ tool, callId: `${tool}-${from + index}`, arguments: { n: from + index } }),
  );
const idsOf = (calls: Parameters<typeof extractExamples>[0], max?: number) =>
  extractExamples(calls, max).map(({ callId }) => callId);

describe('SES-2 the examples of a session', () => {
  it('are calls that worked, with arguments, result and turn', () => {
    expect(extractExamples([aCall()])).toEqual([
      { callId: 'call-1', tool: 'read_file', arguments: { path: 'a.txt' }, result: 'hello', turn: 0 },
    ]);
  });

  it('leave out what failed, was not answered, is a preview, has no arguments or repeats another', () => {
    const calls = [
      aCall({ callId: 'failed', outcome: 'failed' }),
      aCall({ callId: 'unknown', outcome: 'unknown' }),
      aCall({ callId: 'preview', whole: false }),
      aCall({ callId: 'empty', arguments: {} }),
      aCall({ callId: 'first', arguments: { a: 1, b: 2 } }),
      aCall({ callId: 'again', arguments: { b: 2, a: 1 } }),
    ];
    expect(idsOf(calls)).toEqual(['first']);
  });

  it('leave out calls with very large arguments, and those that held a secret', () => {
    const calls = [
      aCall({ arguments: { content: 'x'.repeat(5_000) } }),
      aCall({ arguments: { key: '[REDACTED:api-key]' } }),
    ];
    expect(idsOf(calls)).toEqual([]);
  });

  it('are at most ten, in the order of the session', () => {
    const calls = numbered('read', 0, 30);
    expect(idsOf(calls)).toEqual(calls.slice(0, 10).map(({ callId }) => callId));
    expect(idsOf(calls, 3)).toEqual(['read-0', 'read-1', 'read-2']);
  });

  it('show every tool once before any twice', () => {
    const calls = [...numbered('read', 0, 20), ...numbered('patch', 0, 2), ...numbered('run', 0, 1)];
    expect(idsOf(calls, 4)).toEqual(['read-0', 'read-1', 'patch-0', 'run-0']);
  });

  it('when there are more tools than examples, show those that were called most', () => {
    const calls = [...numbered('rare', 0, 1), ...numbered('often', 0, 3), ...numbered('more', 0, 2)];
    expect(idsOf(calls, 2)).toEqual(['often-0', 'more-0']);
  });

  it('prefer a result that fits to one that is cut, and both to none', () => {
    const calls = [
      aCall({ callId: 'none', arguments: { n: 1 }, result: '' }),
      aCall({ callId: 'cut', arguments: { n: 2 }, result: 'x'.repeat(9_000) }),
      aCall({ callId: 'fits', arguments: { n: 3 } }),
    ];
    expect(idsOf(calls, 1)).toEqual(['fits']);
    expect(idsOf(calls, 2)).toEqual(['cut', 'fits']);
    expect(idsOf(calls)).toEqual(['none', 'cut', 'fits']);
  });

  it('keep results bounded, and say what was cut off', () => {
    const [text, structure] = extractExamples([
      aCall({ arguments: { n: 1 }, result: '😀'.repeat(5_000) }),
      aCall({ arguments: { n: 2 }, result: { rows: Array(2_000).fill(7) } }),
    ]);
    for (const example of [text, structure]) {
      expect(typeof example?.result).toBe('string');
      expect(String(example?.result).length).toBeLessThanOrEqual(2_000);
      expect(example?.result).toMatch(/ … \[cut: [\d,]+ more characters\]$/);
      expect(String(example?.result).isWellFormed()).toBe(true);
    }
  });
});
