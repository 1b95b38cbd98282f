import { describe, expect, it } from 'vitest';
import { testContext } from '../../src/learn/life/context.fixture.ts';
import { settleUses } from '../../src/learn/life/uses.ts';
import type { Command, Store } from '../../src/ports/store.ts';
import { aMemory, aRun } from '../../src/testing/index.ts';
import { type Follower, follow, knownFrom } from '../../src/testing/store-suite/follower.ts';
import { aNewSchema, openForTest, requireServer } from './postgres-server.ts';

// What takes a server with more than one session. It is named by ENGRAM_TEST_POSTGRES.

const shop = { user: 'ada', project: 'shop' };
const { scope: ali } = aMemory();
const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const record = (id: string): Command => ({ type: 'record-memory', memory: aMemory({ id }) });
const remove = (id: string): Command => ({ type: 'delete-memory', owner: ali, id });

const known = async (follower: Follower): Promise<string[]> => (await follower.catchUp()).map(({ id }) => id);

/** Statement that records the memory "first" once more, under another id. */
function copyOfFirst(schema: string, id: string): string {
  const columns =
    'user_name, project, agent, created_at, kind, access_count, schema_version, indexed, standing, revision, body';
  return `INSERT INTO ${schema}.memories (id, ${columns})
    SELECT '${id}', ${columns} FROM ${schema}.memories WHERE id = 'first'`;
}

describe('REC-1: who follows the memories of a PostgreSQL database', () => {
  it('is told of a memory whose transaction has a lower number and commits later', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    const store = await openForTest(url);
    await store.commit([record('first')]);
    const [attentive, beginner] = [follow(store, shop), follow(store, shop, 1)];
    await attentive.catchUp();
    const commitLate = await administrator.inTransaction(copyOfFirst(schema, 'late'));
    await store.commit([record('third')]);
    expect(await known(attentive)).toStrictEqual(['first', 'third']);
    expect(await known(beginner)).toStrictEqual(['first', 'third']);
    await store.commit([record('fourth')]);
    expect(await known(attentive)).toStrictEqual(['first', 'fourth', 'third']);
    await commitLate();
    for (const follower of [attentive, beginner]) {
      expect(await known(follower)).toStrictEqual(['first', 'fourth', 'late', 'third']);
    }
  });

  it('is told of a revision and a deletion whose transactions commit late', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    const store = await openForTest(url);
    await store.commit(['first', 'revised', 'deleted'].map(record));
    const follower = follow(store, shop);
    await follower.catchUp();
    const revise = await administrator.inTransaction(
      `UPDATE ${schema}.memories SET standing = 'demoted', changed = DEFAULT WHERE id = 'revised'`,
    );
    const remove = await administrator.inTransaction(
      `SET LOCAL search_path = ${schema}; DELETE FROM memories WHERE id = 'deleted'`,
    );
    await store.commit([record('new')]);
    expect(await known(follower)).toStrictEqual(['deleted', 'first', 'new', 'revised']);
    await revise();
    expect(await follower.catchUp()).toMatchObject([{}, {}, {}, { id: 'revised', standing: 'demoted' }]);
    await remove();
    expect(await known(follower)).toStrictEqual(['first', 'new', 'revised']);
  });

  it('keeps a memory that was recorded again by a transaction older than the one that deleted it', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    const store = await openForTest(url);
    await store.commit([record('first'), record('again')]);
    const follower = follow(store, shop);
    await follower.catchUp();
    // Both take their numbers now. The second stays open all the while.
    const commitOlder = await administrator.inTransaction('SELECT pg_current_xact_id()');
    const open = await administrator.inTransaction('SELECT pg_current_xact_id()');
    await store.commit([remove('again')]);
    await commitOlder(copyOfFirst(schema, 'again'));
    for (const _ of times(3)) expect(await known(follower)).toStrictEqual(['again', 'first']);
    await open();
    expect(await known(follower)).toStrictEqual(['again', 'first']);
  });

  it('comes to an end while a transaction stays open, however little it asks for', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    const store = await openForTest(url);
    await store.commit([record('first')]);
    const follower = follow(store, shop, 1);
    await follower.catchUp();
    const commitLate = await administrator.inTransaction(copyOfFirst(schema, 'late'));
    for (const index of times(5)) await store.commit([record(`m${index}`), record(`n${index}`)]);
    expect(await known(follower)).toHaveLength(11);
    expect((await follower.step()) || (await follower.step())).toBe(false);
    await commitLate();
    expect(await known(follower)).toHaveLength(12);
  });

  it('ends up with what there is while several processes record, revise and delete', async (context) => {
    const { url } = aNewSchema(requireServer(context));
    const stores = await Promise.all(times(4).map(() => openForTest(url)));
    const reader = await openForTest(url);
    const followers = [1, 3, 100].map((limit) => follow(reader, shop, limit));
    const writing = Promise.all(
      stores.map(async (store, place) => {
        for (const turn of times(15)) {
          const memory = aMemory({ id: `${place}-${turn}` });
          await store.commit([{ type: 'record-memory', memory }]);
          if (turn % 3 === 1) await store.commit([remove(memory.id)]);
          if (turn % 3 === 2) {
            const now = { ...memory, text: 'new', revision: 1 };
            const change = { at: 1, reason: 'confirmed', note: '' } as const;
            await store.commit([{ type: 'revise-memory', owner: ali, memory: now, change }]);
          }
        }
      }),
    );
    let isOver = false;
    const following = Promise.all(
      followers.map(async (follower) => {
        while (!isOver) await follower.step();
      }),
    );
    await writing;
    isOver = true;
    await following;
    const all = await knownFrom(reader, shop);
    expect(all).toHaveLength(40);
    for (const follower of followers) expect(await follower.catchUp()).toStrictEqual(all);
  });

  it('is told by an index, without reading through all memories', async (context) => {
    const { url, schema, administrator } = aNewSchema(requireServer(context));
    await openForTest(url);
    // On a table this small the server would read through; the question is whether it could do otherwise.
    const plan = await administrator.ask(
      `EXPLAIN SELECT id FROM memories WHERE user_name = 'ada' AND project = 'shop' AND (changed, row) > (0, 0)
         AND changed >= 5 AND changed < 9 AND NOT pg_visible_in_snapshot(changed::text::xid8, '5:9:'::pg_snapshot)
       ORDER BY changed, row LIMIT 10`,
      [],
      [`SET LOCAL search_path = ${schema}`, 'SET LOCAL enable_seqscan = off'],
    );
    const lines = plan.map((line) => String(line['QUERY PLAN'])).join('\n');
    expect(lines).toContain('Index Scan using memories_by_change');
    expect(lines).not.toContain('Sort');
  });
});

