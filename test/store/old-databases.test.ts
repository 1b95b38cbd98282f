import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Memory } from '../../src/model/memory.ts';
import type { Dialect, SqlClient, SqlRow } from '../../src/ports/sql-client.ts';
import type { Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres.ts';
import { createPostgresClient } from '../../src/store/postgres/postgres-client.ts';
import { postgresDialect } from '../../src/store/postgres/postgres-dialect.ts';
import { migrate } from '../../src/store/sql/migrate.ts';
import { migrations } from '../../src/store/sql/migrations.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { createSqliteClient } from '../../src/store/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../src/store/sqlite/sqlite-dialect.ts';
import { aUse } from '../../src/testing/builders.ts';
import { aMemory, aToken } from '../../src/testing/index.ts';
import { follow, knownFrom } from '../../src/testing/store-suite/follower.ts';
import { oldMigrations } from './old-formats.ts';
import { ask, connectToPglite } from './postgres-pglite.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { version1IndexedThrough, version1Rows } from './version-1-rows.ts';
import { version2Rows } from './version-2-rows.ts';

const ali = { user: 'ada', project: 'shop', agent: 'ali' };

/** A word that only the old full-text index has: no record says it. */
const indexedWord = 'zeugma';

/** Fills a database as an Engram that knew this format and no newer one left it. */
async function fill(client: SqlClient, dialect: Dialect, version: 1 | 2): Promise<void> {
  const isSqlite = dialect === sqliteDialect;
  const steps = oldMigrations(isSqlite ? 'sqlite' : 'postgres').slice(0, version);
  expect(await migrate(client, dialect, 1, false, steps)).toBe(version);
  const insert = ([table, row]: readonly [string, SqlRow]) => {
    // PostgreSQL counts on from the last number that it gave out itself.
    const given = Object.entries(row).filter(
      ([name]) => isSqlite || name !== 'row' || table === 'memory_terms',
    );
    const names = given.map(([name]) => name).join(', ');
    const sql = `INSERT INTO ${table} (${names}) VALUES (${given.map(() => '?').join(', ')})`;
    return { sql, parameters: given.map(([, value]) => value) };
  };
  await client.batch([
    ...[...version1Rows, ...(version === 2 ? version2Rows : [])].map(insert),
    { sql: 'UPDATE memory_index SET indexed_through = ?', parameters: [version1IndexedThrough] },
    { sql: `UPDATE memories SET indexed = 1 WHERE id = 'mem_waiting'`, parameters: [] },
    insert(['memory_terms', { row: 3, terms: `alpha wait ${indexedWord}` }]),
    { sql: `UPDATE memories SET indexed = 0 WHERE id = 'mem_waiting'`, parameters: [] },
  ]);
}

interface Opened {
  readonly store: Store;
  readonly path: string | null;
  /** The names of all tables, indexes, triggers and functions. */
  names(): Promise<string[]>;
}

async function openSqlite(version: 1 | 2 | 'new'): Promise<Opened> {
  const path = join(temporaryFolder(), 'memory.db');
  const { DatabaseSync } = await loadDriver();
  if (version !== 'new') {
    const client = createSqliteClient(new DatabaseSync(path, { readOnly: false, timeout: 1_000 }), {
      path,
      readOnly: false,
    });
    await fill(client, sqliteDialect, version);
    await client.close();
    expect(readFileSync(path).includes(indexedWord)).toBe(true);
  }
  const store = await openSqliteStore({ path, now: 2 });
  onTestFinished(() => store.close());
  const names = async () => {
    const raw = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
    const rows = raw.prepare("SELECT type || ' ' || name AS name FROM sqlite_master").all() as SqlRow[];
    raw.close();
    return rows.map((row) => String(row['name'])).toSorted();
  };
  return { store, path, names };
}

/** Until then, what was overwritten is still in the file and what overwrote it in the log. */
async function emptyLog(path: string): Promise<void> {
  const { DatabaseSync } = await loadDriver();
  const raw = new DatabaseSync(path, { readOnly: false, timeout: 1_000 });
  raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  raw.close();
}

let schemas = 0;

async function openPglite(version: 1 | 2 | 'new'): Promise<Opened> {
  schemas += 1;
  const schema = `old_${schemas}`;
  await ask(`CREATE SCHEMA ${schema}`);
  const options = { shown: 'PGlite', canWrite: true, marksCommits: false };
  const client = createPostgresClient(await connectToPglite(schema), options);
  if (version !== 'new') await fill(client, postgresDialect, version);
  const url = `postgres://pglite/engram?schema=${schema}`;
  const store = await openPostgresStore({ url, now: 2, connect: () => connectToPglite(schema) });
  onTestFinished(() => store.close());
  const names = async () => {
    const rows = await ask(`
      SELECT relname AS name FROM pg_class WHERE relnamespace = '${schema}'::regnamespace AND relkind <> 't'
      UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = '${schema}'::regnamespace
      UNION ALL SELECT tgname FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
        WHERE relnamespace = '${schema}'::regnamespace AND NOT tgisinternal
      UNION ALL SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = '${schema}'`);
    return rows.map((row) => String(row['name'])).toSorted();
  };
  return { store, path: null, names };
}

const idsOf = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);

