import type { MemoryKind, Standing } from './memory.ts';
import type { ageMeasures } from './retention.ts';
import type { Scope } from './scope.ts';

/** The kinds of records that grow without end, and that retention is about. */
export const growingKinds = ['memory', 'run', 'session'] as const;

/** Records of a project to look over, delete or archive: those that fit everything that is said. */
export interface RecordSelection extends Pick<Scope, 'user' | 'project'> {
  readonly of: (typeof growingKinds)[number];
  /** Those of one agent, or with null the project's own; left out: everybody's of the project. */
  readonly agent?: string | null | undefined;
  /**
   * Those that are as old: memories by when they were created or last used, sessions by their last message, runs by their
   * end. Runs that have not ended have no age.
   */
  readonly before?: number | undefined;
  readonly by?: (typeof ageMeasures)[number] | undefined;
  /** Of memories: what they must be. */
  readonly kind?: MemoryKind | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly topic?: string | undefined;
  readonly standings?: readonly Standing[] | undefined;
}

/** One record of a selection. */
export interface SelectedRecord {
  readonly id: string;
  readonly scope: Scope;
  readonly createdAt: number;
  /** The kind of memory, `run` or `session`. */
  readonly kind: string;
}

/** How many records of a kind are selected, those under a hold apart. */
export interface SelectedCount {
  readonly kind: string;
  readonly held: boolean;
  readonly count: number;
  /** When the oldest and the newest were created. */
  readonly oldest: number;
  readonly newest: number;
}
