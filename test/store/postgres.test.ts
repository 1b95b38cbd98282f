import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EngramError } from '../../src/errors.ts';
import type { Command, Store } from '../../src/ports/store.ts';
import { openPostgresStore } from '../../src/store/postgres/open-postgres.ts';
import { migrations } from '../../src/store/sql/migrations.ts';
import { aMemory, aMessage, aSession, aTask } from '../../src/testing/index.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { knownFrom } from '../../src/testing/store-suite/follower.ts';
import { losingCommits } from './postgres-losing.ts';
import { aNewSchema, openForTest, requireServer, uniqueSchema, withParameters } from './postgres-server.ts';

// What takes a server with more than one session. It is named by ENGRAM_TEST_POSTGRES.

const owner = { user: 'ada', project: 'shop', agent: null };
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const create = (id: string): Command => ({ type: 'create-task', task: aTask({ id }) });
const record = (id: string): Command => ({ type: 'record-memory', memory: aMemory({ id }) });

/** A user, or a copy of a server, that may not write. */
const readingOnly = (url: string): string =>
  withParameters(url, { options: '-c default_transaction_read_only=on' });

const tasksIn = async (store: Store): Promise<number> => (await store.count(owner, 0)).tasks;
const idsIn = async (store: Store): Promise<string[]> =>
  (await store.listMemories(owner, { now: 0 }, { limit: 10_000 })).items.map(({ id }) => id).sort();

describe('STO-2: the connections to a PostgreSQL server', () => {
  it('are at most as many as the URL says, and serve any number of callers', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    const store = await openForTest(withParameters(url, { pool_max: '3', application_name: schema }));
    await Promise.all(times(60).map((index) => store.commit([create(`task-${index}`)])));
    expect(await tasksIn(store)).toBe(60);
    const open = await administrator.ask('SELECT 1 FROM pg_stat_activity WHERE application_name = $1', [
      schema,
    ]);
    expect(open).toHaveLength(3);
  });

  it('are made anew when the server ended them, while idle and in the middle of work', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    const store = await openForTest(withParameters(url, { application_name: schema }));
    const endAll = () =>
      administrator.ask(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1',
        [schema],
      );
    await store.commit([create('before')]);
    await endAll();
    // Time for a connection that nobody uses to hear of its end, which must not end this process.
    await new Promise((resume) => setTimeout(resume, 100));
    expect(await tasksIn(store)).toBe(1);
    // A commit that took effect and was sent again would be refused: there is such a task already.
    for (const part of times(10)) {
      const commits = times(8).map((index) =>
        store.commit([create(`${part}-${index}`), create(`${part}+${index}`)]),
      );
      await Promise.all([...commits, endAll()]);
    }
    expect(await tasksIn(store)).toBe(1 + 10 * 8 * 2);
  });

  for (const fate of ['took effect', 'took no effect'] as const) {
    it(`lost while a commit ${fate}: it counts once, and its caller hears of nothing`, async (context) => {
      const { url } = aNewSchema(requireServer(context));
      const { connect, lose } = losingCommits();
      const store = await openForTest(url, { connect });
      lose(fate);
      await store.commit([create('task'), record('memory')]);
      expect(await tasksIn(store)).toBe(1);
      expect(await idsIn(store)).toStrictEqual(['memory']);
    });
  }

  it('give up on a statement that takes too long, and go on with the next', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    const store = await openForTest(withParameters(url, { statement_timeout: '100' }));
    const release = await administrator.lock(`${schema}.tasks`);
    await expect(store.listTasks(owner, {}, { limit: 1 })).rejects.toMatchObject({ code: 'store_busy' });
    await release();
    expect((await store.listTasks(owner, {}, { limit: 1 })).items).toStrictEqual([]);
  });

  it('go on after another Engram changed a table under prepared statements', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    const store = await openForTest(url);
    await store.commit([create('task')]);
    const read = () => Promise.all(times(20).map(() => store.findTasks(owner, 'task')));
    await read();
    await read();
    await administrator.ask(`ALTER TABLE ${schema}.tasks ADD COLUMN new_one integer`);
    for (const tasks of await read()) expect(tasks).toHaveLength(1);
  });
});

