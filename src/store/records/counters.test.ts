import { describe, expect, it } from 'vitest';
import { aMemory } from '../../testing/index.ts';
import { areCounters, counters } from './counters.ts';

describe('STO-1 what Engram counts by itself', () => {
  it('has nothing to redact, to announce, to refuse or to erase: it is written without loading what could', () => {
    for (const definition of Object.values(counters.commands))
      expect(Object.keys(definition)).toEqual(['statements']);
  });

  it('is told from a commit that also writes a record', () => {
    const counting = { type: 'count-access', ids: ['mem_1'], at: 1 } as const;
    expect(areCounters([counting])).toBe(true);
    expect(areCounters([counting, { type: 'record-memory', memory: aMemory() }])).toBe(false);
  });
});
