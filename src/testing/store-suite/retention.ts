import { expect } from 'vitest';
import type { Command, Store } from '../../ports/store.ts';
import type { RecordSelection } from '../../records/record-selection.ts';
import type { Scope } from '../../records/scope.ts';
import { aMemory, aMessage, aRun, aSession, aStep, aUse } from '../builders.ts';
import { aHold } from '../retention-builders.ts';
import { anOwned, createOwned } from './owned-records.ts';
import { everythingSeen, zeroCounts } from './reads.ts';
import {
  ali,
  alice,
  append,
  bob,
  expectRefusal,
  finish,
  idsOf,
  join,
  longAgo,
  noteUses,
  record,
  type StoreCase,
  say,
  shop,
  shop2,
  start,
  wholeList,
} from './store-case.ts';
import { aWorld, commandsOf } from './world.ts';

export const deleteRun = (run: { readonly scope: Scope; readonly id: string }): Command => ({
  type: 'delete-run',
  owner: run.scope,
  id: run.id,
});
export const deleteSession = (session: { readonly scope: Scope; readonly id: string }): Command => ({
  type: 'delete-session',
  owner: session.scope,
  id: session.id,
});

/** Everything a selection answers, in pieces of two. */
async function selected(store: Store, selection: RecordSelection): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const piece: Awaited<ReturnType<Store['selectRecords']>> = await store.selectRecords(selection, after, 2);
    expect(piece.items.length).toBeLessThanOrEqual(2);
    ids.push(...piece.items.map(({ id, scope }) => `${id} of ${scope.agent ?? 'shop'}`));
    after = piece.next;
  } while (after !== null && ids.length < 100);
  return ids.toSorted();
}

const inShop = { user: shop.user, project: shop.project };
const decision = { kind: 'decision', content: { context: 'API timeout' } } as const;

