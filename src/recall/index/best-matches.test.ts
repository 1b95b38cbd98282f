import { describe, expect, it } from 'vitest';
import { bestOf, type Match, type ScoredSlot } from './best-matches.ts';
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
function matchesOf(seed: number, count: number, sayings: number): ScoredSlot[] {
  const below = numbersFrom(seed);
  const slots = Array.from({ length: count }, (_, slot) => slot);
  const ids = slots.map((slot) => `${below(1_000)}-${slot}`);
  const saying = slots.map(() => below(sayings));
  const shard = { columns: { ids, saying }, loadDetails: async () => {} } as unknown as Shard;
  return slots.map((slot) => ({
    shard,
    slot,
    relevance: (1 + below(8)) / 8,
    ...{ words: 0, reach: 1, meaning: 0, speaker: 0, date: 0, name: 0, similarity: 0 },
  }));
}

const idOf = ({ shard, slot }: ScoredSlot): string => shard.columns.ids.at(slot);
const sayingOf = ({ shard, slot }: ScoredSlot): number => shard.columns.saying[slot] as number;

/** All sorted at once: of each saying the first, with all others that say it. */
function plainly(matches: readonly ScoredSlot[]) {
  const sorted = [...matches].sort(
    (one, other) => other.relevance - one.relevance || (idOf(one) < idOf(other) ? 1 : -1),
  );
  const bySaying = new Map<number, ScoredSlot[]>();
  for (const match of sorted) {
    bySaying.set(sayingOf(match), [...(bySaying.get(sayingOf(match)) ?? []), match]);
  }
  return [...bySaying.values()].map(([first, ...copies]) => ({ first: first as ScoredSlot, copies }));
}

const kept = (matches: readonly ScoredSlot[], limit: number): Promise<Match[]> => bestOf(matches, [], limit);

it('names copies in the order of the matches until there are enough', async () => {
  const shard = {
    columns: {
      ids: Array.from({ length: 60 }, (_, slot) => `m${slot}`),
      saying: Array.from({ length: 60 }, (_, slot) => slot % 6),
    },
    loadDetails: async () => {},
  } as unknown as Shard;
  const parts = { words: 0, reach: 1, meaning: 0, speaker: 0, date: 0, name: 0, similarity: 0 };
  const relevances = [0.9, 0.8, 0.7, 0.7, 0.6, 0.5];
  const scored = relevances.map((relevance, slot) => ({ shard, slot, relevance, ...parts }));
  const unscored = Array.from({ length: 54 }, (_, index) => ({ shard, slot: index + 6 }));
  const named = async (maxNamed?: number) =>
    (await bestOf(scored, unscored, 6, maxNamed)).map(({ duplicates }) => duplicates.length);
  expect(await named()).toEqual([9, 9, 9, 9, 9, 9]);
  expect(await named(25)).toEqual([9, 9, 9, 0, 0, 0]);
  expect(await named(11)).toEqual([9, 9, 0, 0, 0, 0]);
});

/** Few different relevances, so that many matches tie, and copies of which some were scored. */
function tiedMatches(seed: number): {
  readonly scored: ScoredSlot[];
  readonly unscored: Array<Pick<ScoredSlot, 'shard' | 'slot'>>;
  readonly loaded: Set<number>;
} {
  let state = seed;
  const below = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  const count = 50 + below(400);
  const loaded = new Set<number>();
  const names = Array.from({ length: count }, (_, slot) => `m${(slot * 7_919) % 10_007}`);
  const sayings = 1 + below(60);
  const shard = {
    columns: {
      ids: {
        at(slot: number) {
          if (!loaded.has(slot)) throw new Error(`The id of ${slot} was not loaded`);
          return names[slot];
        },
      },
      saying: Array.from({ length: count }, () => below(sayings)),
    },
    loadDetails: async (slots: readonly number[]) => {
      for (const slot of slots) loaded.add(slot);
    },
  } as unknown as Shard;
  const parts = { words: 0, reach: 1, meaning: 0, speaker: 0, date: 0, name: 0, similarity: 0 };
  const slots = Array.from({ length: count }, (_, slot) => ({ shard, slot }));
  const scored = slots
    .filter(() => below(3) === 0)
    .map((each) => ({ ...each, relevance: below(4) / 4, ...parts }));
  const looked = new Set(scored.map(({ slot }) => slot));
  return { scored, unscored: slots.filter(({ slot }) => !looked.has(slot)), loaded };
}

it.each(Array.from({ length: 200 }, (_, seed) => seed))(
  'names the same first ids with a bound as without one (%i)',
  async (seed) => {
    const { scored, unscored, loaded } = tiedMatches(seed);
    const idsOf = (matches: readonly Match[]): string[] =>
      matches.flatMap(({ id, duplicates }) => [id, ...duplicates]);
    for (let maxNamed = 1; maxNamed <= 60; maxNamed += 1) {
      loaded.clear();
      const bounded = await bestOf(scored, unscored, 20, maxNamed);
      loaded.clear();
      const all = await bestOf(scored, unscored, 20);
      expect(idsOf(bounded).slice(0, maxNamed)).toEqual(idsOf(all).slice(0, maxNamed));
      expect(bounded.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    }
  },
);

const cases = [
  [1, 500, 20, 10],
  [2, 500, 400, 10],
  [3, 4_000, 3, 5],
  [4, 30, 30, 100],
  [5, 2_000, 1, 1],
  [6, 2_000, 50, 100],
] as const;

describe('REC-1: the best matches', async () => {
  it.each(cases)('are those that sorting all would give (%i)', async (seed, count, sayings, limit) => {
    const matches = matchesOf(seed, count, sayings);
    const expected = plainly(matches).slice(0, limit);
    expect((await kept(matches, limit)).map(idOf)).toStrictEqual(expected.map(({ first }) => idOf(first)));
  });

  it.each(cases)('name each copy once, and no others (%i)', async (seed, count, sayings, limit) => {
    const matches = matchesOf(seed, count, sayings);
    const copies = new Map(plainly(matches).map((each) => [idOf(each.first), each.copies.map(idOf)]));
    for (const match of await kept(matches, limit)) {
      expect(copies.get(idOf(match))).toEqual(expect.arrayContaining([...match.duplicates]));
      expect(new Set(match.duplicates).size).toBe(match.duplicates.length);
    }
  });

  it('name all copies', async () => {
    const named = (await kept(matchesOf(7, 200, 3), 100)).map(({ duplicates }) => [...duplicates].sort());
    const expected = plainly(matchesOf(7, 200, 3)).map(({ copies }) => copies.map(idOf).sort());
    expect(named).toStrictEqual(expected);
  });

  it('name a hundred copies at most', async () => {
    const [only] = await kept(matchesOf(8, 3_000, 1), 10);
    expect(only?.duplicates).toHaveLength(100);
  });
});