describe('STO-2: several processes on one PostgreSQL database', () => {
  it('STO-4: may open it at once while it is empty; each step is taken once', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    const stores = await Promise.all(times(8).map(() => openForTest(url)));
    await Promise.all(stores.map((store, index) => store.commit([create(`task-${index}`)])));
    for (const store of stores) expect(await tasksIn(store)).toBe(8);
    const ledger = await administrator.ask(`SELECT 1 FROM ${schema}.engram_migrations`);
    expect(ledger).toHaveLength(migrations.length);
  });

  it('may all write; nothing is lost', async (context) => {
    const { url } = aNewSchema(requireServer(context));
    const stores = await Promise.all(times(4).map(() => openForTest(url)));
    await Promise.all(
      stores.flatMap((store, place) =>
        times(25).map((index) => store.commit([create(`${place}-${index}`), record(`${place}-${index}`)])),
      ),
    );
    expect(await tasksIn(stores[0] as Store)).toBe(100);
    expect(await idsIn(stores[1] as Store)).toHaveLength(100);
  });

  it('may count the same memories in opposite orders', async (context) => {
    const { url } = aNewSchema(requireServer(context));
    const stores = await Promise.all(times(4).map(() => openForTest(url)));
    const ids = times(6).map((index) => `memory-${index}`);
    await stores[0]?.commit(ids.map(record));
    await Promise.all(
      stores.flatMap((store, place) =>
        times(10).map(() =>
          store.commit([{ type: 'count-access', ids: place % 2 === 0 ? ids : ids.toReversed(), at: 5 }]),
        ),
      ),
    );
    for (const id of ids) expect(await stores[0]?.getMemory(owner, id)).toMatchObject({ accessCount: 40 });
  });

  it('that wait for each other are told apart: one goes on, the other tries again and is refused', async (context) => {
    const { url } = aNewSchema(requireServer(context));
    const [left, right] = [await openForTest(url), await openForTest(url)];
    for (const pair of times(2)) {
      const tasks = times(400).map((index) => create(`${pair}-${index}`));
      const answers = await Promise.allSettled([left.commit(tasks), right.commit(tasks.toReversed())]);
      expect(answers.map(({ status }) => status).toSorted()).toStrictEqual(['fulfilled', 'rejected']);
      const refused = answers.find((answer) => answer.status === 'rejected');
      expect(refused?.reason).toMatchObject({ code: 'conflict' });
    }
    expect(await tasksIn(left)).toBe(2 * 400);
  });

  it('may update one task at the same time; it is never taken for missing', async (context) => {
    const { url } = aNewSchema(requireServer(context));
    const stores = await Promise.all(times(4).map(() => openForTest(url)));
    const task = aTask({ id: 'contended' });
    await stores[0]?.commit([{ type: 'create-task', task }]);
    await Promise.all(
      stores.flatMap((store) =>
        times(10).map((index) =>
          store.commit([{ type: 'update-task', owner: task.scope, task: { ...task, updatedAt: index } }]),
        ),
      ),
    );
    expect(await tasksIn(stores[0] as Store)).toBe(1);
  });

  it('may create one task at the same time; one of them does and the others are told', async (context) => {
    const { url } = aNewSchema(requireServer(context));
    const stores = await Promise.all(times(6).map(() => openForTest(url)));
    const answers = await Promise.allSettled(stores.map((store) => store.commit([create('same')])));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as EngramError).code)).toStrictEqual(
      Array(5).fill('conflict'),
    );
  });

  it('CAP-4: may bring one message to two sessions at once; no session is without messages', async (context) => {
    const { url } = aNewSchema(requireServer(context));
    const stores = await Promise.all(times(4).map(() => openForTest(url)));
    for (const round of times(10)) {
      await Promise.all(
        stores.map((store, place) => {
          const session = aSession({ id: `${round}-${place}` });
          const message = aMessage({ id: `message-${round}`, sessionId: session.id });
          return store.commit([{ type: 'append-message', session, message }]);
        }),
      );
    }
    const { items } = (await stores[0]?.listSessions(owner, { limit: 100 })) ?? { items: [] };
    expect(items.map(({ messages }) => messages)).toStrictEqual(Array(10).fill(1));
  });
});

