import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { onTestFinished, type TestContext } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore, type PostgresOptions } from '../../src/store/postgres/open-postgres.ts';

/** The URL of a server to test with: a database in which schemas may be made and dropped. */
export const serverUrl = process.env['ENGRAM_TEST_POSTGRES'];

export const whyNoServer = 'ENGRAM_TEST_POSTGRES names no PostgreSQL server to test with';

/** The URL of the server, or the test is skipped. */
export function requireServer(context: TestContext): string {
  if (serverUrl === undefined) return context.skip(whyNoServer);
  return serverUrl;
}

export function withParameters(url: string, parameters: Readonly<Record<string, string>>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(parameters)) changed.searchParams.set(name, value);
  return changed.href;
}

export const uniqueSchema = (): string => `engram_test_${randomUUID().slice(0, 8)}`;

/** What may be asked and done past Engram. */
export interface Administrator {
  /** `settings` are made first and forgotten afterwards. */
  ask(sql: string, values?: readonly unknown[], settings?: readonly string[]): Promise<pg.QueryResultRow[]>;
  /** Does this and commits it only when the answer is called, together with what that is given. */
  inTransaction(sql: string): Promise<(more?: string) => Promise<void>>;
  /** Keeps everybody from a table until the answer is called. */
  lock(table: string): Promise<() => Promise<void>>;
  dropSchemas(prefix: string): Promise<void>;
  close(): Promise<void>;
}

export function createAdministrator(url: string): Administrator {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // A test that ends all connections of the server ends these too.
  pool.on('error', () => {});
  async function ask(
    sql: string,
    values: readonly unknown[] = [],
    settings: readonly string[] = [],
  ): Promise<pg.QueryResultRow[]> {
    if (settings.length === 0) return (await pool.query(sql, [...values])).rows;
    const client = await pool.connect();
    try {
      for (const statement of ['BEGIN', ...settings]) await client.query(statement);
      return (await client.query(sql, [...values])).rows;
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  async function inTransaction(sql: string): Promise<(more?: string) => Promise<void>> {
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query(sql);
    return async (more) => {
      if (more !== undefined) await client.query(more);
      await client.query('COMMIT');
      client.release();
    };
  }

  return {
    ask,
    inTransaction,
    lock: (table) => inTransaction(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`),
    async dropSchemas(prefix) {
      const schemas = await ask('SELECT nspname AS name FROM pg_namespace WHERE starts_with(nspname, $1)', [
        prefix,
      ]);
      for (const { name } of schemas) await ask(`DROP SCHEMA ${name} CASCADE`);
    },
    close: () => pool.end(),
  };
}

/** A schema that does not exist yet and is dropped when the running test is over, and someone who looks into it. */
export function aNewSchema(url: string): { url: string; schema: string; administrator: Administrator } {
  const schema = uniqueSchema();
  const administrator = createAdministrator(url);
  onTestFinished(async () => {
    await administrator.dropSchemas(schema);
    await administrator.close();
  });
  return { url: withParameters(url, { schema }), schema, administrator };
}

/** Opens a store that is closed when the running test is over. */
export async function openForTest(
  url: string,
  options: Partial<Omit<PostgresOptions, 'url'>> = {},
): Promise<Store> {
  const store = await openPostgresStore({ url, now: 0, ...options });
  onTestFinished(() => store.close());
  return store;
}
