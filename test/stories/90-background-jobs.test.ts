import { describe, expect, it, onTestFinished } from 'vitest';
import { openEngram } from '../../src/index.ts';
import type { Job } from '../../src/interfaces/library/types.ts';
import type { Store } from '../../src/ports/store.ts';
import { claimed, unheld } from '../../src/records/lease.ts';
import { type BackgroundWork, finishJobs } from '../../src/run/jobs.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { fixedClock } from '../../src/testing/index.ts';
import { openForTest } from './open-for-test.ts';

/** A store with so many records to tidy, which tells how large each piece was. */
function untidy(records: number): { store: Store; pieces: number[]; fail: { next: boolean } } {
  const inner = createReferenceStore();
  const pieces: number[] = [];
  const fail = { next: false };
  let left = records;
  const store: Store = {
    ...inner,
    async tidy(limit) {
      if (limit > 0 && fail.next) {
        fail.next = false;
        throw new Error('the disk hiccupped at postgres://ann:hunter2secret@db/x');
      }
      const done = Math.min(limit, left);
      if (limit > 0) pieces.push(done);
      left -= done;
      return { done, left };
    },
  };
  return { store, pieces, fail };
}

const settled = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries > 500) throw new Error('It did not come to pass.');
    await new Promise((resume) => setTimeout(resume, 10));
  }
};

const year = 31_536_000_000;
const start = Date.UTC(2025, 0, 1);

/** Lets a process of another machine hold the job, with a lease until then. */
async function holdElsewhere(store: Store, until: number) {
  const lease = claimed(unheld, 'other/1/working', until);
  const job = {
    name: 'index-memories',
    done: 0,
    left: 100,
    state: null,
    error: null,
    updatedAt: 0,
    ...lease,
  };
  await store.commit([{ type: 'hold-job', job, epoch: 0 }]);
  return job;
}

