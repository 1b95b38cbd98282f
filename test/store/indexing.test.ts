import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SqlClient, SqlStatement } from '../../src/ports/sql-client.ts';
import type { Store } from '../../src/ports/store.ts';
import type { Memory } from '../../src/records/memory.ts';
import { createSqlStore } from '../../src/store/sql/sql-store.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { createSqliteClient } from '../../src/store/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../src/store/sqlite/sqlite-dialect.ts';
import { aMemory } from '../../src/testing/index.ts';
import { knownFrom } from '../../src/testing/store-suite/follower.ts';
import { temporaryFolder } from './temporary-folder.ts';

const scope = { user: 'ada', project: 'shop', agent: 'ali' };
const newFile = (): string => join(temporaryFolder(), 'memory.db');

async function openAt(
  path: string,
  options: { indexAfter?: number; readOnly?: boolean } = {},
): Promise<Store> {
  const store = await openSqliteStore({ path, now: 0, ...options });
  onTestFinished(() => store.close());
  return store;
}

async function listed(store: Store, filter: { tag?: string } = {}): Promise<string[]> {
  const { items } = await store.listMemories(scope, { now: 0, ...filter }, { limit: 10_000 });
  return items.map(({ id }) => id);
}

async function remember(store: Store, count: number): Promise<Memory[]> {
  const memories = Array.from({ length: count }, (_, index) =>
    aMemory({ text: `memory ${index}`, tags: ['x'] }),
  );
  await store.commit(memories.map((memory) => ({ type: 'record-memory', memory }) as const));
  return memories;
}

const revise = (memory: Memory, changes: Partial<Memory>) =>
  ({
    type: 'revise-memory',
    owner: memory.scope,
    memory: { ...memory, ...changes, revision: memory.revision + 1 } as Memory,
    change: { at: 1, reason: 'confirmed', note: '' },
  }) as const;

describe('memories are indexed when they are listed', () => {
  it('by several connections at once, each memory once and none missed', async () => {
    const path = newFile();
    const writer = await openAt(path);
    await remember(writer, 2_300);
    const readers = await Promise.all([1, 2, 3, 4].map(() => openAt(path, { indexAfter: 0 })));
    const answers = await Promise.all(readers.map((reader) => listed(reader)));
    for (const ids of answers) expect(new Set(ids).size).toBe(2_300);
    for (const ids of answers) expect(ids).toHaveLength(2_300);
    expect((await writer.health()).problems).toEqual([]);
  });

  it('so that one recorded after the last was deleted is listed, although it takes its number', async () => {
    const store = await openAt(newFile(), { indexAfter: 0 });
    const [last] = (await remember(store, 1)) as [Memory];
    expect(await listed(store)).toEqual([last.id]);
    await store.commit([{ type: 'delete-memory', owner: last.scope, id: last.id }]);
    const [next] = (await remember(store, 1)) as [Memory];
    expect(await listed(store)).toEqual([next.id]);
    expect(await listed(store, { tag: 'x' })).toEqual([next.id]);
  });

  it('and one that another connection records after nothing waited is listed at once, before it is indexed', async () => {
    const path = newFile();
    const [reader, writer] = [await openAt(path), await openAt(path)];
    const [known] = (await remember(writer, 3)) as [Memory];
    await writer.tidy(100);
    expect(await listed(reader)).toHaveLength(3);
    expect(await listed(reader)).toHaveLength(3);
    const latest = aMemory({ createdAt: known.createdAt + 1_000_000 });
    const oldest = aMemory({ createdAt: 0 });
    await writer.commit([
      { type: 'record-memory', memory: latest },
      { type: 'record-memory', memory: oldest },
    ]);
    const ids = await listed(reader);
    expect(ids).toHaveLength(5);
    expect([ids.at(0), ids.at(-1)]).toEqual([latest.id, oldest.id]);
    await writer.tidy(100);
    expect(await listed(reader)).toEqual(ids);
    expect(await listed(reader)).toEqual(ids);
  });

  it('and again when they were revised, until which they are looked through', async () => {
    const store = await openAt(newFile());
    const memories = await remember(store, 5);
    expect(await store.tidy(100)).toEqual({ done: 5, left: 0 });
    const [first, second] = memories as [Memory, Memory];
    await store.commit([revise(first, { standing: 'demoted' }), revise(second, { tags: ['y'] })]);
    expect(await listed(store, { tag: 'y' })).toEqual([second.id]);
    expect(await listed(store)).toHaveLength(4);
    expect(await store.tidy(100)).toEqual({ done: 2, left: 0 });
    expect(await listed(store, { tag: 'y' })).toEqual([second.id]);
    expect(await listed(store)).toHaveLength(4);
    expect((await store.health()).problems).toEqual([]);
  });

  it('and by a reader that may not write: it looks through what waits', async () => {
    const path = newFile();
    await remember(await openAt(path), 200);
    const reader = await openAt(path, { readOnly: true });
    expect(await listed(reader)).toHaveLength(200);
    expect(await knownFrom(reader, scope, 64)).toHaveLength(200);
    expect((await reader.tidy(10)).done).toBe(0);
  });
});

