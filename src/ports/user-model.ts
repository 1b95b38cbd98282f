import type { Viewer } from '../records/scope.ts';
import type { UserEntry } from '../records/user-entry.ts';

/** What is given of an entry when it is stored; the times are the backend's. */
export type GivenEntry = Omit<UserEntry, 'createdAt' | 'updatedAt'>;

/**
 * Keeps what is known about users, key by key (STO-5). One user's keys are never seen with the id of another. Whatever it is
 * given has lost its secrets before.
 */
export interface UserModelBackend {
  /** `local (SQLite)`. */
  readonly name: string;
  /** Whether what it keeps leaves this machine. */
  readonly isCloud: boolean;
  /** Where it keeps entries, in words, without a path or a key. */
  readonly location: string;
  readonly requiresApiKey: boolean;
  /** Whether it answers now. Never rejects. */
  isAvailable(): Promise<boolean>;
  /** Keeps an entry in place of what the key had before. False when nothing is kept. */
  store(entry: GivenEntry): Promise<boolean>;
  retrieve(userId: string, key: string): Promise<UserEntry | undefined>;
  /** Entries of the user that fit a query in any words, best first. */
  query(userId: string, text: string, limit: number): Promise<readonly UserEntry[]>;
  /** Sorted; at most as many as `maxListedKeys`. */
  listKeys(userId: string): Promise<readonly string[]>;
  /**
   * False when there is no such entry.
   *
   * @throws `unsupported` by a backend that cannot delete one entry.
   */
  delete(userId: string, key: string): Promise<boolean>;
}

/** Keys that a backend lists at most. */
export const maxListedKeys = 10_000;

/** The backends of one viewer: records of another user, project or agent are out of their reach. */
export interface UserModels {
  readonly active: UserModelBackend;
  /** All that are configured, the active one among them. */
  readonly configured: readonly UserModelBackend[];
  /** Why it is the active one. */
  readonly reason: string;
  /** Why it is not the one that was asked for; null when it is. */
  readonly warning: string | null;
}

/** Opens the backends of a viewer. Which one is active is decided once in the life of an engine. */
export type OpenUserModels = (viewer: Viewer) => Promise<UserModels>;
