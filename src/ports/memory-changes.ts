import type { Memory, MemoryKind } from '../records/memory.ts';
import type { MemoryUse } from '../records/memory-life.ts';
import type { Outcome } from '../records/record.ts';
import type { RecordedKind } from '../records/recorded.ts';
import type { Scope } from '../records/scope.ts';

/** The vector of one memory, as it was at a revision, packed as its embedder's matrix takes it. */
export interface KeptVector {
  readonly id: string;
  readonly revision: number;
  readonly vector: Uint8Array;
}

/** A memory as an index over memories needs it. Unchecked, because there are many. */
export type MemoryEntry = Pick<
  Memory,
  | 'id'
  | 'scope'
  | 'kind'
  | 'text'
  | 'content'
  | 'tags'
  | 'derivedFrom'
  | 'createdAt'
  | 'expiresAt'
  | 'validUntil'
  | 'standing'
  | 'confidence'
  | 'confirmedAt'
  | 'successRate'
  | 'relevance'
  | 'revision'
> & {
  readonly sessionId: string | null;
  readonly position: number | null;
  /** The import whose word it is; see `claimedBy`. */
  readonly claimedBy: string | null;
};

/** What a search index holds: a memory, or something else that is recorded, with the fields of a memory. */
export type IndexEntry = Omit<MemoryEntry, 'kind'> & {
  readonly kind: MemoryKind | RecordedKind;
  /** Agents that read it besides its owner. */
  readonly readers?: readonly string[];
};

/** What happened to the memories of a project since a mark. */
export interface MemoryChanges {
  /** Recorded or revised. The same one may come more than once, and may be known already. */
  readonly entries: readonly MemoryEntry[];
  /** Ids of those that are gone. To be taken out before `entries` are put in: an id may come back. */
  readonly removed: readonly string[];
  /** Pass it on for what comes after. */
  readonly mark: string;
  /** Whether more waits beyond `limit`. */
  readonly more: boolean;
  /** The mark was too old to tell what is gone: forget everything and begin without a mark. */
  readonly restart: boolean;
}

/** A project of a user. */
export type ProjectOfUser = Pick<Scope, 'user' | 'project'>;

/** A use whose run has ended, and which has not been counted. */
export interface DueUse {
  readonly use: MemoryUse;
  readonly outcome: Outcome;
  readonly memory: Memory;
}
