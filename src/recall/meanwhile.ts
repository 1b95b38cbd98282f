import type { Settings } from '../config/settings.ts';
import type { MemoryQuery, RecordedQuery } from '../ports/memory-finder.ts';
import type { IndexEntry, Store } from '../ports/store.ts';
import { beginningsOf } from '../text/terms.ts';
import type { Match } from './index/best-matches.ts';
import { type IndexedCorpus, onlyThese } from './index/corpus.ts';
import type { IndexedPart } from './index/indexed-part.ts';
import { createPlaceIndex, type PlaceIndex } from './index/place-index.ts';
import type { Shard } from './index/shard.ts';
import type { MeaningSpace } from './meaning.ts';
import { type IndexQuestion, searchIndexes } from './search-indexes.ts';

/** Words of a question that are looked for, the longest ones: each is compared with every text. */
const maxWords = 12;
/** What is compared with the question, of all that contains its words. */
const maxCompared = 500;

/** What the store finds by words: at most `limit`, with more of the words first. */
export type ReadByWords = (words: readonly string[], limit: number) => Promise<readonly IndexEntry[]>;

/** Where to search while there is no index. */
export interface UnindexedPart {
  readonly part: IndexedPart;
  readonly corpus: IndexedCorpus;
  readonly meaning: MeaningSpace | null;
  readonly read: ReadByWords;
  /** Which shards of an index of what was read are searched. */
  shardsOf(index: PlaceIndex): readonly Shard[];
}

/**
 * Answers a question while an index is not ready: an index of what contains the words of the question is made, searched like any
 * other, and forgotten. What only means the same is not found, and how rare a word is is known only among what was read.
 */
export async function searchMeanwhile<Found>(
  store: Store,
  { part, corpus, meaning, read, shardsOf }: UnindexedPart,
  question: IndexQuestion,
  wanted: MemoryQuery | RecordedQuery,
  weights: Settings['recall']['relevance'],
  foundIn: (match: Match) => Found,
): Promise<Found[]> {
  const words = beginningsOf(question.text).sort((left, right) => right.length - left.length);
  const entries = await read(words.slice(0, maxWords), maxCompared);
  const options = { corpus: onlyThese(entries, corpus), keeping: null };
  const index = createPlaceIndex(store, part, meaning, options);
  try {
    const shardsNow = (): Shard[] => [...shardsOf(index)];
    const matches = await searchIndexes([index], shardsNow, question, wanted, weights, () =>
      index.followOn(),
    );
    return (matches ?? []).map(foundIn);
  } finally {
    index.free();
  }
}
