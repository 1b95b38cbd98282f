/** A value every SQL backend can bind. Booleans are written as 0 and 1. */
export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** One statement with `?` for each parameter. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
  /** Roll the whole batch back unless this statement changed a row. */
  readonly mustAffect?: boolean;
}

/** `unaffected` is the index of the `mustAffect` statement that changed nothing and undid the batch. */
export type BatchResult =
  | { readonly committed: true }
  | { readonly committed: false; readonly unaffected: number };

/** The two functions a SQL database must offer. Database errors arrive as typed Engram errors. */
export interface SqlClient {
  /** False when the database may only be read. */
  readonly canWrite: boolean;
  query(statement: Statement): Promise<readonly SqlRow[]>;
  /** One transaction: every statement in order, or none of them. Waits for other writers. */
  batch(statements: readonly Statement[]): Promise<BatchResult>;
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
  /** Column definition of a key that counts up by itself. */
  readonly countingKey: string;
  /** Column definition of a key that refers to such a one. */
  readonly integerKey: string;
  /** Full-text search over `memory_terms`. */
  readonly text: {
    /** Statements that create the index and keep it equal to that table. */
    readonly create: readonly string[];
    /** FROM clause that yields `memories m` and `memory_terms w` together with the index. */
    readonly from: string;
    /** Condition with one parameter, the value of `query`. */
    readonly condition: string;
    /** ORDER BY clause, best matches first. */
    readonly bestFirst: string;
    /** Any of these terms. */
    query(terms: readonly string[]): string;
  };
}
