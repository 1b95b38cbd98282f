import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { callsBefore, cluesOf, inCommon, type SeenCall } from './clues.ts';

const worked = (tool: string, given: JsonObject = {}): SeenCall => ({
  tool,
  arguments: given,
  success: true,
  error: null,
});
const failing = (tool: string, message: string, given: JsonObject = {}): SeenCall => ({
  tool,
  arguments: given,
  success: false,
  error: { type: 'Error', message, signature: message },
});

describe('LRN-2 what is known of a failure when it happens', () => {
  it('is what was asked for: the tool, how its first text begins, and the words of all of them', () => {
    const command = { line: 'cargo test --release', options: { note: 'Run tests' } };
    expect(cluesOf(failing('terminal', 'failed', command), [])).toMatchObject({
      tool: ['terminal'],
      'begins with': ['cargo'],
      words: ['cargo', 'test', 'release', 'run', 'tests'],
    });
  });

  it('does not take a name for a command', () => {
    expect(cluesOf(failing('open', 'failed', { target: 'src/main.rs' }), [])['begins with']).toEqual(['']);
  });

  it('is which tool last worked on a file that the error names, whatever the argument is called', () => {
    const error = failing('terminal', 'src/main.rs:12: expected `;`');
    const used = (before: readonly SeenCall[]) => cluesOf(error, before)['file last used by'];
    const opened = worked('open', { target: '/home/me/src/main.rs' });
    expect(used([opened, worked('change', { where: { file: 'src/main.rs' } }), worked('list')])).toEqual([
      'change',
    ]);
    expect(used([opened, failing('change', 'no', { where: { file: 'src/main.rs' } })])).toEqual(['open']);
    expect(used([worked('open', { target: 'src/other.rs' })])).toEqual(['no tool']);
    expect(used([worked('write', { content: `${'x '.repeat(200)}main.rs` })])).toEqual(['no tool']);
    expect(cluesOf(failing('terminal', 'timed out'), [opened])['file last used by']).toEqual([]);
  });

  it('is how many files the error names: none, one, or more', () => {
    const named = (message: string) => cluesOf(failing('terminal', message), [])['files named'];
    expect(named('timed out')).toEqual(['0']);
    expect(named('main.rs:1: no; main.rs:9: no')).toEqual(['1']);
    expect(named('main.rs, lib.rs and test.rs are broken')).toEqual(['2']);
  });

  it('is what went before: what worked last, for how long no other tool did, and failures in a row', () => {
    const error = failing('terminal', 'failed');
    const before = [worked('open'), worked('terminal'), worked('terminal'), error];
    expect(cluesOf(error, before)).toMatchObject({
      'worked before': ['terminal'],
      'calls since another tool': ['2'],
      'failures in a row': ['1'],
    });
    expect(cluesOf(error, [])).toMatchObject({
      'worked before': [],
      'calls since another tool': ['3'],
      'failures in a row': ['0'],
    });
  });

  it('is nothing that happened long ago', () => {
    const error = failing('terminal', 'main.rs is broken');
    const since = Array.from({ length: callsBefore }, () => worked('list'));
    expect(cluesOf(error, [worked('open', { file: 'main.rs' }), ...since])).toEqual(cluesOf(error, since));
  });
});

describe('what two failures have in common', () => {
  it('is counted clue by clue, words by the share that both have', () => {
    expect(inCommon({ tool: ['read'] }, { tool: ['read'] })).toBe(1);
    expect(inCommon({ tool: ['read'] }, { tool: ['edit'] })).toBe(0);
    expect(
      inCommon({ tool: ['read'], words: ['a', 'b'] }, { tool: ['read'], words: ['b', 'c'] }),
    ).toBeCloseTo(4 / 3);
  });

  it('is also that neither says anything; what only the other tells does not count', () => {
    expect(inCommon({ words: [] }, { words: [] })).toBe(1);
    expect(inCommon({ words: ['a'] }, {})).toBe(0);
    expect(inCommon({}, { tool: ['read'] })).toBe(0);
  });
});
