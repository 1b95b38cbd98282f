import { describe, expect, it } from 'vitest';
import { type AfterFailure, type Failed, nextTools } from './next-tool.ts';

const times = (count: number, failed: Failed, nextTool: string): AfterFailure[] =>
  Array.from({ length: count }, () => ({ ...failed, nextTool }));
const missing = { pattern: 'file not found', clues: { tool: ['read'] } };
const denied = { pattern: 'permission denied', clues: { tool: ['read'] } };

describe('LRN-2 the tool that will work after a failure', () => {
  it('is the one that worked after the same failure', () => {
    const history = [...times(9, denied, 'shell'), ...times(4, missing, 'search')];
    expect(nextTools(missing, history)[0]?.tool).toBe('search');
  });

  it('of an unknown failure is the one that worked after failures of the same tool, then of any', () => {
    const history = [
      ...times(5, { pattern: 'x', clues: { tool: ['shell'] } }, 'edit'),
      ...times(3, missing, 'search'),
    ];
    expect(nextTools({ pattern: 'new', clues: { tool: ['read'] } }, history)[0]?.tool).toBe('search');
    expect(nextTools({ pattern: 'new', clues: { tool: ['new'] } }, history)[0]?.tool).toBe('edit');
  });

  it('does not change for one odd experience', () => {
    const usual = times(20, denied, 'shell');
    expect(nextTools(missing, [...usual, ...times(1, missing, 'write')])[0]?.tool).toBe('shell');
    expect(nextTools(missing, [...usual, ...times(4, missing, 'write')])[0]?.tool).toBe('write');
  });

  it('is the one that worked in the situation that has most in common with this one', () => {
    const known = { ...missing, clues: { ...missing.clues, 'file last used by': ['read'] } };
    const unknown = { ...missing, clues: { ...missing.clues, 'file last used by': ['no tool'] } };
    const history = [...times(6, known, 'edit'), ...times(6, unknown, 'search')];
    expect(nextTools(known, history)[0]?.tool).toBe('edit');
    expect(nextTools(unknown, history)[0]?.tool).toBe('search');
  });

  it('is told with probabilities that add up to 1; equals come by name', () => {
    const told = nextTools(missing, [...times(1, missing, 'b'), ...times(1, missing, 'a')]);
    expect(told).toEqual([
      { tool: 'a', probability: 0.5 },
      { tool: 'b', probability: 0.5 },
    ]);
  });

  it('is not known before anything was learnt', () => {
    expect(nextTools(missing, [])).toEqual([]);
  });
});
