import { describe, expect, it } from 'vitest';
import { createBest, idOf, type Match } from './best-matches.ts';
import type { Shard } from './shard.ts';

/** Whole numbers below a bound, always the same ones for a seed. */
function numbersFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** Matches of few sayings and few values of relevance, as many copies have them. */
function matchesOf(seed: number, count: number, sayings: number): Match[] {
  const below = numbersFrom(seed);
  const slots = Array.from({ length: count }, (_, slot) => slot);
  const ids = slots.map((slot) => `${below(1_000)}-${slot}`);
  const shard = { columns: { ids, saying: slots.map(() => below(sayings)) } } as unknown as Shard;
  return slots.map((slot) => ({
    shard,
    slot,
    relevance: (1 + below(8)) / 8,
    ...{ words: 0, meaning: 0, speaker: 0, date: 0, similarity: 0 },
    duplicates: [],
  }));
}

/** The same, plainly: all that came since the last cut and all that is kept, sorted at once. */
function plainly(matches: readonly Match[], limit: number): Match[] {
  let kept: Match[] = [];
  let floor = 0;
  const cut = (): void => {
    const first = new Map<number, Match>();
    const sorted = kept.sort(
      (one, other) => other.relevance - one.relevance || (idOf(one) < idOf(other) ? 1 : -1),
    );
    for (const match of sorted) {
      const saying = match.shard.columns.saying[match.slot] as number;
      const best = first.get(saying);
      if (best === undefined) first.set(saying, match);
      else
        best.duplicates.push(...[idOf(match), ...match.duplicates].slice(0, 1_000 - best.duplicates.length));
    }
    kept = [...first.values()].slice(0, limit);
    if (kept.length === limit) floor = kept.at(-1)?.relevance ?? 0;
  };
  for (const match of matches) {
    if (match.relevance < floor) continue;
    kept.push(match);
    if (kept.length >= limit * 4) cut();
  }
  cut();
  return kept;
}

const shown = (matches: readonly Match[]) =>
  matches.map((match) => [idOf(match), match.relevance, match.duplicates]);

describe('REC-1: the best matches', () => {
  it.each([
    [1, 500, 20, 10],
    [2, 500, 400, 10],
    [3, 4_000, 3, 5],
    [4, 30, 30, 100],
    [5, 2_000, 1, 1],
    [6, 2_000, 50, 100],
  ])('and their copies are those that sorting all would give (%i)', (seed, count, sayings, limit) => {
    const best = createBest(limit);
    let floor = best.floor();
    for (const match of matchesOf(seed, count, sayings))
      if (match.relevance >= floor) floor = best.add(match);
    expect(shown(best.all())).toStrictEqual(shown(plainly(matchesOf(seed, count, sayings), limit)));
  });
});