const databases = [
  ['SQLite', openSqlite],
  ['PostgreSQL', openPglite],
] as const;

for (const [database, open] of databases) {
  for (const version of [1, 2] as const) {
    const named = version === 2 ? ['mem_named'] : [];

    describe(`STO-4: a ${database} database of format ${version}`, () => {
      it('is brought to the newest format, and looks like a new one', async () => {
        const { store, names } = await open(version);
        expect(await store.health()).toMatchObject({ formatVersion: migrations.length, problems: [] });
        expect(await names()).toStrictEqual(await (await open('new')).names());
      });

      it('has lost its full-text index, with all the words in it', async () => {
        const { path, names } = await open(version);
        expect((await names()).filter((name) => /memory_(text|terms|words)/.test(name))).toStrictEqual([]);
        if (path !== null) {
          await emptyLog(path);
          expect(readFileSync(path).includes(indexedWord)).toBe(false);
        }
      });

      it('keeps every record, with nothing in the fields that are new', async () => {
        const { store } = await open(version);
        expect(await store.count(ali, 6_000)).toStrictEqual({
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
        const old = { id: 'mem_old', createdAt: 7_000, text: 'alpha of old', tags: ['greek'] };
        expect(await store.getMemory(ali, 'mem_old')).toStrictEqual(
          aMemory({ ...old, accessCount: 1, lastAccessedAt: 9_500 }),
        );
        expect(await store.listRevisions(ali, 'mem_old')).toStrictEqual([]);
        expect(await store.listUses(ali, 'mem_old', 10)).toStrictEqual([]);
        expect(await store.findTasks(ali, 'old-task')).toMatchObject([{ description: 'Refund an order' }]);
        expect(await store.getRun(ali, 'run_old')).toMatchObject({
          outcome: 'success',
          finishedAt: 4_000,
          summary: 'Refunded.',
          successFactors: ['asked'],
          totals: { steps: 1, toolCalls: 1 },
        });
        expect(await store.listSteps(ali, 'run_old')).toMatchObject([
          { tool: 'get_order', durationMs: 12.5 },
        ]);
        expect(await store.listMessages(ali, { id: 'old-chat', scope: ali })).toMatchObject([
          { id: 'msg_old' },
        ]);
        expect(await store.findTemplates(ali, 'refund')).toMatchObject([{ id: 'tpl_old', status: 'draft' }]);
      });

      it('lists its memories by tag and topic, indexed or waiting, and deletes them with what is derived', async () => {
        const { store } = await open(version);
        const listed = async (filter: { tag?: string; topic?: string }) =>
          idsOf((await store.listMemories(ali, { now: 0, ...filter }, { limit: 10 })).items);
        const all = [...named, 'mem_waiting', 'mem_derived', 'mem_old'];
        expect(await listed({})).toStrictEqual(all);
        expect(await listed({ tag: 'greek' })).toStrictEqual(['mem_old']);
        expect(await listed({ topic: 'api-timeout' })).toStrictEqual(['mem_waiting']);
        expect(await store.tidy(10)).toStrictEqual({ done: 1 + named.length, left: 0 });
        expect(await listed({})).toStrictEqual(all);
        await store.commit([{ type: 'delete-memory', owner: ali, id: 'mem_old' }]);
        expect(await listed({})).toStrictEqual([...named, 'mem_waiting']);
      });

      it('REC-1: tells those who follow of all its memories, and of what happens to them from then on', async () => {
        const { store } = await open(version);
        const follower = follow(store, ali, 2);
        const all = ['mem_derived', ...named, 'mem_old', 'mem_waiting'];
        expect(idsOf(await follower.catchUp())).toStrictEqual(all);
        const waiting = (await store.getMemory(ali, 'mem_waiting')) as Memory;
        const change = { at: 1, reason: 'demoted', note: '' } as const;
        const memory: Memory = { ...waiting, text: 'revised', revision: 1 };
        await store.commit([{ type: 'revise-memory', owner: ali, memory, change }]);
        await store.commit([{ type: 'delete-memory', owner: ali, id: 'mem_old' }]);
        await store.commit([{ type: 'record-memory', memory: aMemory({ id: 'mem_new' }) }]);
        await store.commit([{ type: 'prune-memories', ids: ['mem_named', 'mem_new'], now: 6_000 }]);
        expect(idsOf(await follower.catchUp())).toStrictEqual(['mem_new', 'mem_waiting']);
        expect(await knownFrom(store, ali)).toMatchObject([
          { revision: 0 },
          { text: 'revised', revision: 1 },
        ]);
      });

      it('takes what is new: external ids, tokens, jobs, uses, vectors', async () => {
        const { store } = await open(version);
        const { provenance } = aMemory();
        const record = (externalId: string, ifAbsent: boolean) =>
          ({
            type: 'record-memory',
            memory: aMemory({ provenance: { ...provenance, externalId } }),
            ifAbsent,
          }) as const;
        const token = aToken();
        expect(await store.commit([record('ticket-8', true), { type: 'create-token', token }])).toStrictEqual(
          {
            ignored: [],
          },
        );
        expect(await store.commit([record('ticket-8', true), record('ticket-7', true)])).toStrictEqual({
          ignored: version === 2 ? [0, 1] : [0],
        });
        expect(await store.findToken(token.hash)).toStrictEqual(token);
        const use = aUse({ memoryId: 'mem_old', runId: 'run_old' });
        const vector = new Uint8Array([1, 2, 255]);
        await store.commit([
          { type: 'note-uses', uses: [use] },
          { type: 'keep-vectors', embedder: 'e', vectors: [{ id: 'mem_old', revision: 0, vector }] },
        ]);
        expect(await store.dueUses(10)).toMatchObject([
          { use, outcome: 'success', memory: { id: 'mem_old' } },
        ]);
        expect([...((await store.vectorsOf('e', ['mem_old']))[0]?.vector ?? [])]).toStrictEqual([1, 2, 255]);
      });

      if (version === 2) {
        it('keeps external ids, tokens and jobs, and forgets the embeddings that nobody made', async () => {
          const { store } = await open(version);
          expect(await store.getMemory(ali, 'mem_named')).toStrictEqual(
            aMemory({
              id: 'mem_named',
              createdAt: 11_000,
              text: 'alpha named',
              confidence: 0.75,
              expiresAt: 5_000,
              provenance: {
                ...aMemory().provenance,
                externalId: 'ticket-7',
                sessionId: 'old-chat',
                position: 3,
              },
            }),
          );
          expect(idsOf(await store.expiredMemories(5_000, 10))).toStrictEqual(['mem_named']);
          expect(await store.findToken('ab'.repeat(32))).toMatchObject({ id: 'tok_old', name: 'laptop' });
          expect(await store.listJobs()).toMatchObject([{ name: 'index-memories', done: 2, left: 1 }]);
        });
      }
    });
  }
}
