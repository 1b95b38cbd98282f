import { expect } from 'vitest';
import { aTask } from '../builders.ts';
import { ali, alice, idsOf, type StoreCase, shop, wholeList } from './store-case.ts';

const create = (task: ReturnType<typeof aTask>) => ({ type: 'create-task', task }) as const;

export const taskCases: readonly StoreCase[] = [
  {
    title: 'STO-2: two owners may have a task of the same id; each finds its own, the owner finds both',
    async check(store) {
      const [first, second] = [aTask({ id: 'same' }), aTask({ id: 'same', scope: alice })];
      await store.commit([create(first), create(second)]);
      expect(await store.findTasks(ali, 'same')).toStrictEqual([first]);
      expect(await store.findTasks(alice, 'same')).toStrictEqual([second]);
      const both = await store.findTasks(shop, 'same');
      expect(both.map(({ scope }) => scope.agent).toSorted()).toStrictEqual(['ali', 'alice']);
    },
  },
  {
    title: 'STO-2: an agent finds its own task and the project’s of the same id',
    async check(store) {
      await store.commit([create(aTask({ id: 'same' })), create(aTask({ id: 'same', scope: shop }))]);
      expect(await store.findTasks(ali, 'same')).toHaveLength(2);
      expect(await store.findTasks(alice, 'same')).toHaveLength(1);
    },
  },
  {
    title: 'STO-2: findTasks gives the tasks of exactly this id',
    async check(store) {
      await store.commit([create(aTask({ id: 'refund' })), create(aTask({ id: 'refund-2' }))]);
      expect(idsOf(await store.findTasks(ali, 'refund'))).toStrictEqual(['refund']);
    },
  },
  {
    title: 'STO-2: update-task replaces the whole task',
    async check(store) {
      const task = aTask({ category: 'refunds', effort: 2 });
      const changed = aTask({ id: task.id, description: 'Changed', status: 'done', stage: 'release' });
      const neighbour = aTask();
      await store.commit([create(task), create(neighbour)]);
      await store.commit([{ type: 'update-task', owner: ali, task: changed }]);
      expect(await store.findTasks(ali, task.id)).toStrictEqual([changed]);
      expect(await store.findTasks(ali, neighbour.id)).toStrictEqual([neighbour]);
    },
  },
  {
    title: 'STO-2: update-task hands a task to another agent; the former one no longer has it',
    async check(store) {
      const task = aTask();
      const handedOn = { ...task, scope: alice };
      await store.commit([create(task)]);
      await store.commit([{ type: 'update-task', owner: ali, task: handedOn }]);
      expect(await store.findTasks(ali, task.id)).toStrictEqual([]);
      expect(await store.findTasks(alice, task.id)).toStrictEqual([handedOn]);
      expect((await store.count(shop, 0)).tasks).toBe(1);
    },
  },
  {
    title: 'STO-2: listTasks filters by status, by stage and by both',
    async check(store) {
      await store.commit([
        create(aTask({ id: 'a', status: 'open', stage: 'planning' })),
        create(aTask({ id: 'b', status: 'done', stage: 'planning' })),
        create(aTask({ id: 'c', status: 'done', stage: 'release' })),
      ]);
      const ids = async (filter: Parameters<typeof store.listTasks>[1]) =>
        idsOf((await store.listTasks(ali, filter, wholeList)).items);
      expect(await ids({ status: 'done' })).toStrictEqual(['c', 'b']);
      expect(await ids({ stage: 'planning' })).toStrictEqual(['b', 'a']);
      expect(await ids({ status: 'done', stage: 'planning' })).toStrictEqual(['b']);
      expect(await ids({ status: 'cancelled' })).toStrictEqual([]);
      expect(await ids({})).toStrictEqual(['c', 'b', 'a']);
    },
  },
  {
    title: 'STO-2: a page of listTasks is filled with tasks that match, and ends where they end',
    async check(store) {
      const statuses = ['done', 'open', 'done', 'open', 'done'] as const;
      await store.commit(statuses.map((status, index) => create(aTask({ id: `t${index}`, status }))));
      const first = await store.listTasks(ali, { status: 'done' }, { limit: 2 });
      expect(idsOf(first.items)).toStrictEqual(['t4', 't2']);
      const last = await store.listTasks(
        ali,
        { status: 'done' },
        { limit: 2, after: first.next ?? undefined },
      );
      expect(idsOf(last.items)).toStrictEqual(['t0']);
      expect(last.next).toBeNull();
    },
  },
  {
    title: 'STO-2: filters follow an update',
    async check(store) {
      const task = aTask({ status: 'open' });
      await store.commit([create(task)]);
      await store.commit([{ type: 'update-task', owner: ali, task: { ...task, status: 'running' } }]);
      expect((await store.listTasks(ali, { status: 'open' }, wholeList)).items).toStrictEqual([]);
      expect((await store.listTasks(ali, { status: 'running' }, wholeList)).items).toHaveLength(1);
    },
  },
];
