import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SqlClient } from '../../src/ports/sql-client.ts';
import { migrate } from '../../src/store/sql/migrate.ts';
import { type Migration, migrations } from '../../src/store/sql/migrations.ts';
import { type Database, loadDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { createSqliteClient } from '../../src/store/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../src/store/sqlite/sqlite-dialect.ts';
import { aMemory } from '../../src/testing/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

const newFile = (): string => join(temporaryFolder(), 'memory.db');

/** The file as SQLite sees it, without Engram in between. */
async function openRaw(path: string): Promise<Database> {
  const { DatabaseSync } = await loadDriver();
  const database = new DatabaseSync(path, { readOnly: false, timeout: 1_000 });
  onTestFinished(() => database.close());
  return database;
}

async function openClient(path: string): Promise<SqlClient> {
  return createSqliteClient(await openRaw(path), { path, readOnly: false });
}

async function ledgerOf(client: SqlClient): Promise<unknown[]> {
  const rows = await client.query({
    sql: 'SELECT version, name, applied_at FROM engram_migrations ORDER BY version',
    parameters: [],
  });
  return rows.map((row) => ({ ...row }));
}

async function tablesOf(client: SqlClient): Promise<unknown[]> {
  const rows = await client.query({
    sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
    parameters: [],
  });
  return rows.map((row) => row['name']);
}

const step = (version: number, ...statements: string[]): Migration => ({
  version,
  name: `step ${version}`,
  statements: () => statements,
});

describe('STO-4: migrations', () => {
  it('are numbered from 1 on without a gap', () => {
    expect(migrations.map((migration) => migration.version)).toStrictEqual(
      migrations.map((_, index) => index + 1),
    );
  });

  it('are applied in order, each with a row in the ledger that tells when', async () => {
    const client = await openClient(newFile());
    const steps = [step(1, 'CREATE TABLE first (a TEXT)'), step(2, 'ALTER TABLE first ADD COLUMN b TEXT')];
    expect(await migrate(client, sqliteDialect, 77, false, steps)).toBe(2);
    expect(await ledgerOf(client)).toStrictEqual([
      { version: 1, name: 'step 1', applied_at: 77 },
      { version: 2, name: 'step 2', applied_at: 77 },
    ]);
  });

  it('go on where an older Engram stopped, and keep what is there', async () => {
    const client = await openClient(newFile());
    const old = [step(1, 'CREATE TABLE first (a TEXT)', "INSERT INTO first VALUES ('kept')")];
    await migrate(client, sqliteDialect, 1, false, old);
    const newer = [...old, step(2, "ALTER TABLE first ADD COLUMN b TEXT DEFAULT 'new'")];
    expect(await migrate(client, sqliteDialect, 2, true, newer)).toBe(2);
    const rows = await client.query({ sql: 'SELECT a, b FROM first', parameters: [] });
    expect(rows.map((row) => ({ ...row }))).toStrictEqual([{ a: 'kept', b: 'new' }]);
  });

  it('leave the old version intact when a step fails half-way, and can be tried again', async () => {
    const client = await openClient(newFile());
    const sound = step(1, 'CREATE TABLE first (a TEXT)');
    const broken = step(2, 'CREATE TABLE second (a TEXT)', 'DROP TABLE first', 'CREATE TABLE nonsense');
    await expect(migrate(client, sqliteDialect, 1, false, [sound, broken])).rejects.toMatchObject({
      name: 'EngramError',
    });
    expect(await ledgerOf(client)).toMatchObject([{ version: 1 }]);
    expect(await tablesOf(client)).toStrictEqual(['engram_migrations', 'first']);

    const repaired = step(2, 'CREATE TABLE second (a TEXT)');
    expect(await migrate(client, sqliteDialect, 2, true, [sound, repaired])).toBe(2);
    expect(await tablesOf(client)).toStrictEqual(['engram_migrations', 'first', 'second']);
  });

  it('refuse a database of a newer Engram with store_newer and do not touch it', async () => {
    const path = newFile();
    await (await openSqliteStore({ path, now: 1 })).close();
    const raw = await openRaw(path);
    raw.exec("INSERT INTO engram_migrations VALUES (99, 'of the future', 2)");
    raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const before = readFileSync(path);
    await expect(openSqliteStore({ path, now: 3 })).rejects.toMatchObject({
      code: 'store_newer',
      details: { version: 99, newest: migrations.length },
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('run once when eight open a new file at the same time', async () => {
    const path = newFile();
    const stores = await Promise.all(
      Array.from({ length: 8 }, (_, index) => openSqliteStore({ path, now: index })),
    );
    onTestFinished(() => Promise.all(stores.map((store) => store.close())).then(() => undefined));
    for (const store of stores) {
      const memory = aMemory();
      await store.commit([{ type: 'record-memory', memory }]);
    }
    expect((await stores[0]?.count({ user: 'ada', project: 'shop', agent: null }, 0))?.memories).toBe(8);
    expect(await ledgerOf(await openClient(path))).toHaveLength(migrations.length);
  });

  it('do nothing to a database that is up to date', async () => {
    const path = newFile();
    await (await openSqliteStore({ path, now: 1 })).close();
    const before = readFileSync(path);
    const store = await openSqliteStore({ path, now: 2 });
    expect((await store.health()).formatVersion).toBe(migrations.length);
    await store.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('are not held up by a damaged record of an older format', async () => {
    const path = newFile();
    const client = await openClient(path);
    await migrate(client, sqliteDialect, 1, false, migrations.slice(0, 3));
    const owner = "'ada', 'shop', 'ali'";
    const damaged = (sql: string) => ({ sql, parameters: [] });
    await client.batch([
      damaged(`INSERT INTO runs (row, id, user_name, project, agent, created_at, outcome, finished_at, success_factors,
        schema_version, body) VALUES (1, 'r', ${owner}, 1, 'success', 2, '[]', 1, '{"task":')`),
      damaged(`INSERT INTO steps (run_row, id, user_name, project, agent, created_at, position, kind, started_at,
        duration_ms, success, input_tokens, output_tokens, schema_version, body)
        VALUES (1, 's', ${owner}, 1, 0, 'tool', 1, 1, 1, 0, 0, 1, 'nonsense')`),
    ]);
    expect(await migrate(client, sqliteDialect, 2, true)).toBe(migrations.length);
    const rows = await client.query({ sql: 'SELECT category, tool_calls FROM executions', parameters: [] });
    expect(rows.map((row) => ({ ...row }))).toStrictEqual([{ category: null, tool_calls: 1 }]);
  });

  it('never begin in the database of another program, which stays byte for byte as it was', async () => {
    const path = newFile();
    const { DatabaseSync } = await loadDriver();
    const raw = new DatabaseSync(path, { readOnly: false, timeout: 1_000 });
    raw.exec('CREATE TABLE bookmarks (url TEXT)');
    raw.exec("INSERT INTO bookmarks VALUES ('https://example.org')");
    raw.close();
    const before = readFileSync(path);
    await expect(openSqliteStore({ path, now: 1 })).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('bookmarks'),
    });
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
