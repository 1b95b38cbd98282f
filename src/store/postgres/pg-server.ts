import type { PoolClient } from 'pg';
import type { SqlRow } from '../../ports/sql-client.ts';
import type { PostgresConnection, PostgresServer } from './postgres-connection.ts';
import { type NumberedStatement, parserOf, type StatementResult } from './postgres-sql.ts';
import type { PostgresLocation } from './postgres-url.ts';

const second = 1_000;

/** What every connection is opened with. The URL may say otherwise of those that PostgreSQL knows. */
const settings = {
  application_name: 'engram',
  /** For a connection to be made, or to become free. */
  connectionTimeoutMillis: 5 * second,
  idleTimeoutMillis: 30 * second,
  /** A program that is done may end although connections are open. */
  allowExitOnIdle: true,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10 * second,
  /** Statements are sent without waiting for the answer to the one before. */
  pipeline: true,
  statement_timeout: 30 * second,
  /** A process that was stopped in the middle of a transaction must not keep its locks for ever. */
  idle_in_transaction_session_timeout: 30 * second,
  /** For a network that swallows everything. Far above what the server allows, as a migration may take long. */
  query_timeout: 600 * second,
  types: { getTypeParser: (type: number) => parserOf(type) },
};

/** A server through the package `pg`, which is loaded here, on first use. */
export async function connectWithPg(location: PostgresLocation): Promise<PostgresServer> {
  const { Pool } = await import('pg');
  const pool = new Pool({ ...settings, max: location.poolMax, connectionString: location.url });
  // A broken connection leaves the pool by itself, and its user gets the error. Without these listeners Node would treat
  // the event as an uncaught error and end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let closing: Promise<void> | undefined;
  return {
    connect: async () => connectionOf(await pool.connect()),
    close() {
      closing ??= pool.end();
      return closing;
    },
  };
}

function connectionOf(client: PoolClient): PostgresConnection {
  return {
    run: (statements) => Promise.allSettled(statements.map((statement) => runOne(client, statement))),
    release: (broken) => client.release(broken),
  };
}

async function runOne(client: PoolClient, statement: NumberedStatement): Promise<StatementResult> {
  const { rows, rowCount } = await client.query<SqlRow>({ ...statement, values: [...statement.values] });
  return { rows, changes: rowCount ?? 0 };
}
