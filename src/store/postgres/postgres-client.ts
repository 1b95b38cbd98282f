import { EngramError } from '../../errors.ts';
import type { BatchResult, SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import { asking, createWriters, marking, tookEffect, type Writer } from './commit-marks.ts';
import { inspectPostgres } from './inspect-postgres.ts';
import type { PostgresConnection, PostgresServer } from './postgres-connection.ts';
import { fromPostgresError, isContended, isLost, isNotReady, isViolation } from './postgres-errors.ts';
import { createNumbering } from './postgres-sql.ts';
import { retryWithin } from './retry.ts';
import { CommitLost, type Isolation, runOne, runTransaction } from './transaction.ts';

/** Default time to wait for a lost server, a free connection or other writers. */
const defaultMaxWaitMs = 10_000;

export interface PostgresClientOptions {
  /** The URL as it may be shown. */
  readonly shown: string;
  readonly canWrite: boolean;
  /** Whether the commit marks' table exists. Without it, a batch whose COMMIT was not answered is sent again unchecked. */
  readonly marksCommits: boolean;
  readonly maxWaitMs?: number;
}

/** PostgreSQL as a `SqlClient`. It waits for a lost connection, a restarting server and other writers. */
export function createPostgresClient(server: PostgresServer, options: PostgresClientOptions): SqlClient {
  const { shown, canWrite, maxWaitMs = defaultMaxWaitMs } = options;
  const numbering = createNumbering();
  const writers = options.marksCommits ? createWriters() : undefined;

  /** Lends a connection of the pool, and discards it when it was lost. */
  async function connected<Result>(
    use: (connection: PostgresConnection) => Promise<Result>,
  ): Promise<Result> {
    const connection = await server.connect();
    let broken = true;
    try {
      const result = await use(connection);
      broken = false;
      return result;
    } catch (error) {
      broken = error instanceof CommitLost || isLost(error);
      throw error;
    } finally {
      connection.release(broken);
    }
  }

  async function retryTransient<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const isTransient = (error: unknown) => isLost(error) || isNotReady(error) || isContended(error);
    try {
      return await retryWithin(maxWaitMs, isTransient, attempt);
    } catch (error) {
      throw fromPostgresError(error, shown);
    }
  }

  function query(statement: SqlStatement): Promise<readonly SqlRow[]> {
    return retryTransient(() =>
      connected(async (connection) => (await runOne(connection, numbering(statement))).rows),
    );
  }

  /** A writer is reused only once the outcome of its batch is known: until then the server may still be working on it. */
  async function attemptIn(
    isolation: Isolation,
    statements: readonly SqlStatement[],
    isForced: boolean,
  ): Promise<BatchResult> {
    const writer = writers?.take();
    const marks = writer === undefined ? [] : marking(writer);
    const result = await connected((connection) =>
      runTransaction(connection, isolation, statements, marks, numbering, isForced),
    ).catch(async (error: unknown) => {
      if (!(error instanceof CommitLost)) throw error;
      // Sent again, a batch that took effect would conflict with itself.
      if (writer !== undefined && (await hasTakenEffect(writer))) return error.result;
      throw error.cause;
    });
    if (writer !== undefined) writers?.giveBack(writer);
    return result;
  }

  async function hasTakenEffect(writer: Writer): Promise<boolean> {
    try {
      return tookEffect(writer, await query(asking(writer)));
    } catch (cause) {
      throw new EngramError(
        'store_unavailable',
        `The connection to ${shown} was lost in the middle of a commit, and it is not known whether that took effect. Look before you write the same again.`,
        { details: { url: shown }, cause },
      );
    }
  }

  /**
   * A refusal is believed only of one unchanging state. Between two looks at a state that others change, a row
   * they replaced is gone and its successor not seen yet, as if the record were missing.
   */
  async function attemptBatch(statements: readonly SqlStatement[], isForced: boolean): Promise<BatchResult> {
    try {
      const result = await attemptIn('READ COMMITTED', statements, isForced);
      if (result.committed) return result;
    } catch (error) {
      if (!isViolation(error)) throw error;
    }
    return attemptIn('REPEATABLE READ', statements, isForced);
  }

  return {
    canWrite,
    query,
    async batch(statements, isForced = false) {
      if (!canWrite) throw readOnly(shown);
      if (statements.length === 0) return { committed: true, changes: [] };
      return retryTransient(() => attemptBatch(statements, isForced));
    },
    // The server overwrites what was deleted when it vacuums, and keeps its log as long as it is told to.
    async scrub() {},
    inspect: (depth) => inspectPostgres(query, shown, depth),
    close: () => server.close(),
  };
}

function readOnly(shown: string): EngramError {
  return new EngramError(
    'store_read_only',
    `The PostgreSQL database ${shown} may only be read. Name the primary server or a user who may write.`,
    { details: { url: shown } },
  );
}
