import { expect } from 'vitest';
import type { Json } from '../../json/json.ts';
import type { WorkflowFilter } from '../../ports/store.ts';
import type { Viewer } from '../../records/scope.ts';
import type { Checkpoint, Workflow } from '../../records/workflow.ts';
import { aCheckpoint, aWorkflow } from '../workflow-builders.ts';
import {
  ali,
  begin,
  endWork,
  expectRefusal,
  holdWork,
  idsOf,
  keepCheckpoint,
  requestOf,
  type StoreCase,
  shop,
  signal,
} from './store-case.ts';

/** The same work, held by somebody else from now on. */
const takenOver = (workflow: Workflow): Workflow => ({
  ...workflow,
  holder: 'second',
  epoch: workflow.epoch + 1,
  beat: 0,
});

const anyJson: readonly Json[] = [null, false, 0, '', [], {}, [1, [null]], { deep: { a: 'é🧠' } }];

export const workflowCases: readonly StoreCase[] = [
  {
    title: 'DUR-1: work is found by its id, its run and its request key, and by nothing else',
    async check(store) {
      const work = aWorkflow({ subject: 'refund 7', runId: 'run_b', requestKey: 'request-1' });
      await store.commit([begin(work), begin(aWorkflow())]);
      for (const name of [work.id, 'run_b', 'request-1', 'refund 7']) {
        expect(await store.findWorkflows(ali, [name])).toStrictEqual([work]);
      }
      for (const name of ['', 'run', 'request', 'replay', '%']) {
        expect(await store.findWorkflows(ali, [name])).toStrictEqual([]);
      }
      expect(await store.findWorkflows(ali, [])).toStrictEqual([]);
    },
  },
  {
    title: 'DUR-1: the oldest work comes first, and of the same moment the lowest id; each once',
    async check(store) {
      const at = (id: string, createdAt: number) =>
        aWorkflow({ id, createdAt, subject: id, requestKey: `key of ${id}` });
      const works = [at('b', 200), at('a', 300), at('d', 100), at('c', 200)];
      await store.commit(works.map(begin));
      const names = [...idsOf(works), 'key of b', 'b'];
      expect(idsOf(await store.findWorkflows(ali, names))).toStrictEqual(['d', 'b', 'c', 'a']);
    },
  },
  {
    title: 'DUR-2: of one subject one work is open at a time, whichever agent of the project has it',
    async check(store) {
      const work = aWorkflow({ subject: 'refund 7' });
      await store.commit([begin(work)]);
      await expectRefusal(store, [begin(aWorkflow({ subject: 'refund 7' }))], 'conflict');
      await expectRefusal(store, [begin(aWorkflow({ subject: 'refund 7', scope: shop }))], 'conflict');
      const elsewhere = aWorkflow({ subject: 'refund 7', scope: { ...ali, project: 'bakery' } });
      await store.commit([begin(elsewhere), begin(aWorkflow({ subject: 'refund 8' }))]);
    },
  },
  {
    title: 'DUR-2: a subject is taken while its work is uncertain, and free when it has stopped or is done',
    async check(store) {
      const work = aWorkflow({ subject: 'refund 7' });
      await store.commit([begin(work), holdWork({ ...work, status: 'uncertain', holder: null })]);
      await expectRefusal(store, [begin(aWorkflow({ subject: 'refund 7' }))], 'conflict');
      expect(idsOf(await store.findWorkflows(ali, ['refund 7']))).toStrictEqual([work.id]);
      for (const status of ['stopped', 'done'] as const) {
        await store.commit([holdWork({ ...work, status })]);
        expect(await store.findWorkflows(ali, ['refund 7'])).toStrictEqual([]);
        const next = aWorkflow({ subject: 'refund 7' });
        await store.commit([begin(next)]);
        await expectRefusal(store, [holdWork({ ...work, status: 'running' })], 'conflict');
        await store.commit([endWork(next)]);
      }
      await store.commit([holdWork({ ...work, status: 'running' })]);
    },
  },
  {
    title: 'DUR-2: a request key is given once by each owner, also when its work is over',
    async check(store) {
      const work = aWorkflow({ requestKey: 'request-1', subject: 'a', status: 'done' });
      await store.commit([begin(work)]);
      await expectRefusal(store, [begin(aWorkflow({ requestKey: 'request-1', subject: 'b' }))], 'conflict');
      const ofOther = aWorkflow({ requestKey: 'request-1', subject: 'b', scope: shop });
      await store.commit([begin(ofOther)]);
      expect(idsOf(await store.findWorkflows(ali, ['request-1']))).toStrictEqual([work.id, ofOther.id]);
      expect(idsOf(await store.findWorkflows(shop, ['request-1']))).toStrictEqual([work.id, ofOther.id]);
    },
  },
  {
    title: 'DUR-2: of several who begin the same at once, one does',
    async check(store) {
      const works = Array.from({ length: 5 }, () => aWorkflow({ subject: 'refund 7' }));
      const tries = await Promise.allSettled(works.map((work) => store.commit([begin(work)])));
      const winners = works.filter((_, index) => tries[index]?.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      expect(await store.findWorkflows(ali, ['refund 7'])).toStrictEqual(winners);
    },
  },
  {
    title: 'DUR-2: a holder reports; what was asked for and when stays as it was',
    async check(store) {
      const work = aWorkflow({ input: { id: 7 }, requestKey: 'request-1' });
      const reported: Workflow = {
        ...work,
        status: 'stopped',
        holder: null,
        beat: 4,
        leaseUntil: 9_000,
        updatedAt: 8_000,
        runId: 'run_again',
        output: { status: 'diverged' },
      };
      await store.commit([begin(work)]);
      const asked = { name: 'x', subject: 'x', requestKey: null, input: {}, createdAt: 1 };
      await store.commit([holdWork({ ...reported, ...asked })]);
      expect(await store.findWorkflows(ali, [work.id])).toStrictEqual([reported]);
    },
  },
  {
    title: 'DUR-2: whoever was taken over can neither report nor write nor end it',
    async check(store) {
      const work = aWorkflow();
      const taken = takenOver(work);
      await store.commit([begin(work), holdWork(taken, work.epoch)]);
      await expectRefusal(store, [holdWork({ ...work, beat: 9 })], 'conflict');
      await expectRefusal(store, [holdWork(takenOver(work), work.epoch)], 'conflict');
      await expectRefusal(
        store,
        [keepCheckpoint(aCheckpoint({ workflowId: work.id }), work.epoch)],
        'conflict',
      );
      await expectRefusal(store, [endWork(work)], 'conflict');
      expect(await store.findWorkflows(ali, [work.id])).toStrictEqual([taken]);
      expect(await store.listCheckpoints(ali, work.id)).toStrictEqual([]);
    },
  },
  {
    title: 'DUR-1: a checkpoint is begun, then done, and listed by its key',
    async check(store) {
      const work = aWorkflow();
      const checkpoint = (key: string, changes: Partial<Checkpoint> = {}) =>
        aCheckpoint({ workflowId: work.id, key, ...changes });
      const begun = checkpoint('b', { state: 'begun', input: { amount: 7 } });
      await store.commit([begin(work), keepCheckpoint(begun), keepCheckpoint(checkpoint('a'))]);
      expect(await store.listCheckpoints(ali, work.id)).toStrictEqual([
        { ...checkpoint('a'), at: expect.any(Number) },
        begun,
      ]);
      const done: Checkpoint = { ...begun, state: 'done', result: { ok: true }, at: begun.at + 5 };
      await store.commit([keepCheckpoint(done)]);
      expect((await store.listCheckpoints(ali, work.id))[1]).toStrictEqual(done);
    },
  },
  {
    title: 'DUR-1: inputs and results may be any JSON value',
    async check(store) {
      const work = aWorkflow();
      const kept = anyJson.map((value, index) =>
        aCheckpoint({ workflowId: work.id, key: `${index}`, input: value, result: value }),
      );
      await store.commit([begin(work), ...kept.map((checkpoint) => keepCheckpoint(checkpoint))]);
      expect(await store.listCheckpoints(ali, work.id)).toStrictEqual(kept);
    },
  },
  {
    title: 'DUR-1: the checkpoints of other work stay apart',
    async check(store) {
      const [one, other] = [aWorkflow({ subject: 'a' }), aWorkflow({ subject: 'b' })];
      const [ofOne, ofOther] = [one, other].map(({ id }) => aCheckpoint({ workflowId: id, key: '1' }));
      if (ofOne === undefined || ofOther === undefined) throw new Error('Two were made.');
      await store.commit([begin(one), begin(other), keepCheckpoint(ofOne), keepCheckpoint(ofOther)]);
      expect(await store.listCheckpoints(ali, one.id)).toStrictEqual([ofOne]);
      await store.commit([endWork(one)]);
      expect(await store.listCheckpoints(ali, other.id)).toStrictEqual([ofOther]);
    },
  },
  {
    title: 'DUR-1: what has ended is gone with its checkpoints, and its names are free again',
    async check(store) {
      const work = aWorkflow({ subject: 'refund 7', requestKey: 'request-1' });
      await store.commit([begin(work), keepCheckpoint(aCheckpoint({ workflowId: work.id }))]);
      await store.commit([endWork(work)]);
      expect(await store.findWorkflows(ali, [work.id, 'refund 7', 'request-1'])).toStrictEqual([]);
      expect(await store.listCheckpoints(ali, work.id)).toStrictEqual([]);
      await store.commit([begin(work)]);
      expect(await store.listCheckpoints(ali, work.id)).toStrictEqual([]);
    },
  },
  {
    title: 'DUR-3: lists are newest first, page by page, of a status, a name or a parent',
    async check(store) {
      const works = [
        aWorkflow({ name: 'review', status: 'done' }),
        aWorkflow({ name: 'review', status: 'waiting', parentId: 'p' }),
        aWorkflow({ name: 'deploy', status: 'done', parentId: 'q' }),
      ];
      await store.commit(works.map(begin));
      const newest = works.toReversed();
      const first = await store.listWorkflows(ali, {}, { limit: 2 });
      expect(first.items).toStrictEqual(newest.slice(0, 2));
      const rest = await store.listWorkflows(ali, {}, { limit: 2, after: first.next ?? undefined });
      expect(rest).toStrictEqual({ items: newest.slice(2), next: null });
      const listed = async (filter: WorkflowFilter) =>
        idsOf((await store.listWorkflows(ali, filter, { limit: 9 })).items);
      expect(await listed({ status: 'done' })).toStrictEqual([works[2]?.id, works[0]?.id]);
      expect(await listed({ name: 'review' })).toStrictEqual([works[1]?.id, works[0]?.id]);
      expect(await listed({ parentId: 'p' })).toStrictEqual([works[1]?.id]);
      expect(await listed({ name: 'review', status: 'done', parentId: 'p' })).toStrictEqual([]);
    },
  },
  {
    title:
      'DUR-2: due is what is queued or waits, of these names, when its time has come or something is requested',
    async check(store) {
      const work = (id: string, changes: Partial<Workflow>) =>
        aWorkflow({ id, name: 'review', wakeAt: 5, ...changes });
      const requested = work('requested', { status: 'waiting', wakeAt: null });
      await store.commit(
        [
          work('late', { status: 'queued', wakeAt: 9 }),
          work('second', { status: 'queued', createdAt: 2 }),
          work('first', { status: 'waiting', createdAt: 1 }),
          work('now', { status: 'waiting', wakeAt: 7 }),
          work('running', { status: 'running' }),
          work('paused', { status: 'paused' }),
          work('other', { status: 'queued', name: 'deploy' }),
          work('newer', { status: 'queued', version: '2' }),
          work('of the project', { status: 'queued', scope: shop }),
          work('never', { status: 'waiting', wakeAt: null }),
          requested,
        ].map(begin),
      );
      await store.commit([requestOf(requested, 'cancel')]);
      const due = async (viewer: Viewer, limit = 9) =>
        idsOf(await store.dueWorkflows(viewer, [{ name: 'review', version: '1' }], 7, limit));
      expect(await due(ali)).toStrictEqual(['first', 'second', 'now', 'requested']);
      expect(await due(ali, 1)).toStrictEqual(['first']);
      expect(await due(shop)).toContain('of the project');
      expect(await store.dueWorkflows(ali, [], 7, 9)).toStrictEqual([]);
    },
  },
  {
    title:
      'DUR-3: what is requested stays until the work is no longer under way, whatever its holder reports',
    async check(store) {
      const work = aWorkflow();
      await store.commit([begin(work), requestOf(work, 'pause')]);
      const requested = async () => (await store.findWorkflows(ali, [work.id]))[0]?.requested;
      expect(await requested()).toBe('pause');
      await store.commit([holdWork({ ...work, beat: 1 })]);
      await store.commit([holdWork({ ...work, status: 'waiting' })]);
      expect(await requested()).toBe('pause');
      await store.commit([requestOf(work, 'cancel')]);
      expect(await requested()).toBe('cancel');
      await store.commit([holdWork({ ...work, status: 'cancelled' })]);
      expect(await requested()).toBeNull();
      await expectRefusal(store, [requestOf(work, 'pause')], 'not_found');
    },
  },
  {
    title: 'DUR-3: a signal is kept once, whoever holds the work, and wakes what waits',
    async check(store) {
      const work = aWorkflow({ status: 'waiting', wakeAt: null, epoch: 7 });
      const sent = aCheckpoint({ workflowId: work.id, key: 'signal', result: { approved: true } });
      await store.commit([begin(work), signal(sent)]);
      await store.commit([signal({ ...sent, result: 'again' })]);
      expect(await store.listCheckpoints(ali, work.id)).toStrictEqual([sent]);
      expect((await store.findWorkflows(ali, [work.id]))[0]?.wakeAt).toBe(0);
      const busy = aWorkflow({ subject: 'b' });
      await store.commit([begin(busy), signal({ ...sent, workflowId: busy.id })]);
      const wakeAt = async () => (await store.findWorkflows(ali, [busy.id]))[0]?.wakeAt;
      expect(await wakeAt()).toBe(0);
      await store.commit([holdWork({ ...busy, beat: 1 })]);
      await store.commit([holdWork({ ...busy, status: 'waiting', wakeAt: sent.at + 1 })]);
      expect(await wakeAt()).toBe(0);
      await store.commit([holdWork({ ...takenOver(busy), wakeAt: null }, busy.epoch)]);
      expect(await wakeAt()).toBeNull();
    },
  },
];
