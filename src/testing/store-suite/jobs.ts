import { expect } from 'vitest';
import type { Json } from '../../json/json.ts';
import { aJob, aMemory } from '../builders.ts';
import { ali, expectRefusal, hold, record, type StoreCase } from './store-case.ts';

/** The job `index`, held by the first worker. */
const held = () => aJob({ name: 'index', holder: 'first', epoch: 1, leaseUntil: 5_000, updatedAt: 1_000 });
/** The same job, as the second worker would take it over. */
const taken = () => aJob({ name: 'index', holder: 'second', epoch: 2, leaseUntil: 9_000, updatedAt: 4_000 });

const anyJson: readonly Json[] = [null, false, 0, '', 'mem_1', [], {}, [1, [null]], { deep: { a: 'é🧠' } }];

export const jobCases: readonly StoreCase[] = [
  {
    title: 'STO-2: whoever comes first gets a new job',
    async check(store) {
      const job = held();
      expect(await store.commit([hold(job)])).toStrictEqual({ ignored: [] });
      expect(await store.listJobs()).toStrictEqual([job]);
    },
  },
  {
    title: 'STO-2: who knows an older epoch is refused, and the job stays as it is',
    async check(store) {
      await store.commit([hold(held())]);
      await expectRefusal(store, [hold(taken(), 0)], 'conflict');
      await expectRefusal(store, [hold({ ...held(), holder: null }, 0)], 'conflict');
      expect(await store.listJobs()).toStrictEqual([held()]);
    },
  },
  {
    title: 'STO-2: its holder reports as often as it likes, during the lease and after it',
    async check(store) {
      await store.commit([hold(held())]);
      const reported = { ...held(), beat: 1, done: 5, left: 7, state: { after: 'mem_5' }, leaseUntil: 6_000 };
      await store.commit([hold(reported, 1)]);
      expect(await store.listJobs()).toStrictEqual([reported]);
      const late = { ...reported, beat: 2, done: 12, left: 0, updatedAt: 8_000 };
      await store.commit([hold(late, 1)]);
      expect(await store.listJobs()).toStrictEqual([late]);
    },
  },
  {
    title: 'STO-2: once another has taken the job over, the former holder is refused',
    async check(store) {
      await store.commit([hold(held())]);
      const job = taken();
      await store.commit([hold(job, 1)]);
      expect(await store.listJobs()).toStrictEqual([job]);
      await expectRefusal(store, [hold({ ...held(), done: 99 }, 1)], 'conflict');
      expect(await store.listJobs()).toStrictEqual([job]);
    },
  },
  {
    title: 'STO-2: a job that was let go keeps its epoch: its former holder is told apart from the next',
    async check(store) {
      await store.commit([hold(held())]);
      const free = { ...held(), holder: null, leaseUntil: 0, done: 3 };
      await store.commit([hold(free, 1)]);
      expect(await store.listJobs()).toStrictEqual([free]);
      await store.commit([hold(taken(), 1)]);
      await expectRefusal(store, [hold(free, 1)], 'conflict');
      expect(await store.listJobs()).toStrictEqual([taken()]);
    },
  },
  {
    title: 'STO-2: a refused hold undoes its whole commit',
    async check(store) {
      await store.commit([hold(held())]);
      const commands = [record(aMemory({ id: 'new' })), hold(aJob({ name: 'another' })), hold(taken(), 0)];
      await expectRefusal(store, commands, 'conflict');
      expect(await store.getMemory(ali, 'new')).toBeUndefined();
      expect(await store.listJobs()).toStrictEqual([held()]);
    },
  },
  {
    title: 'STO-2: a refused command undoes a hold before it: the job is as free as it was',
    async check(store) {
      const commands = [hold(held()), hold(taken(), 0)];
      await expectRefusal(store, commands, 'conflict');
      expect(await store.listJobs()).toStrictEqual([]);
      await store.commit([hold(taken(), 1)]);
    },
  },
  {
    title: 'STO-2: of several who try at the same time, one gets the job',
    async check(store) {
      const workers = ['a', 'b', 'c', 'd', 'e'].map((holder) => ({ ...held(), holder }));
      const tries = await Promise.allSettled(workers.map((job) => store.commit([hold(job)])));
      const winners = workers.filter((_, index) => tries[index]?.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      expect(await store.listJobs()).toStrictEqual(winners);
    },
  },
  {
    title: 'STO-2: jobs are held one by one, and listed by name',
    async check(store) {
      const jobs = ['prune', 'embed', 'index', 'embeddings'].map((name) => aJob({ name, holder: name }));
      for (const job of jobs) await store.commit([hold(job)]);
      const names = (await store.listJobs()).map(({ name }) => name);
      expect(names).toStrictEqual(['embed', 'embeddings', 'index', 'prune']);
    },
  },
  {
    title: 'STO-2: where to go on may be any JSON value',
    async check(store) {
      const jobs = anyJson.map((state, index) => aJob({ name: `job-${index}`, state }));
      await store.commit(jobs.map((job) => hold(job)));
      expect(await store.listJobs()).toStrictEqual(jobs);
    },
  },
];
