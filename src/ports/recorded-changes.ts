import type { Outcome } from '../records/record.ts';
import type { RecordedKey } from '../records/recorded.ts';
import type { Viewer } from '../records/scope.ts';
import type { Message } from '../records/session.ts';
import type { MemoryChanges, MemoryEntry, ProjectOfUser } from './memory-changes.ts';

/** A message, or a run that has ended, as an index needs it. Unchecked, because there are many. */
export interface RecordedEntry extends RecordedKey, Pick<MemoryEntry, 'scope' | 'createdAt' | 'sessionId'> {
  /** Agents that read it besides its own: those that take part in the run. */
  readonly agents: readonly string[];
  /** What it says: `messageText` or `runText`. */
  readonly text: string;
  /** Messages of a session have growing positions; null for a run. */
  readonly position: number | null;
}

/** What happened to the messages and the ended runs of a project since a mark: like `MemoryChanges`. */
export interface RecordedChanges extends Omit<MemoryChanges, 'entries' | 'removed'> {
  readonly entries: readonly RecordedEntry[];
  readonly removed: readonly RecordedKey[];
}

/** A message or a run that was found. */
export interface FoundRecorded extends RecordedEntry {
  /** Who says the message; null for a run. */
  readonly role: Message['role'] | null;
  /** Which message of its session it is, from 1; null for a run. */
  readonly number: number | null;
  /** How the run ended; null for a message. */
  readonly outcome: Outcome | null;
  /** The template that the run re-executed, and whether an agent did it (`isByAgent`). */
  readonly templateId: string | null;
  readonly byAgent: boolean;
}

/** Reads what is found by its words besides memories. */
export interface RecordedReads {
  /**
   * What happened to the messages and the ended runs of a project since `mark` (null: from the beginning), about `limit` at a
   * time. A run is told again when steps or agents come to it later. For an index that serves several viewers: it asks for
   * what it answers by `getRecorded`, which knows who may see what.
   */
  recordedChanges(place: ProjectOfUser, mark: string | null, limit: number): Promise<RecordedChanges>;
  /** Those of these messages and ended runs that the viewer may see, in no order. */
  getRecorded(viewer: Viewer, keys: readonly RecordedKey[]): Promise<readonly FoundRecorded[]>;
}