describe('a damaged record', () => {
  it.each(['{', 'null', '7', '[]', '"text"'])(
    'REC-1: of which <%s> is left does not keep those who follow from all others',
    async (body) => {
      const path = newFile();
      const store = await openAt(path);
      const [damaged, sound] = (await remember(store, 2)) as [Memory, Memory];
      const { DatabaseSync } = await loadDriver();
      const intruder = new DatabaseSync(path, { readOnly: false, timeout: 1_000 });
      intruder.prepare('UPDATE memories SET body = ? WHERE id = ?').run(body, damaged.id);
      intruder.close();
      expect(await knownFrom(store, scope)).toMatchObject([
        { id: damaged.id, text: '', content: {}, tags: [] },
        { id: sound.id, text: 'memory 1' },
      ]);
      await expect(store.getMemories(scope, [damaged.id, sound.id])).rejects.toMatchObject({
        code: 'store_corrupt',
      });
    },
  );
});

describe('what is asked for often is found by an index', () => {
  /** The plans of all questions that this asks of SQLite. */
  async function plansOf(ask: (store: Store) => Promise<unknown>): Promise<string[]> {
    const path = newFile();
    await (await openSqliteStore({ path, now: 0 })).close();
    const { DatabaseSync } = await loadDriver();
    const database = new DatabaseSync(path, { readOnly: false, timeout: 1_000 });
    onTestFinished(() => database.close());
    const client = createSqliteClient(database, { path, readOnly: false });
    const asked: SqlStatement[] = [];
    const listening: SqlClient = {
      ...client,
      query(statement) {
        asked.push(statement);
        return client.query(statement);
      },
    };
    await ask(createSqlStore(listening, sqliteDialect, 3));
    return asked.flatMap(({ sql, parameters }) =>
      (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { detail: string }[]).map(
        ({ detail }) => detail,
      ),
    );
  }

  it('a list of memories of one standing, without sorting', async () => {
    const plans = await plansOf((store) =>
      store.listMemories(scope, { now: 0, standing: 'demoted' }, { limit: 10 }),
    );
    const listing = plans.filter((plan) => plan.includes('memories_by_time'));
    expect(listing).toHaveLength(1);
    expect(listing[0]).toContain('standing=?');
    expect(plans.join()).not.toContain('TEMP B-TREE');
  });

  it('what has expired, and what happened since a mark', async () => {
    const plans = await plansOf(async (store) => {
      await store.expiredMemories(1, 10);
      await store.memoryChanges(scope, '[5,5]', 10);
    });
    expect(plans.join()).toContain('memories_expiring');
    for (const plan of plans) expect(plan).not.toMatch(/^SCAN (memories|memory_removals)$/);
  });

  it('LRN-2 LRN-8: runs, their executions and lessons by what they are called, failures from the last one on', async () => {
    // Of a few, SQLite looks up each; of more it believes that the project has fewer.
    const names = Array.from({ length: 40 }, (_, number) => `name-${number}`);
    const plans = await plansOf(async (store) => {
      for (const viewer of [scope, { ...scope, agent: null }]) {
        await store.getRuns(viewer, names);
        await store.getExecutions(viewer, names);
        await store.findLessonKeys(viewer, 'failure', names);
        await store.findLessons(viewer, 'failure', names);
        await store.listCalls(viewer, names);
        await store.getEntries(viewer, names);
        await store.getMemories(viewer, names);
        await store.getRecorded(
          viewer,
          names.map((id) => ({ kind: 'run', id })),
        );
        await store.getRecorded(
          viewer,
          names.map((id) => ({ kind: 'message', id })),
        );
        await store.listCallsAfter(
          viewer,
          names.map((runId) => ({ runId, position: 0 })),
          3,
        );
        await store.tallyFailures(viewer, 0, names);
        for (const makers of [names, names.slice(0, 20)]) {
          await store.latestFailures(viewer, { makers, signatures: makers }, 10);
          await store.latestFailures(viewer, { makers, except: makers }, 10);
        }
      }
    });
    // None of them is looked for among all of a project.
    for (const plan of plans) {
      expect(plan).not.toMatch(/^SCAN (runs|r|executions|e|steps|s|lessons|l|lesson_keys)$/);
      expect(plan).not.toMatch(/\(user_name=\? AND project=\?( AND kind=\?)?\)$/);
    }
  });

  it('the life of one memory, and what is due', async () => {
    const plans = await plansOf(async (store) => {
      await store.getMemories(scope, ['a', 'b']);
      await store.listRevisions(scope, 'a');
      await store.listUses(scope, 'a', 10);
      await store.vectorsOf('e', ['a', 'b']);
      await store.dueUses(10);
    });
    for (const plan of plans) expect(plan).not.toMatch(/^SCAN (m|memories|r|memory_\w+)$/);
  });
});