describe('MEM-5: several processes on one PostgreSQL database', () => {
  const change = { at: 1, reason: 'confirmed', note: '' } as const;

  /** Reads, changes and tries again, as whoever counts an outcome does. */
  async function confirm(store: Store): Promise<void> {
    for (;;) {
      const memory = await store.getMemory(ali, 'm');
      if (memory === undefined) return;
      const evidence = { ...memory.evidence, successes: memory.evidence.successes + 1 };
      const now = { ...memory, evidence, revision: memory.revision + 1 };
      try {
        await store.commit([{ type: 'revise-memory', owner: ali, memory: now, change }]);
        return;
      } catch (error) {
        expect(error).toMatchObject({ code: 'conflict' });
      }
    }
  }

  it('may change one memory at the same time: no change is lost, and each is in its history', async (context) => {
    const { url } = aNewSchema(requireServer(context));
    const stores = await Promise.all(times(4).map(() => openForTest(url)));
    await stores[0]?.commit([record('m')]);
    await Promise.all(
      stores.map(async (store) => {
        for (const _ of times(5)) await confirm(store);
      }),
    );
    expect(await stores[0]?.getMemory(ali, 'm')).toMatchObject({ revision: 20, evidence: { successes: 20 } });
    const history = (await stores[0]?.listRevisions(ali, 'm')) ?? [];
    expect(history.map(({ before }) => before.evidence.successes)).toStrictEqual(times(20));
  });

  it('MEM-4: may count the outcomes of runs at the same time: each is counted once', async (context) => {
    const { url } = aNewSchema(requireServer(context));
    const stores = await Promise.all(times(4).map(() => openForTest(url)));
    const runs = times(40).map((index) => aRun({ id: `run-${index}` }));
    await stores[0]?.commit([record('m'), ...runs.map((run) => ({ type: 'start-run', run }) as const)]);
    const end = { finishedAt: 1, summary: null, successFactors: [], outcome: 'success' } as const;
    for (const { id: runId, scope: owner } of runs) {
      const uses = [{ memoryId: 'm', runId, at: 1, settled: false }];
      await stores[0]?.commit([
        { type: 'note-uses', uses },
        { type: 'finish-run', owner, runId, end },
      ]);
      await Promise.all(stores.map((store) => settleUses({ ...testContext(), store }, 10)));
    }
    expect(await stores[0]?.getMemory(ali, 'm')).toMatchObject({ revision: 40, evidence: { successes: 40 } });
  });

  it('may note uses, keep vectors and prune in opposite orders', async (context) => {
    const { url } = aNewSchema(requireServer(context));
    const stores = await Promise.all(times(4).map(() => openForTest(url)));
    const ids = times(30).map((index) => `memory-${index}`);
    const run = aRun();
    await stores[0]?.commit([
      { type: 'start-run', run },
      ...ids.map((id) => ({ type: 'record-memory', memory: aMemory({ id, expiresAt: 1 }) }) as const),
    ]);
    const inOrder = (place: number) => (place % 2 === 0 ? ids : ids.toReversed());
    await Promise.all(
      stores.flatMap((store, place) =>
        times(5).map((turn) =>
          store.commit([
            {
              type: 'note-uses',
              uses: inOrder(place + turn).map((memoryId) => ({
                memoryId,
                runId: run.id,
                at: 1,
                settled: false,
              })),
            },
            {
              type: 'keep-vectors',
              embedder: 'e',
              vectors: inOrder(place + turn).map((id) => ({
                id,
                revision: 0,
                vector: new Uint8Array([place]),
              })),
            },
          ]),
        ),
      ),
    );
    expect(await stores[0]?.vectorsOf('e', ids)).toHaveLength(30);
    await Promise.all(
      stores.map((store, place) => store.commit([{ type: 'prune-memories', ids: inOrder(place), now: 1 }])),
    );
    expect(await stores[0]?.listPlaces()).toStrictEqual([]);
  });
});
