import type { RecordedKey } from '../records/recorded.ts';
import type { ProjectOfUser } from './memory-changes.ts';

/** A value every SQL backend can bind. Booleans are written as 0 and 1. */
export type SqlValue = string | number | null | Uint8Array;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** One statement with `?` for each parameter. */
export interface SqlStatement {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  /** Roll the whole batch back unless this statement changed a row. */
  readonly mustAffect?: boolean;
}

/**
 * `changes` says how many rows each statement changed; `unaffected` is the index of the `mustAffect` statement
 * that changed nothing and undid the batch.
 */
export type BatchResult =
  | { readonly committed: true; readonly changes: readonly number[] }
  | { readonly committed: false; readonly unaffected: number };

/** The two functions a SQL database must offer. Database errors arrive as typed Engram errors. */
export interface SqlClient {
  /** False when the database may only be read. */
  readonly canWrite: boolean;
  query(statement: SqlStatement): Promise<readonly SqlRow[]>;
  /**
   * One transaction: every statement in order, or none of them. Waits for other writers. With `isForced`, it and all before it is
   * on the disk when this resolves, however the database is set.
   */
  batch(statements: readonly SqlStatement[], isForced?: boolean): Promise<BatchResult>;
  /** Makes deleted content unreadable in the files underneath, where the database can. */
  scrub(): Promise<void>;
  /** Size, place and problems, as the database itself sees them. */
  inspect(depth: 'quick' | 'thorough'): Promise<{
    location: string;
    sizeBytes: number;
    problems: string[];
    details: Record<string, SqlValue>;
  }>;
  close(): Promise<void>;
}

/** How a database differs from the SQL all of them share, as declared facts; shared code asks no names. */
export interface Dialect {
  readonly name: string;
  /** Column types that migrations name and this database has under another name. */
  readonly columnTypes: Readonly<Record<string, string>>;
  /** Column definition of a key that counts up by itself. */
  readonly countingKey: string;
  /** Statements a migration begins with, so that only one process migrates at a time and none is cut short. */
  readonly beforeMigration: readonly string[];
  /** Statements that create the tables the client of this database needs for itself. */
  readonly ownTables: readonly string[];
  /** A text of any length as an index takes it: itself, or a digest of it where keys have a limit. */
  indexKey(text: string): string;
  /** Expression for the text at a path of names, such as `task.category`, in a column of JSON; NULL where there is none. */
  jsonText(column: string, path: string): string;
  /** Statements that make the database carry out `update` for each step, called `new`, that comes after its run has ended. */
  onLateStep(update: string): readonly string[];
  /**
   * Statements that end when every transaction that has read this table has ended, and that keep others from reading it until
   * this transaction has ended. None where writers take turns.
   */
  awaitReaders(table: string): readonly string[];
  /** Condition on `memories m`: recorded, and not in the indexes of lists yet. */
  readonly waiting: string;
  /** Query for `waiting`: how many those are, or a few more. */
  readonly countWaiting: string;
  /** How changes of memories are tracked for those who follow them, whichever process made them. */
  readonly changes: {
    /** Statements that make the database keep track. */
    readonly create: readonly string[];
    /** Assignments of an UPDATE that make a row of `memories` new again. */
    readonly touch: string;
    /**
     * Expression on `memories m` that begins with the number of the row and is another one after each change of it.
     * One that a removed row had may come again.
     */
    readonly version: string;
    read(client: SqlClient, place: ProjectOfUser, mark: string | null, limit: number): Promise<ChangedRows>;
  };
  /** The same of messages and of runs that have ended. */
  readonly recordedChanges: {
    readonly create: readonly string[];
    read(client: SqlClient, place: ProjectOfUser, mark: string | null, limit: number): Promise<RecordedRows>;
  };
}

/** `RecordedChanges` before what has changed is read: the numbers of rows of `messages` and of `runs`. */
export interface RecordedRows extends Omit<ChangedRows, 'rows' | 'removed'> {
  readonly messages: readonly number[];
  readonly runs: readonly number[];
  readonly removed: readonly RecordedKey[];
}

/** `MemoryChanges` before its rows are decoded. */
export interface ChangedRows {
  readonly rows: readonly SqlRow[];
  readonly removed: readonly string[];
  readonly mark: string;
  readonly more: boolean;
  readonly restart: boolean;
}
