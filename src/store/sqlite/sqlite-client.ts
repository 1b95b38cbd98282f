import { statSync } from 'node:fs';
import { EngramError } from '../../errors.ts';
import type { BatchResult, SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import { allRows, type Database, type PreparedStatement } from './driver.ts';
import { watchOpenedFile } from './opened-file.ts';
import { fromSqliteError, isBusy } from './sqlite-errors.ts';

/** Default time that a writer waits for others before it gives up. */
const defaultMaxWaitMs = 30_000;

/** Statements that are kept prepared. Engram has some hundreds; what is beyond that came once. */
const maxPrepared = 1_000;

export interface SqliteClientOptions {
  readonly path: string;
  readonly readOnly: boolean;
  readonly maxWaitMs?: number;
}

/** Thrown inside a transaction to undo it; never leaves this file. */
class Unaffected extends Error {
  readonly statement: number;
  constructor(statement: number) {
    super();
    this.statement = statement;
  }
}

/**
 * SQLite as a `SqlClient`. Every call runs to its end without yielding, so that callers in one process never
 * interleave inside a transaction; only waiting for another process is asynchronous.
 */
export function createSqliteClient(database: Database, options: SqliteClientOptions): SqlClient {
  const { path, readOnly, maxWaitMs = defaultMaxWaitMs } = options;
  const prepared = new Map<string, PreparedStatement>();
  const fileProblem = watchOpenedFile(path);

  function prepare(sql: string): PreparedStatement {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      // Texts differ by how many values are asked for, and a process that lives long meets ever new ones.
      if (prepared.size >= maxPrepared) prepared.clear();
      statement = database.prepare(withUnseenLimits(sql));
      prepared.set(sql, statement);
    }
    return statement;
  }

  function execute(statements: readonly SqlStatement[]): number[] {
    return statements.map(({ sql, parameters, mustAffect }, index) => {
      const changes = Number(prepare(sql).run(...parameters).changes);
      if (mustAffect === true && changes === 0) throw new Unaffected(index);
      return changes;
    });
  }

  function transaction(statements: readonly SqlStatement[]): number[] {
    prepare('BEGIN IMMEDIATE').run();
    try {
      const changes = execute(statements);
      prepare('COMMIT').run();
      return changes;
    } catch (error) {
      rollBack();
      throw error;
    }
  }

  /** A full disk may have rolled back already; then there is nothing left to undo. */
  function rollBack(): void {
    try {
      database.exec('ROLLBACK');
    } catch {}
  }

  /** SQLite answers "busy" here in a row and not by an error: 1 when a reader or a writer was in the way. */
  function emptiedLog(): boolean {
    const [answer] = allRows(prepare('PRAGMA wal_checkpoint(TRUNCATE)'), []);
    return answer?.['busy'] === 0;
  }

  /**
   * The packaged driver keeps a closed file open until its statements are collected, so SQLite's own tidying
   * comes late or never. A database that was closed must be complete in its one file, to be copied or moved.
   */
  function tidyUp(): void {
    try {
      emptiedLog();
    } catch {
      // Busy or damaged: the log stays beside the file, and the next one to open it reads both.
    }
  }

  /** Retries while another process holds the lock. The waits are short, random and do not block the event loop. */
  async function retryWhileBusy<Result>(attempt: () => Result): Promise<Result> {
    const deadline = Date.now() + maxWaitMs;
    for (let pause = 2; ; pause = Math.min(pause * 2, 100)) {
      try {
        return attempt();
      } catch (error) {
        if (!isBusy(error) || Date.now() > deadline) throw fromSqliteError(error, path);
        await pausing(pause);
      }
    }
  }

  function attemptBatch(statements: readonly SqlStatement[]): BatchResult {
    try {
      // A single statement is a transaction by itself, at half the price.
      const changes = statements.length === 1 ? execute(statements) : transaction(statements);
      return { committed: true, changes };
    } catch (error) {
      if (error instanceof Unaffected) return { committed: false, unaffected: error.statement };
      throw error;
    }
  }

  /** Statements run to their end without yielding, so nobody else commits in between. */
  function forced(attempt: () => BatchResult): BatchResult {
    const usual = Number(Object.values(allRows(prepare('PRAGMA synchronous'), [])[0] ?? {})[0]);
    database.exec('PRAGMA synchronous = FULL');
    try {
      return attempt();
    } finally {
      database.exec(`PRAGMA synchronous = ${usual}`);
    }
  }

  return {
    canWrite: !readOnly,

    query: (statement) =>
      retryWhileBusy((): SqlRow[] => allRows(prepare(statement.sql), statement.parameters)),

    async batch(statements, isForced = false) {
      const problem = fileProblem();
      if (problem !== undefined) throw lostFile(problem, path);
      return retryWhileBusy(() =>
        isForced ? forced(() => attemptBatch(statements)) : attemptBatch(statements),
      );
    },

    /**
     * Deleted content is overwritten in the pages; emptying the log removes the copies in it. A reader of the
     * log is waited for. When that takes too long the deletion stands all the same: closing empties the log.
     */
    async scrub() {
      if (readOnly) return;
      const deadline = Date.now() + maxWaitMs;
      while (!(await retryWhileBusy(emptiedLog)) && Date.now() < deadline) await pausing(50);
    },

    async inspect(depth) {
      const pragma = async (name: string): Promise<SqlRow[]> =>
        retryWhileBusy(() => database.prepare(`PRAGMA ${name}`).all() as SqlRow[]);
      const first = async (name: string) => Object.values((await pragma(name))[0] ?? {})[0] ?? null;
      const findings = depth === 'thorough' ? await pragma('quick_check') : [];
      const damage = findings.map((row) => String(Object.values(row)[0])).filter((found) => found !== 'ok');
      const problem = fileProblem();
      const version = allRows(prepare('SELECT sqlite_version() AS version'), []);
      return {
        location: path,
        sizeBytes: sizeOf(path) + sizeOf(`${path}-wal`),
        problems: problem === undefined ? damage : [problem, ...damage],
        details: {
          sqlite: version[0]?.['version'] ?? null,
          journalMode: await first('journal_mode'),
          synchronous: await first('synchronous'),
        },
      };
    },

    async close() {
      if (!readOnly) tidyUp();
      prepared.clear();
      database.close();
    },
  };
}

/**
 * SQLite plans by the value of a bare `LIMIT ?`, and so prepares such a statement anew each time one is bound, which takes
 * longer than most statements do. It does not look into an expression.
 */
function withUnseenLimits(sql: string): string {
  return sql.replaceAll('LIMIT ?', 'LIMIT +?');
}

function lostFile(problem: string, path: string): EngramError {
  return new EngramError(
    'store_unavailable',
    `${problem} Nothing is written to it any more: put the file back, and start again.`,
    { details: { path } },
  );
}

/** Random, so that waiting processes do not meet again. */
function pausing(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds * (0.5 + Math.random())));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
