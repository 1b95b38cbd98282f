import type { NumberedStatement, StatementResult } from './postgres-sql.ts';

/** One connection, for one user at a time. */
export interface PostgresConnection {
  /** Sends all statements at once, to wait for the network only once. Answers each in order; one that fails stops none. */
  run(
    statements: readonly NumberedStatement[],
  ): Promise<ReadonlyArray<PromiseSettledResult<StatementResult>>>;
  /** Gives it back. A `broken` one is closed and not used again. */
  release(broken: boolean): void;
}

/** A server, as far as a client needs it. */
export interface PostgresServer {
  /** Waits for a free connection. */
  connect(): Promise<PostgresConnection>;
  close(): Promise<void>;
}