describe('background jobs', () => {
  it('are done in bounded pieces, with progress that everybody can see', async () => {
    const { store, pieces } = untidy(1_234);
    const engram = await openForTest({ store });
    const heard: number[] = [];
    const jobs = await engram.jobs.run((name, left) => name === 'index-memories' && heard.push(left));
    expect(pieces).toEqual([500, 500, 234]);
    expect(heard).toEqual([734, 234, 0]);
    expect(jobs).toMatchObject([{ name: 'index-memories', done: 1_234, left: 0, holder: null, error: null }]);
    expect(await engram.jobs.list()).toEqual(jobs);
  });

  it('are listed with what waits now, and not with what their last piece left', async () => {
    let waiting = 3;
    const inner = createReferenceStore();
    const store: Store = {
      ...inner,
      async tidy(limit) {
        const done = Math.min(limit, waiting);
        waiting -= done;
        return { done, left: waiting };
      },
    };
    const engram = await openForTest({ store });
    expect(await engram.jobs.list()).toMatchObject([{ name: 'index-memories', left: 3, status: 'pending' }]);
    await engram.jobs.run();
    expect(await engram.jobs.list()).toMatchObject([{ done: 3, left: 0, status: 'idle' }]);
    waiting = 2;
    expect(await engram.jobs.list()).toMatchObject([{ done: 3, left: 2, status: 'pending' }]);
    // A list that is read does the work as well.
    waiting = 0;
    expect(await engram.jobs.list()).toMatchObject([{ done: 3, left: 0, status: 'idle' }]);
    const [job] = await store.listJobs();
    const known = job as Job;
    const held = { ...known, ...claimed(known, 'other/1/job', engram.time.now() + 30_000) };
    await store.commit([{ type: 'hold-job', job: held, epoch: known.epoch }]);
    expect(await engram.jobs.list()).toMatchObject([{ status: 'running' }]);
  });

  it('are done again when a later one left them something', async () => {
    const left = { index: 1, rules: 1 };
    const work = (name: keyof typeof left, leaves: Partial<typeof left>): BackgroundWork => ({
      name,
      waiting: async () => left[name],
      doPiece: async () => {
        left[name] -= 1;
        Object.assign(left, leaves);
        return { done: 1, left: left[name] };
      },
    });
    const works = [work('index', {}), work('rules', { index: 2 })];
    await finishJobs({ store: createReferenceStore(), clock: fixedClock() }, works, 'one');
    expect(left).toEqual({ index: 0, rules: 0 });
  });

  it('write nothing while there is nothing to do', async () => {
    const { store } = untidy(0);
    const engram = await openForTest({ store });
    expect(await engram.jobs.run()).toEqual([]);
  });

  it('are done by one process at a time; when that one dies, another goes on after its lease', async () => {
    const { store, pieces } = untidy(100);
    const engram = await openForTest({ store });
    const now = engram.time.now();
    const lease = claimed(unheld, 'other/1/died', now + 30_000);
    const job = { name: 'index-memories', done: 7, left: 100, state: null, error: null, updatedAt: now };
    await store.commit([{ type: 'hold-job', job: { ...job, ...lease }, epoch: 0 }]);
    await engram.jobs.run();
    expect(pieces).toEqual([]);
    engram.time.advance(30_001);
    expect(await engram.jobs.run()).toMatchObject([{ done: 107, left: 0 }]);
  });

  it('are not held for ever by a process whose clock was a year ahead when it died', async () => {
    const { store, pieces } = untidy(100);
    const engram = await openForTest({ store });
    await holdElsewhere(store, engram.time.now() + year + 30_000);
    await engram.jobs.run();
    expect(pieces).toEqual([100]);
  });

  it.each([
    ['a year ahead', year],
    ['a year behind', -year],
  ])(
    'are not taken from one that works by a server whose clock is %s, and are once it is silent',
    async (_, off) => {
      const { store, pieces } = untidy(100);
      let looks = 0;
      const listJobs = async () => {
        looks += 1;
        return store.listJobs();
      };
      let elapsed = 0;
      const clock = { now: () => start + off, elapsed: () => elapsed };
      const engram = await openEngram({ store: { ...store, listJobs }, clock });
      onTestFinished(() => engram.close());
      const job = await holdElsewhere(store, start + 30_000);
      engram.jobs.start();
      await settled(() => looks >= 1);
      elapsed += 29_000;
      // It gives a sign of life, so its time begins anew.
      await store.commit([{ type: 'hold-job', job: { ...job, beat: 1 }, epoch: job.epoch }]);
      await settled(() => looks >= 2);
      elapsed += 29_000;
      await settled(() => looks >= 3);
      expect(pieces).toEqual([]);
      elapsed += 30_000;
      await settled(() => pieces.length === 1);
      // Should it wake up, its epoch is old.
      await expect(
        store.commit([{ type: 'hold-job', job: { ...job, beat: 2 }, epoch: job.epoch }]),
      ).rejects.toMatchObject({
        code: 'conflict',
      });
    },
  );

  it('are done by themselves in a process that lives long, until it is closed', async () => {
    const { store, pieces } = untidy(800);
    const engram = await openEngram({ store });
    engram.jobs.start();
    await settled(() => pieces.length === 2);
    await engram.close();
    expect(pieces).toEqual([500, 300]);
  });

  it('note down what went wrong, without secrets, and try again', async () => {
    const { store, pieces, fail } = untidy(10);
    fail.next = true;
    const engram = await openEngram({ store });
    onTestFinished(() => engram.close());
    engram.jobs.start();
    await settled(async () => typeof (await engram.jobs.list())[0]?.error === 'string');
    const [failed] = await engram.jobs.list();
    expect(failed?.error).toContain('the disk hiccupped');
    expect(failed?.error).not.toContain('hunter2secret');
    await settled(() => pieces.length === 1);
    await settled(async () => (await engram.jobs.list())[0]?.error === null);
  });

  it('done by two processes at once end with everything done once', async () => {
    const { store, pieces } = untidy(5_000);
    const engines = [await openForTest({ store }), await openForTest({ store })];
    while (pieces.reduce((sum, piece) => sum + piece, 0) < 5_000) {
      await Promise.all(engines.map((engram) => engram.jobs.run()));
    }
    // One that saw work waiting may find nothing left when its turn comes.
    expect(pieces.filter((piece) => piece > 0)).toEqual(Array.from({ length: 10 }, () => 500));
  });
});