export const retentionCases: readonly StoreCase[] = [
  {
    title: 'SHR-4: memories are selected by owner, kind, tags, topic, standing and age, expired ones too',
    async check(store) {
      await store.commit(
        [
          aMemory({ id: 'a', createdAt: 10, tags: ['x', 'y'], ...decision }),
          aMemory({ id: 'b', createdAt: 20, tags: ['x'], expiresAt: 1 }),
          aMemory({ id: 'c', createdAt: 30, scope: alice, standing: 'archived', ...decision }),
          aMemory({ id: 'd', createdAt: 40, scope: shop, lastAccessedAt: 50, accessCount: 1 }),
          aMemory({ id: 'e', createdAt: 10, scope: shop2, tags: ['x'] }),
          aMemory({ id: 'f', createdAt: 10, scope: bob, tags: ['x'] }),
        ].map(record),
      );
      const asked = (more: Partial<RecordSelection>) => selected(store, { of: 'memory', ...inShop, ...more });
      expect(await asked({})).toStrictEqual(['a of ali', 'b of ali', 'c of alice', 'd of shop']);
      expect(await asked({ agent: 'ali' })).toStrictEqual(['a of ali', 'b of ali']);
      expect(await asked({ agent: null })).toStrictEqual(['d of shop']);
      expect(await asked({ kind: 'decision' })).toStrictEqual(['a of ali', 'c of alice']);
      expect(await asked({ tags: ['x'] })).toStrictEqual(['a of ali', 'b of ali']);
      expect(await asked({ tags: ['x', 'y'] })).toStrictEqual(['a of ali']);
      expect(await asked({ topic: 'api-timeout' })).toStrictEqual(['a of ali', 'c of alice']);
      expect(await asked({ standings: ['archived', 'merged'] })).toStrictEqual(['c of alice']);
      expect(await asked({ before: 20 })).toStrictEqual(['a of ali', 'b of ali']);
      expect(await asked({ before: 40, by: 'created' })).toHaveLength(4);
      expect(await asked({ before: 49, by: 'last-used' })).toHaveLength(3);
      expect(await asked({ before: 50, by: 'last-used' })).toHaveLength(4);
      expect(await asked({ agent: 'alice', tags: ['x'] })).toStrictEqual([]);
    },
  },
  {
    title: 'SHR-4: runs are selected by their end, and those that have not ended by no age',
    async check(store) {
      const [old, late, running] = ['old', 'late', 'running'].map((id) => aRun({ id, createdAt: 5 }));
      if (old === undefined || late === undefined || running === undefined)
        throw new TypeError('Three runs.');
      const others = aRun({ id: 'others', scope: alice, createdAt: 5 });
      await store.commit([
        ...[old, late, running, others].map(start),
        finish(old, { finishedAt: 10 }),
        finish(late, { finishedAt: 20 }),
        finish(others, { finishedAt: 10 }),
      ]);
      const asked = (more: Partial<RecordSelection>) => selected(store, { of: 'run', ...inShop, ...more });
      expect(await asked({ before: 10 })).toStrictEqual(['old of ali', 'others of alice']);
      expect(await asked({ before: 20, agent: 'ali' })).toStrictEqual(['late of ali', 'old of ali']);
      expect(await asked({ before: Number.MAX_SAFE_INTEGER })).toHaveLength(3);
      expect(await asked({})).toHaveLength(4);
    },
  },
  {
    title: 'SHR-4: sessions are selected by their last message, each agent’s its own',
    async check(store) {
      const chats = [
        { scope: ali, id: 'a b', at: [10, 20] },
        { scope: { ...ali, agent: 'b c' }, id: 'a', at: [10] },
        { scope: { ...ali, agent: 'c' }, id: 'a b', at: [10] },
        { scope: shop, id: 'a', at: [10] },
      ];
      for (const { scope, id, at } of chats) {
        const session = aSession({ scope, id, createdAt: 10 });
        await store.commit(
          at.map((createdAt) => say(session, aMessage({ scope, sessionId: id, createdAt }))),
        );
      }
      const asked = (more: Partial<RecordSelection>) =>
        selected(store, { of: 'session', ...inShop, ...more });
      expect(await asked({})).toHaveLength(4);
      expect(await asked({ before: 10 })).toStrictEqual(['a b of c', 'a of b c', 'a of shop']);
      expect(await asked({ before: 20, agent: 'ali' })).toStrictEqual(['a b of ali']);
    },
  },
  {
    title: 'SHR-4: a survey counts what is selected by kind, with what is held apart',
    async check(store) {
      await store.commit([
        ...[10, 20, 30].map((createdAt) => record(aMemory({ createdAt, kind: 'knowledge' }))),
        record(aMemory({ id: 'held', createdAt: 40, ...decision })),
        record(aMemory({ createdAt: 50, ...decision })),
        record(aMemory({ createdAt: 50, scope: bob })),
      ]);
      await store.commit([{ type: 'create-record', kind: 'hold', record: aHold({ memory: 'held' }) }]);
      const selection = { of: 'memory', ...inShop } as const;
      expect(await store.surveyRecords(selection)).toStrictEqual([
        { kind: 'decision', held: false, count: 1, oldest: 50, newest: 50 },
        { kind: 'decision', held: true, count: 1, oldest: 40, newest: 40 },
        { kind: 'knowledge', held: false, count: 3, oldest: 10, newest: 30 },
      ]);
      expect(await store.surveyRecords({ ...selection, before: 9 })).toStrictEqual([]);
      expect((await selected(store, selection)).filter((name) => name.startsWith('held'))).toStrictEqual([]);
    },
  },
  {
    title: 'SHR-4: a deleted run is gone with its steps, its counts and the notes of its memories',
    async check(store) {
      const run = aRun();
      const kept = aRun();
      const memory = aMemory({ id: 'm' });
      const error = { type: 'Error', message: 'locked', signature: 'locked' };
      const failed = (of: typeof run) => aStep({ runId: of.id, success: false, error });
      await store.commit([start(run), join(run, 'alice'), start(kept), record(memory)]);
      await store.commit([append(failed(run)), append(failed(kept)), finish(run), finish(kept)]);
      await store.commit([noteUses(aUse({ memoryId: 'm', runId: run.id }))]);
      const before = await store.tallyRuns(ali);
      expect(before.reduce((sum, { runs }) => sum + runs, 0)).toBe(2);
      await store.commit([deleteRun(run)]);
      for (const viewer of [ali, alice, shop]) expect(await store.getRun(viewer, run.id)).toBeUndefined();
      expect(await store.listSteps(ali, run.id)).toStrictEqual([]);
      expect((await store.findFailedSteps(shop, ['locked'], 10)).map(({ runId }) => runId)).toStrictEqual([
        kept.id,
      ]);
      expect((await store.listExecutions(shop, {}, 10)).map(({ runId }) => runId)).toStrictEqual([kept.id]);
      expect((await store.tallyRuns(shop)).reduce((sum, { runs }) => sum + runs, 0)).toBe(1);
      expect(await store.listUses(ali, 'm', 10)).toStrictEqual([]);
      expect(await store.getMemory(ali, 'm')).toStrictEqual(memory);
      expect(await store.listRuns(alice, {}, wholeList)).toStrictEqual({ items: [], next: null });
      // A new one, which may get the number of the deleted one, has none of its steps.
      const next = aRun({ id: run.id });
      await store.commit([start(next), finish(next)]);
      expect(await store.listSteps(ali, run.id)).toStrictEqual([]);
      const counted = (await store.listExecutions(ali, {}, 10)).map(({ failedSteps }) => failedSteps);
      expect(counted.toSorted()).toStrictEqual([0, 1]);
      expect(await store.getRun(alice, run.id)).toBeUndefined();
    },
  },
  {
    title: 'SHR-4: a run that has not ended is not deleted, nor one of another owner, nor one twice',
    async check(store) {
      const run = aRun();
      await store.commit([start(run)]);
      await expectRefusal(store, [deleteRun(run)], 'conflict');
      await store.commit([finish(run)]);
      await expectRefusal(store, [deleteRun({ ...run, scope: alice })], 'not_found');
      await store.commit([deleteRun(run)]);
      await expectRefusal(store, [deleteRun(run)], 'not_found');
    },
  },
  {
    title: 'SHR-4: a deleted session is gone with its messages, and that of another agent stays',
    async check(store) {
      const [own, others] = [aSession({ id: 'chat' }), aSession({ id: 'chat', scope: alice })];
      await store.commit([
        say(own, aMessage({ sessionId: 'chat' })),
        say(own, aMessage({ sessionId: 'chat' })),
        say(others, aMessage({ sessionId: 'chat', scope: alice })),
      ]);
      await expectRefusal(store, [deleteSession({ ...own, scope: bob })], 'not_found');
      await store.commit([deleteSession(own)]);
      expect(await store.findSessions(ali, 'chat')).toStrictEqual([]);
      expect(await store.listMessages(ali, own)).toStrictEqual([]);
      expect(await store.listMessages(alice, others)).toHaveLength(1);
      expect(await store.count(ali, longAgo)).toStrictEqual(zeroCounts);
      await expectRefusal(store, [deleteSession(own)], 'not_found');
    },
  },
  {
    title: 'SHR-4: deleting records of one owner leaves everything of the others as it was',
    async check(store) {
      const [mine, theirs] = [aWorld(ali), aWorld(alice)];
      await store.commit([...commandsOf(mine), ...commandsOf(theirs)]);
      const before = await everythingSeen(store, alice, theirs);
      await store.commit([deleteRun(mine.endedRun), deleteSession(mine.session)]);
      expect(await everythingSeen(store, alice, theirs)).toStrictEqual(before);
    },
  },
  {
    title: 'SHR-4: the retention policies of the whole store are read, by id',
    async check(store) {
      const policies = [shop, bob, ali].map((scope) => anOwned('policy', { scope }));
      await store.commit(policies.map((policy) => createOwned('policy', policy)));
      expect(await store.retentionPolicies()).toStrictEqual(
        policies.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
      );
      expect(idsOf(await store.retentionPolicies())).toHaveLength(3);
    },
  },
];
