import { describe, expect, it } from 'vitest';
import type { MemoryKind } from '../records/memory.ts';
import { aMemory } from '../testing/index.ts';
import { collapse } from './duplicates.ts';
import type { Recalled } from './rank.ts';

const long =
  'the nightly export timed out because the connection pool was exhausted, so it was raised to forty';
const recalled = (id: string, text: string, kind: MemoryKind = 'knowledge'): Recalled => ({
  kind,
  memory: aMemory({ id, text, kind }),
  score: 0.5,
  parts: { relevance: 1, recency: 1, confidence: 0.5, success: 0.5 },
  match: { topic: 0, words: 1, meaning: 0, speaker: 0, date: 0, name: 0, similarity: 0 },
  duplicates: [],
});
const shown = (items: readonly Recalled[], limit = 10) =>
  collapse(items, limit).map(({ memory, duplicates }) => [memory.id, ...duplicates]);

describe('REC-1 duplicates', () => {
  it('are left out and named with the best of them', () => {
    const items = [recalled('a', long), recalled('b', `${long}!`), recalled('c', 'something else')];
    expect(shown([...items, recalled('d', long.toUpperCase())])).toEqual([['a', 'b', 'd'], ['c']]);
  });

  it('are named although the limit is reached', () => {
    expect(shown([recalled('a', long), recalled('b', 'else'), recalled('c', long)], 1)).toEqual([['a', 'c']]);
  });

  it('are not two memories that differ in a word', () => {
    const items = [recalled('a', long), recalled('b', long.replace('forty', 'fifty'))];
    expect(shown(items)).toEqual([['a'], ['b']]);
  });

  it('are of one kind', () => {
    expect(shown([recalled('a', long), recalled('b', long, 'rule')])).toEqual([['a'], ['b']]);
  });
});
