import { expect } from 'vitest';
import type { Store } from '../../ports/store.ts';
import type { Outcome } from '../../records/record.ts';
import { aMemory, aRun, aUse } from '../builders.ts';
import { ali, bob, changed, finish, noteUses, record, remove, revise, type StoreCase } from './store-case.ts';

/** What is due, for comparing: the contract promises no order. */
const dueIn = async (store: Store): Promise<string[]> =>
  (await store.dueUses(100)).map(({ use, outcome }) => `${use.memoryId} ${use.runId} ${outcome}`).toSorted();

export const useCases: readonly StoreCase[] = [
  {
    title:
      'MEM-4: the uses of a memory are listed as they were noted, the newest first, and no more than asked for',
    async check(store) {
      await store.commit([record(aMemory({ id: 'm' })), record(aMemory({ id: 'n' }))]);
      const [first, second, third] = [
        aUse({ memoryId: 'm', runId: 'r2', at: 100 }),
        aUse({ memoryId: 'm', runId: 'r1', at: 300, settled: true }),
        aUse({ memoryId: 'm', runId: 'r3', at: 200 }),
      ];
      await store.commit([noteUses(first, second, aUse({ memoryId: 'n', runId: 'r1', at: 400 }))]);
      await store.commit([noteUses(third), noteUses()]);
      expect(await store.listUses(ali, 'm', 10)).toStrictEqual([second, third, first]);
      expect(await store.listUses(ali, 'm', 2)).toStrictEqual([second, third]);
    },
  },
  {
    title: 'MEM-4: uses of one moment are listed by the ids of their runs, the last first',
    async check(store) {
      await store.commit([record(aMemory({ id: 'm' }))]);
      const runs = ['b', 'a', 'c'];
      await store.commit([noteUses(...runs.map((runId) => aUse({ memoryId: 'm', runId, at: 100 })))]);
      expect((await store.listUses(ali, 'm', 2)).map(({ runId }) => runId)).toStrictEqual(['c', 'b']);
    },
  },
  {
    title: 'MEM-4: a use that is known stays, and counts once however often it is noted',
    async check(store) {
      await store.commit([record(aMemory({ id: 'm' }))]);
      const use = aUse({ memoryId: 'm', at: 100 });
      await store.commit([noteUses(use, { ...use, at: 200 })]);
      await store.commit([noteUses({ ...use, at: 50 })]);
      expect(await store.listUses(ali, 'm', 10)).toStrictEqual([use]);
    },
  },
  {
    title: 'MEM-4: a use is settled once somebody says so, and stays so',
    async check(store) {
      await store.commit([record(aMemory({ id: 'm' }))]);
      const use = aUse({ memoryId: 'm' });
      await store.commit([noteUses(use)]);
      await store.commit([noteUses({ ...use, settled: true })]);
      expect(await store.listUses(ali, 'm', 10)).toStrictEqual([{ ...use, settled: true }]);
      await store.commit([noteUses(use)]);
      expect(await store.listUses(ali, 'm', 10)).toStrictEqual([{ ...use, settled: true }]);
    },
  },
  {
    title: 'MEM-4: uses of unknown memories are ignored, and those beside them noted',
    async check(store) {
      await store.commit([record(aMemory({ id: 'm' }))]);
      await store.commit([noteUses(aUse({ memoryId: 'later' }), aUse({ memoryId: 'm' }))]);
      await store.commit([record(aMemory({ id: 'later' }))]);
      expect(await store.listUses(ali, 'later', 10)).toStrictEqual([]);
      expect(await store.listUses(ali, 'm', 10)).toHaveLength(1);
    },
  },
  {
    title: 'MEM-7: the uses of a deleted memory go with it',
    async check(store) {
      const [memory, run] = [aMemory({ id: 'm' }), aRun()];
      await store.commit([record(memory), { type: 'start-run', run }, finish(run)]);
      await store.commit([noteUses(aUse({ memoryId: 'm', runId: run.id }))]);
      await store.commit([remove(memory)]);
      expect(await store.dueUses(10)).toStrictEqual([]);
      await store.commit([record(memory)]);
      expect(await store.listUses(ali, 'm', 10)).toStrictEqual([]);
      expect(await store.dueUses(10)).toStrictEqual([]);
    },
  },
  {
    title: 'MEM-4: a use is due when its run has ended, with how that ended, until it is settled',
    async check(store) {
      const outcomes: readonly Outcome[] = ['success', 'failure', 'partial'];
      const runs = outcomes.map((id) => aRun({ id }));
      const going = aRun({ id: 'going' });
      await store.commit([...runs, going].map((run) => ({ type: 'start-run', run }) as const));
      await store.commit([record(aMemory({ id: 'm' })), record(aMemory({ id: 'n' }))]);
      const uses = [...outcomes, 'going', 'unknown'].map((runId) => aUse({ memoryId: 'm', runId }));
      await store.commit([noteUses(...uses, aUse({ memoryId: 'n', runId: 'success' }))]);
      expect(await dueIn(store)).toStrictEqual([]);
      await store.commit(runs.map((run) => finish(run, { outcome: run.id as Outcome })));
      const all = ['m failure failure', 'm partial partial', 'm success success', 'n success success'];
      expect(await dueIn(store)).toStrictEqual(all);
      await store.commit([noteUses({ ...aUse(), memoryId: 'm', runId: 'success', settled: true })]);
      expect(await dueIn(store)).toStrictEqual([all[0], all[1], all[3]]);
    },
  },
  {
    title:
      'MEM-4: due uses are of the whole store, each with its memory as it is now, and no more than asked for',
    async check(store) {
      const [ofAli, ofBob] = [aMemory({ id: 'ali’s' }), aMemory({ id: 'bob’s', scope: bob })];
      const run = aRun();
      const now = changed(ofAli, { text: 'two', expiresAt: 1, standing: 'archived' });
      const uses = [ofAli, ofBob].map(({ id }) => aUse({ memoryId: id, runId: run.id }));
      await store.commit([record(ofAli), record(ofBob), { type: 'start-run', run }, finish(run)]);
      await store.commit([noteUses(...uses), revise(now)]);
      const due = (await store.dueUses(10)).toSorted((left, right) =>
        left.memory.id < right.memory.id ? -1 : 1,
      );
      expect(due).toStrictEqual([
        { use: uses[0], outcome: 'success', memory: now },
        { use: uses[1], outcome: 'success', memory: ofBob },
      ]);
      expect(await store.dueUses(1)).toHaveLength(1);
    },
  },
];
