import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SqlClient } from '../../src/ports/sql-client.ts';
import type { Store } from '../../src/ports/store.ts';
import { migrate } from '../../src/store/sql/migrate.ts';
import { type Migration, migrations } from '../../src/store/sql/migrations.ts';
import { type Database, loadDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { createSqliteClient } from '../../src/store/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../src/store/sqlite/sqlite-dialect.ts';
import { aMemory, aToken } from '../../src/testing/index.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { version1IndexedThrough, version1Rows } from './version-1-rows.ts';

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

const ali = { user: 'ada', project: 'shop', agent: 'ali' };

/** A database as an Engram that knew only the first migration left it. */
async function writeVersion1(path: string): Promise<void> {
  const { DatabaseSync } = await loadDriver();
  const database = new DatabaseSync(path, { readOnly: false, timeout: 1_000 });
  const client = createSqliteClient(database, { path, readOnly: false });
  expect(await migrate(client, sqliteDialect, 1, false, migrations.slice(0, 1))).toBe(1);
  await client.batch([
    ...version1Rows.map(([table, row]) => {
      const names = Object.keys(row);
      const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      return { sql, parameters: Object.values(row) };
    }),
    { sql: 'UPDATE memory_index SET indexed_through = ?', parameters: [version1IndexedThrough] },
  ]);
  await client.close();
}

async function openVersion1(): Promise<{ path: string; store: Store }> {
  const path = newFile();
  await writeVersion1(path);
  const store = await openSqliteStore({ path, now: 2 });
  onTestFinished(() => store.close());
  return { path, store };
}

describe('STO-4: a database of version 1', () => {
  it('is brought to the newest version, with a row in the ledger for each step', async () => {
    const { path, store } = await openVersion1();
    expect((await store.health()).formatVersion).toBe(migrations.length);
    expect((await store.health()).problems).toStrictEqual([]);
    expect(await ledgerOf(await openClient(path))).toMatchObject([
      { version: 1, applied_at: 1 },
      { version: 2, applied_at: 2 },
    ]);
  });

  it('keeps every record, with nothing in the fields that are new', async () => {
    const { store } = await openVersion1();
    expect(await store.count(ali, 0)).toStrictEqual({
      tasks: 1,
      runs: 1,
      finishedRuns: 1,
      successfulRuns: 1,
      steps: 1,
      sessions: 1,
      messages: 1,
      memories: 3,
      memoriesByKind: { knowledge: 2, decision: 1 },
      templates: 1,
    });
    expect(await store.getMemory(ali, 'mem_old')).toStrictEqual(
      aMemory({
        id: 'mem_old',
        createdAt: 7_000,
        text: 'alpha of old',
        tags: ['greek'],
        accessCount: 1,
        lastAccessedAt: 9_500,
        provenance: {
          runId: null,
          stepId: null,
          importedFrom: null,
          agent: null,
          externalId: null,
          sessionId: null,
          position: null,
        },
      }),
    );
    expect(await store.findTasks(ali, 'old-task')).toMatchObject([{ description: 'Refund an order' }]);
    expect(await store.getRun(ali, 'run_old')).toMatchObject({
      outcome: 'success',
      finishedAt: 4_000,
      summary: 'Refunded.',
      successFactors: ['asked'],
      totals: { steps: 1, toolCalls: 1 },
    });
    expect(await store.listSteps(ali, 'run_old')).toMatchObject([{ tool: 'get_order', durationMs: 12.5 }]);
    expect(await store.listMessages(ali, { id: 'old-chat', scope: ali })).toMatchObject([{ id: 'msg_old' }]);
    expect(await store.findTemplates(ali, 'refund')).toMatchObject([{ id: 'tpl_old', status: 'draft' }]);
  });

  it('finds its memories by word, tag and topic, indexed or waiting, and deletes them with what is derived', async () => {
    const { store } = await openVersion1();
    const found = async () =>
      (await store.findByTerms(ali, ['alpha'], { now: 0 }, 10)).map(({ memory }) => memory.id).toSorted();
    const listed = async (filter: { tag?: string; topic?: string }) =>
      (await store.listMemories(ali, { now: 0, ...filter }, { limit: 10 })).items.map(({ id }) => id);
    expect(await found()).toStrictEqual(['mem_derived', 'mem_old', 'mem_waiting']);
    expect(await listed({ tag: 'greek' })).toStrictEqual(['mem_old']);
    expect(await listed({ topic: 'api-timeout' })).toStrictEqual(['mem_waiting']);
    expect(await store.tidy(10)).toStrictEqual({ done: 1, left: 0 });
    expect(await found()).toStrictEqual(['mem_derived', 'mem_old', 'mem_waiting']);
    await store.commit([{ type: 'delete-memory', owner: ali, id: 'mem_old' }]);
    expect(await found()).toStrictEqual(['mem_waiting']);
  });

  it('takes what is new: external ids, tokens, jobs', async () => {
    const { store } = await openVersion1();
    const old = await store.getMemory(ali, 'mem_old');
    const imported = aMemory({
      provenance: { ...(old ?? aMemory()).provenance, externalId: 'ticket-7' },
    });
    const token = aToken();
    const commands = [{ type: 'record-memory', memory: imported, ifAbsent: true } as const];
    expect(await store.commit([...commands, { type: 'create-token', token }])).toStrictEqual({ ignored: [] });
    expect(await store.commit(commands)).toStrictEqual({ ignored: [0] });
    expect(await store.findToken(token.hash)).toStrictEqual(token);
    expect(await store.listJobs()).toStrictEqual([]);
  });
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
