import { EngramError } from '../../errors.ts';
import type { SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { connectWithPg } from './pg-server.ts';
import { createPostgresClient } from './postgres-client.ts';
import type { PostgresServer } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { fromPostgresError, isNotReady } from './postgres-errors.ts';
import { type PostgresLocation, parsePostgresUrl } from './postgres-url.ts';
import { retryWithin } from './retry.ts';

export interface PostgresOptions {
  /** `postgres://USER:PASSWORD@HOST/DATABASE`, and perhaps `?schema=NAME&pool_max=NUMBER`. */
  readonly url: string;
  readonly now: number;
  /** How many memories may wait to be indexed before a search indexes them. */
  readonly indexAfter?: number;
  /** How long to wait for a lost server and for other writers. */
  readonly maxWaitMs?: number;
  /** How to reach the server. */
  readonly connect?: (location: PostgresLocation) => Promise<PostgresServer>;
}

const oldestVersion = 13;
const waitForStartMs = 10_000;

/** Reaches the server, brings the tables up to date and returns a store that is ready. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  const { connect = connectWithPg, maxWaitMs, indexAfter, now } = options;
  const location = parsePostgresUrl(options.url);
  const server = await connect(location);
  const clientThat = (can: { canWrite: boolean; marksCommits: boolean }): SqlClient =>
    createPostgresClient(server, {
      shown: location.shown,
      ...can,
      ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
    });
  try {
    await reach(server, maxWaitMs ?? waitForStartMs);
    const { canWrite, hasLedger } = await examine(
      clientThat({ canWrite: true, marksCommits: false }),
      location,
    );
    // Without commit marks: everything that opening writes may be written twice.
    const opening = clientThat({ canWrite, marksCommits: false });
    const version = await migrate(opening, postgresDialect, now, hasLedger);
    const client = clientThat({ canWrite, marksCommits: true });
    return createSqlStore(client, postgresDialect, version, indexAfter);
  } catch (error) {
    await server.close();
    throw fromPostgresError(error, location.shown);
  }
}

/** Waits for a server that is starting. One that cannot be reached is probably misspelled, so that fails at once. */
async function reach(server: PostgresServer, maxWaitMs: number): Promise<void> {
  const connection = await retryWithin(maxWaitMs, isNotReady, () => server.connect());
  connection.release(false);
}

const facts = `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
    current_schema() AS schema, pg_is_in_recovery()::int AS is_copy, current_setting('transaction_read_only') AS read_only,
    to_regclass(quote_ident(current_schema()) || '.engram_migrations')::text AS ledger,
    has_table_privilege(to_regclass(quote_ident(current_schema()) || '.memories'), 'INSERT')::int AS may_insert,
    (SELECT c.relname FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') LIMIT 1) AS some_table`;

/** Refuses an unsuitable database now, where PostgreSQL would fail later and with a less helpful message. */
async function examine(
  client: SqlClient,
  location: PostgresLocation,
): Promise<{ canWrite: boolean; hasLedger: boolean }> {
  const ask = async (): Promise<SqlRow> => (await client.query({ sql: facts, parameters: [] }))[0] ?? {};
  let found = await ask();
  const readOnly = found['is_copy'] === 1 || found['read_only'] === 'on';
  if (found['schema'] === null && location.schema !== null && !readOnly) {
    await createSchema(client, location.schema);
    found = await ask();
  }
  const refusal = whyNot(found);
  if (refusal !== undefined) {
    throw new EngramError('store_unavailable', `The PostgreSQL database ${location.shown} ${refusal}`, {
      details: { url: location.shown },
    });
  }
  const hasLedger = found['ledger'] !== null;
  return { canWrite: !readOnly && (!hasLedger || found['may_insert'] !== 0), hasLedger };
}

async function createSchema(client: SqlClient, schema: string): Promise<void> {
  const statements = [...postgresDialect.beforeMigration, `CREATE SCHEMA IF NOT EXISTS ${schema}`];
  await client.batch(statements.map((sql) => ({ sql, parameters: [] })));
}

function whyNot(found: SqlRow): string | undefined {
  if (Number(found['version']) < oldestVersion * 10_000) {
    return `is of a version before ${oldestVersion}. Use a newer server.`;
  }
  if (found['encoding'] !== 'UTF8') {
    return `is encoded in ${found['encoding']}, which cannot keep every text. Create one with ENCODING 'UTF8'.`;
  }
  if (found['schema'] === null) {
    return 'has no schema that this user may use. Grant it, or name another with schema=engram in the URL.';
  }
  if (found['ledger'] === null && found['some_table'] !== null) {
    return `belongs to another program: its schema "${found['schema']}" has a table "${found['some_table']}". Give Engram a schema of its own with schema=engram in the URL; nothing was changed.`;
  }
  return undefined;
}
