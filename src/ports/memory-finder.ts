import type { MemoryKind } from '../records/memory.ts';
import type { RecordedKey, RecordedKind } from '../records/recorded.ts';
import type { Viewer } from '../records/scope.ts';

/** What to look for, and among what. */
export interface MemoryQuery {
  readonly query: string;
  readonly kind?: MemoryKind | undefined;
  readonly tag?: string | undefined;
  /** Only memories whose own vector is at least this close to that of the query. */
  readonly minSimilarity?: number | undefined;
  /** Only memories that have at least so many different words of the query themselves; those around them do not count. */
  readonly minWords?: number | undefined;
  /** Searches by words alone, without meaning. */
  readonly wordsOnly?: boolean | undefined;
  readonly now: number;
  readonly limit: number;
  /** For those who must not miss anything: waits until the index is whole. Otherwise, words find until it is. */
  readonly waitForIndex?: boolean | undefined;
  /** Once so many ids are named, copies of the memories that follow are not. All are by default, within bounds. */
  readonly maxNamed?: number | undefined;
}

/** A memory that is relevant to a query, and why. Each part is from 0 to 1. */
export interface FoundMemory {
  readonly id: string;
  /** All parts together: 1 is the best there can be without a name, which adds up to 1. */
  readonly relevance: number;
  readonly words: number;
  /** The highest `words` that a memory of its length could have. */
  readonly reach: number;
  /** How close the meaning is, of the memory together with what was said before and after it. */
  readonly meaning: number;
  /** 1 when it was said by somebody the query names. */
  readonly speaker: number;
  /** How well the time fits, when the query names one. */
  readonly date: number;
  /** Which share of the things that the query names it names, too. */
  readonly name: number;
  /** How close the meaning of the memory alone is. */
  readonly similarity: number;
  /** Ids of memories that say the same, word for word. */
  readonly duplicates: readonly string[];
  readonly createdAt: number;
  readonly confidence: number;
  readonly confirmedAt: number;
  readonly success: number | null;
}

/** What to look for among messages and ended runs. */
export interface RecordedQuery extends Omit<MemoryQuery, 'kind' | 'tag'> {
  readonly kind?: RecordedKind | undefined;
  readonly tag?: undefined;
}

/** A message or an ended run that is relevant to a query, and why. */
export interface RecordedMatch extends RecordedKey, Omit<FoundMemory, 'id' | 'duplicates'> {
  /** Those that say the same, word for word. */
  readonly duplicates: readonly RecordedKey[];
}

/** Asked about a text by its place. */
export type Matters = (place: number, most: number) => boolean;

/** Finds memories by what they say. It knows those that were committed before it was asked, by whichever process. */
export interface MemoryFinder {
  /**
   * The most relevant first. Ids of memories that have just been deleted may be among them: callers read each from the
   * store, which also checks who may see it.
   */
  find(viewer: Viewer, query: MemoryQuery): Promise<readonly FoundMemory[]>;
  /** The same among the messages and the ended runs that the viewer may read; no grant opens them to others. */
  findRecorded(viewer: Viewer, query: RecordedQuery): Promise<readonly RecordedMatch[]>;
  /**
   * How much a text has in common with each of the others, in words and in meaning, from 0 to 1.
   *
   * @param matters whether it matters how close one of the others is, if it has at most so much in common. The meaning of those that do
   * not matter is not compared.
   */
  similarity(text: string, others: readonly string[], matters?: Matters): Promise<readonly number[]>;
}
