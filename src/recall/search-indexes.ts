import type { Settings } from '../config/settings.ts';
import type { MemoryQuery } from '../ports/memory-finder.ts';
import type { IndexEntry } from '../ports/store.ts';
import type { Match } from './index/best-matches.ts';
import type { SearchFilter } from './index/candidates.ts';
import { kindNumber } from './index/columns.ts';
import { StaleIndex } from './index/kept/segment.ts';
import type { PlaceIndex } from './index/place-index.ts';
import { searchShards } from './index/search-shards.ts';
import type { Shard } from './index/shard.ts';

/** Tried so often when other processes replace parts of the index while it is searched. */
const searchAttempts = 6;

/** A question with its words, each once, and its vector. */
export interface IndexQuestion {
  readonly text: string;
  readonly terms: readonly string[];
  /** So many of them an answer has itself. */
  readonly minWords: number;
  readonly vector: Promise<Float32Array | null> | null;
}

/** What an answer must be. */
export type Wanted = Pick<MemoryQuery, 'tag' | 'minSimilarity' | 'now' | 'limit' | 'maxNamed'> & {
  readonly kind?: IndexEntry['kind'] | undefined;
};

/**
 * The best matches in some indexes, as of all that was committed before the call. Undefined when one of them is not ready.
 *
 * @param ready reads all changes into an index; false when there are too many.
 * @param shardsNow those of the indexes that the reader searches.
 */
export async function searchIndexes(
  indexes: readonly PlaceIndex[],
  shardsNow: () => Shard[],
  { text, terms, minWords, vector: embedded }: IndexQuestion,
  wanted: Wanted,
  weights: Settings['recall']['relevance'],
  ready: (index: PlaceIndex, number: number) => Promise<boolean>,
): Promise<Match[] | undefined> {
  const filter = { ...filterFor(wanted), minWords };
  for (let attempt = 1; ; attempt += 1) {
    const [vector, ...areReady] = await Promise.all([embedded, ...indexes.map(ready)]);
    if (areReady.includes(false)) return undefined;
    const shards = shardsNow();
    try {
      const question = { text, terms, vector };
      const found = await searchShards(shards, question, weights, wanted.limit, filter);
      // Another search of this process may have opened the index anew.
      if (!isSame(shards, shardsNow())) throw new StaleIndex();
      return found;
    } catch (error) {
      // Segments were replaced meanwhile. The last attempt may fail: then something else is wrong.
      if (!(error instanceof StaleIndex) || attempt === searchAttempts) throw error;
      // Once may be this process itself, which has kept the index while this search was reading it.
      if (attempt > 1) for (const index of indexes) index.reopen();
    }
  }
}

function isSame(left: readonly Shard[], right: readonly Shard[]): boolean {
  return left.length === right.length && left.every((shard, place) => shard === right[place]);
}

function filterFor({ kind, tag, minSimilarity = 0, now, maxNamed }: Wanted): SearchFilter {
  // What points away from the question may still have its words.
  const least = minSimilarity > 0 ? minSimilarity : -1;
  return {
    kind: kind === undefined ? undefined : kindNumber(kind),
    tag,
    minSimilarity: least,
    now,
    maxNamed,
  };
}
