import type { FoundMemory } from '../../ports/memory-finder.ts';
import type { Shard } from './shard.ts';

type MatchScores = Pick<FoundMemory, 'relevance' | 'words' | 'meaning' | 'speaker' | 'date' | 'similarity'>;

/** How relevant a memory is, and why. */
export interface Match extends MatchScores {
  readonly shard: Shard;
  readonly slot: number;
  /** Ids of memories that say the same, word for word, and are no more relevant. */
  readonly duplicates: string[];
}

export type Best = ReturnType<typeof createBest>;

/** More copies than these are not named. */
const maxDuplicates = 1_000;

/** Keeps the best matches so far, and of copies the best. Equally relevant ones are ordered by id, newer ones first. */
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
    /** The relevance below which a match is not among the best. */
    floor: () => floor,
    /**
     * Whether a better copy of a memory is kept; it then names this one, which need not be added. Where thousands say the
     * same, a search does only this for nearly each of them.
     */
    isCopy(shard: Shard, slot: number, relevance: number): boolean {
      const same = bySaying.get(shard.columns.saying[slot] as number);
      if (same === undefined || same.relevance < relevance) return false;
      const id = shard.columns.ids.at(slot);
      if (same.relevance === relevance && idOf(same) < id) return false;
      if (same.duplicates.length < maxDuplicates) same.duplicates.push(id);
      return true;
    },
    /** Adds a match that is not a copy. Returns the new floor. */
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
  return shard.columns.ids.at(slot);
}
