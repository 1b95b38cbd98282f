import type { Shard } from './shard.ts';

/** How relevant a memory is, and why. Each part is from 0 to 1. */
export interface Match {
  readonly shard: Shard;
  readonly slot: number;
  readonly relevance: number;
  readonly words: number;
  readonly meaning: number;
  readonly speaker: number;
  readonly date: number;
  readonly similarity: number;
  /** Ids of memories that say the same, word for word, and are no more relevant. */
  readonly duplicates: string[];
}

/** The best matches so far. */
export type Best = ReturnType<typeof createBest>;

/** More copies than these are not named. */
const maxDuplicates = 1_000;

/**
 * Keeps the best matches so far, of those that say the same the best. Equal ones are told apart by id, newer ones
 * first, whatever shard they are in.
 */
export function createBest(limit: number) {
  let bySaying = new Map<number, Match>();
  let floor = 0;
  const cut = (): Match[] => {
    const kept = [...bySaying.values()].sort(bestFirst).slice(0, limit);
    bySaying = new Map(kept.map((match) => [sayingOf(match), match]));
    if (kept.length === limit) floor = kept.at(-1)?.relevance ?? 0;
    return kept;
  };
  return {
    /** Nothing below this is worth adding. */
    floor: () => floor,
    /**
     * Whether one that says the same is kept and better; it then names this one, which need not be added. Where
     * thousands say the same, this is what a search does for nearly each of them.
     */
    isCopy(shard: Shard, slot: number, relevance: number): boolean {
      const same = bySaying.get(shard.columns.saying[slot] as number);
      if (same === undefined || same.relevance < relevance) return false;
      const id = shard.columns.ids[slot] as string;
      if (same.relevance === relevance && idOf(same) < id) return false;
      if (same.duplicates.length < maxDuplicates) same.duplicates.push(id);
      return true;
    },
    /** Takes one in that is not a copy. Answers the new floor. */
    add(match: Match): number {
      const worse = bySaying.get(sayingOf(match));
      if (worse !== undefined) {
        match.duplicates.push(...[idOf(worse), ...worse.duplicates].slice(0, maxDuplicates));
      }
      bySaying.set(sayingOf(match), match);
      // Sorting now and then is cheaper than keeping order all the time.
      if (bySaying.size >= limit * 4) cut();
      return floor;
    },
    all: cut,
  };
}

function sayingOf({ shard, slot }: Match): number {
  return shard.columns.saying[slot] as number;
}

function bestFirst(left: Match, right: Match): number {
  return right.relevance - left.relevance || (idOf(left) < idOf(right) ? 1 : -1);
}

export function idOf({ shard, slot }: Pick<Match, 'shard' | 'slot'>): string {
  return shard.columns.ids[slot] ?? '';
}
