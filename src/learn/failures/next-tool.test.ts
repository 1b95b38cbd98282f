import { describe, expect, it } from 'vitest';
import { type AfterFailure, nextTools } from './next-tool.ts';

const times = (count: number, experience: AfterFailure): AfterFailure[] =>
  Array.from({ length: count }, () => experience);
const missing = { pattern: 'file not found', failedTool: 'read' };
const denied = { pattern: 'permission denied', failedTool: 'read' };

describe('LRN-2 the tool that will work after a failure', () => {
  it('is the one that worked after the same failure', () => {
    const next = nextTools([
      ...times(9, { ...denied, nextTool: 'shell' }),
      ...times(4, { ...missing, nextTool: 'search' }),
    ]);
    expect(next.predict(missing)[0]).toMatchObject({ tool: 'search', basis: 'failure' });
  });

  it('of an unknown failure is the one that worked after failures of the same tool, then of any', () => {
    const next = nextTools([
      ...times(5, { pattern: 'x', failedTool: 'shell', nextTool: 'edit' }),
      ...times(3, { ...missing, nextTool: 'search' }),
    ]);
    expect(next.predict({ pattern: 'new', failedTool: 'read' })[0]).toMatchObject({
      tool: 'search',
      basis: 'tool',
    });
    expect(next.predict({ pattern: 'new', failedTool: 'new' })[0]).toMatchObject({
      tool: 'edit',
      basis: 'all',
    });
  });

  it('does not change for one odd experience', () => {
    const next = nextTools(times(20, { ...denied, nextTool: 'shell' }));
    next.learn({ ...missing, nextTool: 'write' });
    expect(next.predict(missing)[0]?.tool).toBe('shell');
    for (const again of times(3, { ...missing, nextTool: 'write' })) next.learn(again);
    expect(next.predict(missing)[0]?.tool).toBe('write');
  });

  it('is shifted by what else is known', () => {
    const known = { ...missing, clues: ['file is known: yes'] };
    const unknown = { ...missing, clues: ['file is known: no'] };
    const next = nextTools([
      ...times(6, { ...known, nextTool: 'edit' }),
      ...times(6, { ...unknown, nextTool: 'search' }),
    ]);
    expect(next.predict(known)[0]?.tool).toBe('edit');
    expect(next.predict(unknown)[0]?.tool).toBe('search');
  });

  it('is known of a pattern by all the names it had', () => {
    const next = nextTools([
      ...times(9, { ...denied, nextTool: 'shell' }),
      ...times(4, { ...missing, nextTool: 'search' }),
    ]);
    next.join(missing.pattern, 'not there');
    expect(next.predict({ ...missing, pattern: 'not there' })[0]).toMatchObject({
      tool: 'search',
      basis: 'failure',
    });
    expect(next.predict(missing)[0]).toMatchObject({ tool: 'shell', basis: 'tool' });
  });

  it('is told with probabilities that add up to 1; equals come by name', () => {
    const next = nextTools([
      { ...missing, nextTool: 'b', clues: ['x'] },
      { ...missing, nextTool: 'a', clues: ['x'] },
    ]);
    const told = next.predict({ ...missing, clues: ['x', 'never seen'] });
    expect(told.map(({ tool }) => tool)).toEqual(['a', 'b']);
    expect(told.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1);
  });

  it('is not known before anything was learnt', () => {
    expect(nextTools().predict(missing)).toEqual([]);
  });
});
