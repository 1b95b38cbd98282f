import { expect } from 'vitest';
import type { Json } from '../../json/json.ts';
import { aJob, aMemory } from '../builders.ts';
import { ali, expectRefusal, hold, record, type StoreCase } from './store-case.ts';

const leaseUntil = 5_000;
/** The job `index`, held by the first worker until the lease is over. */
const held = () => aJob({ name: 'index', holder: 'first', leaseUntil, updatedAt: 1_000 });
/** The same job, as the second worker would hold it. */
const taken = () => aJob({ name: 'index', holder: 'second', leaseUntil: 9_000, updatedAt: 4_000 });

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
    title: 'STO-2: while the lease lasts another is refused, to its last moment, and the job stays as it is',
    async check(store) {
      await store.commit([hold(held())]);
      await expectRefusal(store, [hold(taken(), { now: leaseUntil - 1 })], 'conflict');
      await expectRefusal(store, [hold({ ...taken(), holder: null }, { holder: 'second' })], 'conflict');
      expect(await store.listJobs()).toMatchObject([{ holder: 'first', leaseUntil }]);
    },
  },
  {
    title: 'STO-2: its holder reports as often as it likes, during the lease and after it',
    async check(store) {
      await store.commit([hold(held())]);
      const reported = { ...held(), done: 5, left: 7, state: { after: 'mem_5' }, leaseUntil: 6_000 };
      await store.commit([hold(reported, { now: 2_000 })]);
      expect(await store.listJobs()).toStrictEqual([reported]);
      const late = { ...reported, done: 12, left: 0, updatedAt: 8_000 };
      await store.commit([hold(late)]);
      expect(await store.listJobs()).toStrictEqual([late]);
    },
  },
  {
    title: 'STO-2: from the moment the lease is over another may take the job, and the former is refused',
    async check(store) {
      await store.commit([hold(held())]);
      const job = taken();
      await store.commit([hold(job, { now: leaseUntil })]);
      expect(await store.listJobs()).toStrictEqual([job]);
      await expectRefusal(store, [hold({ ...held(), done: 99 }, { now: leaseUntil })], 'conflict');
      expect(await store.listJobs()).toStrictEqual([job]);
    },
  },
  {
    title: 'STO-2: a report may shorten the lease or lengthen it',
    async check(store) {
      await store.commit([hold(held())]);
      await store.commit([hold({ ...held(), leaseUntil: 7_000 }, { now: 2_000 })]);
      await expectRefusal(store, [hold(taken(), { now: leaseUntil })], 'conflict');
      await store.commit([hold({ ...held(), leaseUntil: 3_000 }, { now: 2_500 })]);
      await store.commit([hold(taken(), { now: 3_000 })]);
      expect(await store.listJobs()).toStrictEqual([taken()]);
    },
  },
  {
    title: 'STO-2: letting go frees a job at once, however long its lease was',
    async check(store) {
      await store.commit([hold(held())]);
      const free = { ...held(), holder: null, done: 3 };
      await store.commit([hold(free, { holder: 'first', now: 2_000 })]);
      expect(await store.listJobs()).toStrictEqual([free]);
      const job = taken();
      await store.commit([hold(job, { now: 2_000 })]);
      expect(await store.listJobs()).toStrictEqual([job]);
    },
  },
  {
    title: 'STO-2: a refused hold undoes its whole commit',
    async check(store) {
      await store.commit([hold(held())]);
      const commands = [
        record(aMemory({ id: 'new' })),
        hold(aJob({ name: 'another' })),
        hold(taken(), { now: 2_000 }),
      ];
      await expectRefusal(store, commands, 'conflict');
      expect(await store.getMemory(ali, 'new')).toBeUndefined();
      expect(await store.listJobs()).toStrictEqual([held()]);
    },
  },
  {
    title: 'STO-2: a refused command undoes a hold before it: the job is as free as it was',
    async check(store) {
      const commands = [hold(held()), hold(taken(), { now: 2_000 })];
      await expectRefusal(store, commands, 'conflict');
      expect(await store.listJobs()).toStrictEqual([]);
      await store.commit([hold(taken(), { now: 2_000 })]);
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
