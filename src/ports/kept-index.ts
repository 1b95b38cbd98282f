import type { ProjectOfUser } from './memory-changes.ts';

/** What an index is made of: the memories of a project, its messages and ended runs, or those memories that are shared with one reader. */
export type Corpus = 'memories' | 'recorded' | SharedCorpus;

/** Names a reader; the index says itself which grants it was made by. */
export type SharedCorpus = `shared ${string}`;

/** Where an index is kept: of a project, its memories unless said otherwise. */
export interface IndexPlace extends ProjectOfUser {
  readonly corpus?: Corpus;
}

/**
 * What is kept of a search index from one process to the next: bytes that only the index understands, in parts, so that a
 * search reads what it needs. It is made from records and can be made again at any time.
 */
export interface KeptIndex {
  /** Counts how often it was written: who writes it says which one was read. */
  readonly generation: number;
  readonly about: Uint8Array;
}

/** Names a part of a kept index. Segments are written and dropped as a whole. */
export interface IndexPartName {
  readonly segment: number;
  readonly name: string;
}

/** A part of a kept index. */
export interface IndexPart extends IndexPartName {
  readonly bytes: Uint8Array;
}

/** Reads what is kept of indexes. They serve several viewers, so they take none. */
export interface KeptIndexReads {
  /** The index that is kept of a project; undefined when there is none. */
  keptIndex(place: IndexPlace): Promise<KeptIndex | undefined>;
  /** Parts of it, each once and in no order; those that are gone are left out. */
  indexParts(place: IndexPlace, wanted: readonly IndexPartName[]): Promise<readonly IndexPart[]>;
}