describe('REC-1: memories in PostgreSQL are indexed when they are listed', () => {
  it('by several processes at once while others record, each memory once and none missed', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    const writer = await openForTest(url);
    await writer.commit(times(1_700).map((index) => record(`early-${index}`)));
    const readers = await Promise.all(times(4).map(() => openForTest(url, { indexAfter: 0 })));
    const recording = Promise.all(times(30).map((index) => writer.commit([record(`late-${index}`)])));
    const answers = await Promise.all(readers.map((reader) => idsIn(reader)));
    for (const ids of answers) expect(ids.filter((id) => id.startsWith('early'))).toHaveLength(1_700);
    await recording;
    for (const reader of readers) expect(await idsIn(reader)).toHaveLength(1_730);
    expect(await readers[0]?.tidy(10)).toStrictEqual({ done: 0, left: 0 });
    expect(await administrator.ask(`SELECT 1 FROM ${schema}.memories WHERE indexed = 1`)).toHaveLength(1_730);
    expect((await writer.health()).problems).toStrictEqual([]);
  });

  it('also one whose number is lower than those already indexed, because it was committed late', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    const store = await openForTest(url, { indexAfter: 0 });
    await store.commit([record('first')]);
    const columns = `user_name, project, agent, created_at, kind, access_count, schema_version, indexed, body`;
    const commitLate = await administrator.inTransaction(
      `INSERT INTO ${schema}.memories (id, ${columns}) SELECT 'late', ${columns} FROM ${schema}.memories WHERE id = 'first'`,
    );
    await store.commit([record('third')]);
    expect(await idsIn(store)).toStrictEqual(['first', 'third']);
    await commitLate();
    expect(await idsIn(store)).toStrictEqual(['first', 'late', 'third']);
    expect((await store.tidy(10)).left).toBe(0);
  });

  it('while others delete them: what is gone is not found and stops nobody', async (context) => {
    const { url } = aNewSchema(requireServer(context));
    const writer = await openForTest(url);
    const memories = times(600).map((index) => aMemory({ id: `memory-${index}` }));
    await writer.commit(memories.map((memory) => ({ type: 'record-memory', memory }) as const));
    const readers = await Promise.all(times(3).map(() => openForTest(url, { indexAfter: 0 })));
    await Promise.all([
      ...readers.map((reader) => idsIn(reader)),
      ...memories
        .slice(0, 100)
        .map(({ scope, id }) => writer.commit([{ type: 'delete-memory', owner: scope, id }])),
    ]);
    expect(await idsIn(writer)).toHaveLength(500);
  });

  it('by looking through them where nothing may be written', async (context) => {
    const { url } = aNewSchema(requireServer(context));
    const writer = await openForTest(url);
    await writer.commit(times(200).map((index) => record(`memory-${index}`)));
    const reader = await openForTest(readingOnly(url));
    expect(await idsIn(reader)).toHaveLength(200);
    expect(await knownFrom(reader, owner, 64)).toHaveLength(200);
    expect(await reader.tidy(10)).toStrictEqual({ done: 0, left: 200 });
    await expect(reader.commit([create('task')])).rejects.toMatchObject({ code: 'store_read_only' });
  });
});

describe('STO-2: a PostgreSQL database that cannot be used is refused with a typed error and without the password', () => {
  async function refusalOf(url: string): Promise<EngramError> {
    const error = asRefusal(
      await openPostgresStore({ url, now: 0, maxWaitMs: 100 }).then(
        (store) => store.close(),
        (thrown: unknown) => thrown,
      ),
    );
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('hunter2');
    return error;
  }

  function urlWith(url: string, change: (changed: URL) => void): string {
    const changed = new URL(url);
    changed.password = 'hunter2';
    change(changed);
    return changed.href;
  }

  it('a wrong password', async (context) => {
    const server = requireServer(context);
    const { administrator } = aNewSchema(server);
    const role = uniqueSchema();
    await administrator.ask(`CREATE ROLE ${role} LOGIN PASSWORD 'right'`);
    onTestFinished(async () => {
      await administrator.ask(`DROP ROLE ${role}`);
    });
    const error: unknown = await refusalOf(
      urlWith(server, (url) => {
        url.username = role;
      }),
    ).catch((thrown: unknown) => thrown);
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== '28P01') context.skip('this server asks nobody for a password');
    expect(error).toMatchObject({ code: 'store_unavailable', message: expect.stringContaining('password') });
  });

  it('a database that is not there', async (context) => {
    const url = urlWith(requireServer(context), (changed) => {
      changed.pathname = '/not_there';
    });
    expect(await refusalOf(url)).toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('createdb'),
    });
  });

  it('a server that is not there, said at once', async (context) => {
    const url = urlWith(requireServer(context), (changed) => {
      changed.hostname = '127.0.0.1';
      changed.port = '1';
    });
    expect(await refusalOf(url)).toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('host and port'),
    });
  });

  it('a schema that the user may neither make nor use', async (context) => {
    const server = requireServer(context);
    const url = readingOnly(withParameters(server, { schema: uniqueSchema() }));
    expect((await refusalOf(url)).message).toContain('schema');
  });

  it('an empty one that may only be read', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    await administrator.ask(`CREATE SCHEMA ${schema}`);
    expect((await refusalOf(readingOnly(url))).code).toBe('store_read_only');
  });
});
