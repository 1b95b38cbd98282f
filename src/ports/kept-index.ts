import type { ProjectOfUser } from './memory-changes.ts';

/**
 * What is kept of a search index from one process to the next: bytes that only the index understands, in parts, so that a
 * search reads what it needs. It is made from memories and can be made again at any time.
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
  keptIndex(place: ProjectOfUser): Promise<KeptIndex | undefined>;
  /** Parts of it, each once and in no order; those that are gone are left out. */
  indexParts(place: ProjectOfUser, wanted: readonly IndexPartName[]): Promise<readonly IndexPart[]>;
}
