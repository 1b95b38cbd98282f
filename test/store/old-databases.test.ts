import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Dialect, SqlClient, SqlRow } from '../../src/ports/sql-client.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Memory } from '../../src/records/memory.ts';
import type { Template } from '../../src/records/template.ts';
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
import { aLesson, aMemory, aRun, aStep, aToken } from '../../src/testing/index.ts';
import { follow, knownFrom } from '../../src/testing/store-suite/follower.ts';
import { leftToCi, whyLeftToCi } from '../left-to-ci.ts';
import { oldMigrations } from './old-formats.ts';
import { ask, connectToPglite } from './postgres-pglite.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { version1IndexedThrough, version1Rows } from './version-1-rows.ts';
import { version2Rows } from './version-2-rows.ts';
import { version3Rows } from './version-3-rows.ts';
import { version4Rows } from './version-4-rows.ts';

const ali = { user: 'ada', project: 'shop', agent: 'ali' };

/** A word that only the old full-text index has: no record says it. */
const indexedWord = 'zeugma';

type Version = 1 | 2 | 3 | 4;

/** Fills a database as an Engram that knew this format and no newer one left it. */
async function fill(client: SqlClient, dialect: Dialect, version: Version): Promise<void> {
  const isSqlite = dialect === sqliteDialect;
  const hasTextIndex = version < 3;
  const first = Math.min(version, 3);
  const steps = (hasTextIndex ? oldMigrations(isSqlite ? 'sqlite' : 'postgres') : migrations).slice(0, first);
  expect(await migrate(client, dialect, 1, false, steps)).toBe(first);
  const insert = ([table, row]: readonly [string, SqlRow]) => {
    // PostgreSQL counts on from the last number that it gave out itself.
    const given = Object.entries(row).filter(
      ([name]) => isSqlite || name !== 'row' || table === 'memory_terms',
    );
    const names = given.map(([name]) => name).join(', ');
    const sql = `INSERT INTO ${table} (${names}) VALUES (${given.map(() => '?').join(', ')})`;
    return { sql, parameters: given.map(([, value]) => value) };
  };
  const rows = [version1Rows, version2Rows, version3Rows].slice(0, version).flat();
  await client.batch([
    ...rows.filter(([table]) => hasTextIndex || table !== 'memory_terms').map(insert),
    { sql: 'UPDATE memory_index SET indexed_through = ?', parameters: [version1IndexedThrough] },
  ]);
  if (version === 4) {
    // It was of format 3 before, and what format 4 adds was made of what was there.
    expect(await migrate(client, dialect, 1, true, migrations.slice(0, version))).toBe(version);
    await client.batch(version4Rows.map(insert));
  }
  if (!hasTextIndex) return;
  await client.batch([
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

async function openSqlite(version: Version | 'new'): Promise<Opened> {
  const path = join(temporaryFolder(), 'memory.db');
  const { DatabaseSync } = await loadDriver();
  if (version !== 'new') {
    const client = createSqliteClient(new DatabaseSync(path, { readOnly: false, timeout: 1_000 }), {
      path,
      readOnly: false,
    });
    await fill(client, sqliteDialect, version);
    await client.close();
    expect(readFileSync(path).includes(indexedWord)).toBe(version < 3);
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

async function openPglite(version: Version | 'new'): Promise<Opened> {
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
  for (const version of [1, 2, 3, 4] as const) {
    const named = version >= 2 ? ['mem_named'] : [];

    // The oldest takes all the steps; the SQL of each is tried on SQLite.
    if (leftToCi && database === 'PostgreSQL' && version !== 1) {
      it(`STO-4: a PostgreSQL database of format ${version}`, (context) => context.skip(whyLeftToCi));
      continue;
    }

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
          runs: [1, 1, 3, 4][version - 1],
          finishedRuns: [1, 1, 2, 3][version - 1],
          successfulRuns: 1,
          steps: version < 3 ? 1 : 5,
          sessions: 1,
          messages: 1,
          memories: 3,
          memoriesByKind: { knowledge: 2, decision: 1 },
          templates: version < 4 ? 1 : 2,
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
          agents: [],
        });
        expect(await store.listSteps(ali, 'run_old')).toMatchObject([
          { tool: 'get_order', durationMs: 12.5, agent: null },
        ]);
        expect(await store.listMessages(ali, { id: 'old-chat', scope: ali })).toMatchObject([
          { id: 'msg_old' },
        ]);
        const [template] = await store.findTemplates(ali, 'refund');
        expect(template).toMatchObject({ id: 'tpl_old', status: 'draft', version: 1, revision: 0 });
        expect(template).toMatchObject({ statusReason: null, dropped: [], plan: [{ effect: 'write' }] });
        expect(await store.listTemplateVersions(ali, 'tpl_old')).toStrictEqual([]);
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
          ignored: version >= 2 ? [0, 1] : [0],
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

      it('LRN-7: has its runs counted, and counts on when steps come later', async () => {
        const { store } = await open(version);
        const [old] = (await store.listExecutions(ali, {}, 10)).toReversed();
        expect(old).toMatchObject({ runId: 'run_old', finishedAt: 4_000, toolCalls: 1, category: null });
        await store.commit([{ type: 'append-step', step: aStep({ runId: 'run_old', position: 1 }) }]);
        const [tally] = (await store.tallyRuns(ali)).filter(({ outcome }) => outcome === 'success');
        expect(tally).toMatchObject({ runs: 1, durationMs: 2_000, toolCalls: 2, informed: false, day: 0 });
        expect(await store.listCalls(ali, ['run_old'])).toMatchObject([{ tool: 'get_order' }, {}]);
      });

      it('LRN-4: takes lessons', async () => {
        const { store } = await open(version);
        const lesson = aLesson('check', { keys: ['x'], derivedFrom: [{ kind: 'memory', id: 'mem_old' }] });
        await store.commit([{ type: 'save-lesson', lesson }]);
        expect(await store.findLessons(ali, 'check', ['x'])).toStrictEqual([lesson]);
        await store.commit([{ type: 'delete-memory', owner: ali, id: 'mem_old' }]);
        expect(await store.findLessons(ali, 'check', ['x'])).toStrictEqual([]);
      });

      it('TPL-11: lets its templates be changed and deleted, and keeps their versions', async () => {
        const { store } = await open(version);
        const [template] = (await store.findTemplates(ali, 'refund')) as [Template];
        const next: Template = { ...template, version: 2, revision: 1, status: 'approved' };
        await store.commit([{ type: 'revise-template', owner: ali, template: next }]);
        expect(await store.findTemplates(ali, 'refund')).toStrictEqual([next]);
        expect(await store.listTemplateVersions(ali, template.id)).toStrictEqual([template]);
        await store.commit([{ type: 'delete-template', owner: ali, id: template.id }]);
        expect(await store.listTemplateVersions(ali, template.id)).toStrictEqual([]);
      });

      it('TPL-10: knows the runs of a template', async () => {
        const { store } = await open(version);
        const before = version < 4 ? [] : [{ runId: 'run_again', templateId: 'tpl_old', style: 'adaptive' }];
        expect(await store.listExecutions(ali, { templateId: 'tpl_old' }, 10)).toMatchObject(before);
        const mode = { kind: 'template', style: 'replay', templateId: 'tpl_old' } as const;
        const run = aRun({ id: 'run_new', mode, outcome: 'success', finishedAt: 90_000 });
        await store.commit([{ type: 'start-run', run }]);
        const now = await store.listExecutions(ali, { templateId: 'tpl_old' }, 10);
        expect(now).toMatchObject([{ runId: 'run_new', style: 'replay' }, ...before]);
        expect((await store.listExecutions(ali, {}, 10)).at(-1)).toMatchObject({
          runId: 'run_old',
          templateId: null,
          style: null,
        });
      });

      if (version === 4) {
        it('keeps the versions of its templates, and its lessons', async () => {
          const { store } = await open(version);
          const [template] = (await store.findTemplates(ali, 'refund-again')) as [Template];
          expect(template).toMatchObject({ version: 3, revision: 0, status: 'approved' });
          const back = { ...template, version: 2, revision: 1 };
          const goBack = store.commit([{ type: 'revise-template', owner: ali, template: back }]);
          await expect(goBack).rejects.toMatchObject({ code: 'conflict' });
          expect(await store.findLessons(ali, 'name', ['of-old'])).toMatchObject([{ revision: 2 }]);
        });
      }

      if (version >= 3) {
        it('keeps its steps, with their tools where counting finds them, and its uses', async () => {
          const { store } = await open(version);
          const steps = await store.listSteps(ali, 'run_failed');
          expect(steps).toMatchObject([
            { id: 'failed', kind: 'tool', tool: 'refund "it"', arguments: { id: 42 }, success: false },
            { id: 'asked', kind: 'model', inputTokens: 30 },
            { id: 'noted', kind: 'note', text: 'It is locked.' },
          ]);
          const signature = 'order <number> is locked';
          expect(await store.findFailedSteps(ali, [signature], 10)).toStrictEqual(steps.slice(0, 1));
          expect(await store.tallyFailures(ali, 0)).toMatchObject([{ signature, tool: 'refund "it"' }]);
          expect(await store.listCalls(ali, ['run_going_on', 'run_failed'])).toMatchObject([
            { runId: 'run_failed', tool: 'refund "it"', success: false, durationMs: 1.5 },
            { runId: 'run_going_on', tool: 'get_order' },
          ]);
          expect(
            await store.listExecutions(ali, { category: 'refunds', approach: 'retry' }, 10),
          ).toMatchObject([
            {
              ...{
                runId: 'run_failed',
                taskId: 'old-task',
                dependencies: 1,
                outcome: 'failure',
                memories: 1,
              },
              ...{ toolCalls: 1, modelCalls: 1, failedSteps: 1, inputTokens: 30, outputTokens: 4 },
            },
          ]);
        });

        it('goes on with a run that was under way, and counts all its steps when it ends', async () => {
          const { store } = await open(version);
          const end = { outcome: 'success', finishedAt: 30_000, summary: null, successFactors: [] } as const;
          await store.commit([
            { type: 'append-step', step: aStep({ runId: 'run_going_on', position: 1 }) },
            { type: 'finish-run', owner: ali, runId: 'run_going_on', end },
          ]);
          expect(await store.getRun(ali, 'run_going_on')).toMatchObject({ stage: 'development' });
          const [last] = await store.listExecutions(ali, {}, 1);
          expect(last).toMatchObject({ runId: 'run_going_on', toolCalls: 2, finishedAt: 30_000 });
        });
      }

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
