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
const mostDuplicates = 1_000;

/**
 * Keeps the best matches so far, of those that say the same the best. Equal ones are told apart by id, newer ones
 * first, whatever shard they are in.
 */
export function createBest(limit: number) {
  let kept: Match[] = [];
  let added: Match[] = [];
  let floor = 0;
  const cut = (): void => {
    kept = withoutDuplicates(kept, added).sort(bestFirst).slice(0, limit);
    added = [];
    if (kept.length === limit) floor = kept.at(-1)?.relevance ?? 0;
  };
  return {
    /** Nothing below this is worth adding. */
    floor: () => floor,
    /** Answers the new floor. */
    add(match: Match): number {
      added.push(match);
      // Sorting now and then is cheaper than keeping order all the time.
      if (kept.length + added.length >= limit * 4) cut();
      return floor;
    },
    all(): Match[] {
      cut();
      return kept;
    },
  };
}

/** The best of each saying. Copies are sorted among themselves: where there are thousands, all others are few. */
function withoutDuplicates(kept: readonly Match[], added: readonly Match[]): Match[] {
  const bySaying = new Map<number, Match[]>();
  for (const match of kept) bySaying.set(sayingOf(match), [match]);
  for (const match of added) {
    const saying = sayingOf(match);
    const same = bySaying.get(saying);
    if (same === undefined) bySaying.set(saying, [match]);
    else same.push(match);
  }
  const best: Match[] = [];
  for (const same of bySaying.values()) {
    if (same.length > 1) same.sort(bestFirst);
    const [first] = same;
    if (first === undefined) continue;
    for (let place = 1; place < same.length; place += 1) nameIn(first.duplicates, same[place] as Match);
    best.push(first);
  }
  return best;
}

/** Written out, because a search may come here for every memory. */
function nameIn(names: string[], copy: Match): void {
  if (names.length < mostDuplicates) names.push(idOf(copy));
  for (const id of copy.duplicates) {
    if (names.length >= mostDuplicates) return;
    names.push(id);
  }
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
