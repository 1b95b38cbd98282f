import { expect } from 'vitest';
import type { ExecutionFilter, Store } from '../../ports/store.ts';
import type { Execution } from '../../records/execution.ts';
import type { Run } from '../../records/run.ts';
import { aMemory, aModelStep, aNoteStep, aRun, aStep, aUse } from '../builders.ts';
import { aFullRun } from './full-records.ts';
import {
  ali,
  append,
  finish,
  noteUses,
  record,
  remove,
  type StoreCase,
  shop,
  start,
  theEnd,
} from './store-case.ts';

/** What is counted of the steps of `stepsOf`. */
const counted = { toolCalls: 2, modelCalls: 2, failedSteps: 1, inputTokens: 1_500, outputTokens: 42 };
const notCounted = { toolCalls: 0, modelCalls: 0, failedSteps: 0, inputTokens: 0, outputTokens: 0 };

const stepsOf = ({ id: runId }: Run) =>
  [
    aStep({ runId, position: 0 }),
    aStep({ runId, position: 1, success: false }),
    aModelStep({ runId, position: 2, inputTokens: 1_000, outputTokens: 30 }),
    aModelStep({ runId, position: 3, inputTokens: 500, outputTokens: 12 }),
    aNoteStep({ runId, position: 4 }),
  ].map(append);

const allOf = (store: Store) => store.listExecutions(ali, {}, 100);
const theOnly = async (store: Store): Promise<Execution | undefined> => (await allOf(store))[0];

/** Ends at this moment. */
const ended = (id: string, finishedAt: number, run: Partial<Run> = {}) => [
  start(aRun({ id, ...run })),
  finish(aRun({ id }), { finishedAt }),
];

export const executionCases: readonly StoreCase[] = [
  {
    title: 'LRN-7: a run that has ended is read with all that is known of it, and without its steps',
    async check(store) {
      const run = { ...aFullRun(), createdAt: 1_000, outcome: null, finishedAt: null };
      await store.commit([start(run), ...stepsOf(run)]);
      expect(await allOf(store)).toStrictEqual([]);
      await store.commit([finish(run)]);
      expect(await allOf(store)).toStrictEqual([
        {
          runId: run.id,
          agent: 'ali',
          taskId: 'task-1',
          description: 'Refund order 42',
          category: 'refunds',
          type: 'money',
          complexity: 'low',
          dependencies: 2,
          approach: 'ask-first',
          successFactors: [...theEnd.successFactors],
          outcome: 'success',
          startedAt: 1_000,
          finishedAt: theEnd.finishedAt,
          ...counted,
          memories: 0,
          templateId: 'tpl_1',
          style: 'adaptive',
        },
      ]);
    },
  },
  {
    title: 'LRN-7: a run of defaults that did nothing is read, too, and what the project owns has no agent',
    async check(store) {
      const run = aRun({ scope: shop });
      await store.commit([start(run), finish(run)]);
      expect(await theOnly(store)).toMatchObject({
        ...{ agent: null, taskId: null, category: null, type: null, approach: null },
        ...notCounted,
        dependencies: 0,
        complexity: 'low',
        templateId: null,
        style: null,
      });
    },
  },
  {
    title: 'TPL-10: executions are chosen by the template they re-executed, and say how they did',
    async check(store) {
      const of = (id: string, mode: Run['mode'], outcome: Run['outcome'] = 'success') =>
        start(aRun({ id, mode, outcome, finishedAt: 1 }));
      const byTemplate = (templateId: string, style: 'adaptive' | 'replay') =>
        ({ kind: 'template', templateId, style }) as const;
      await store.commit([
        of('a', byTemplate('tpl_1', 'replay')),
        of('b', byTemplate('tpl_1', 'adaptive'), 'failure'),
        of('c', byTemplate('tpl_10', 'replay')),
        of('d', { kind: 'normal' }),
        start(aRun({ id: 'e', mode: byTemplate('tpl_1', 'replay') })),
      ]);
      const found = async (filter: ExecutionFilter) =>
        (await store.listExecutions(ali, filter, 10)).map(({ runId, templateId, style }) => [
          ...[runId, templateId, style],
        ]);
      const [first, second] = [
        ['a', 'tpl_1', 'replay'],
        ['b', 'tpl_1', 'adaptive'],
      ];
      expect(await found({ templateId: 'tpl_1' })).toStrictEqual([second, first]);
      expect(await found({ templateId: 'tpl_1', outcome: 'success' })).toStrictEqual([first]);
      expect(await found({ templateId: 'tpl' })).toStrictEqual([]);
      expect(await found({})).toStrictEqual([['d', null, null], second]);
    },
  },
  {
    title: 'LRN-7: complexity is that of the task',
    async check(store) {
      const task = { ...aRun().task, category: 'database', effort: 8, dependencies: ['a', 'b'] };
      const run = aRun({ task });
      await store.commit([start(run), finish(run)]);
      expect(await theOnly(store)).toMatchObject({ complexity: 'high', dependencies: 2 });
    },
  },
  {
    title: 'LRN-7: a step that comes after its run has ended is counted, and once however often it comes',
    async check(store) {
      const run = aRun();
      const steps = stepsOf(run);
      await store.commit([start(run), ...steps.slice(0, 2), finish(run)]);
      expect(await theOnly(store)).toMatchObject({ toolCalls: 2, modelCalls: 0, failedSteps: 1 });
      await store.commit([...steps, ...steps]);
      await store.commit(steps.slice(3, 4));
      expect(await theOnly(store)).toMatchObject(counted);
    },
  },
  {
    title: 'LRN-7: steps that are appended while their run ends are counted, whoever comes first',
    async check(store) {
      const runs = Array.from({ length: 6 }, () => aRun());
      await store.commit(runs.map(start));
      const commands = runs.flatMap((run) => [...stepsOf(run), finish(run)]);
      await Promise.all(commands.map((command) => store.commit([command])));
      expect(await allOf(store)).toMatchObject(runs.map(() => counted));
    },
  },
  {
    title:
      'CAP-6: a run that is written with its end, and its steps after it, as a move does, is counted alike',
    async check(store) {
      const run = aRun({ ...theEnd, successFactors: [...theEnd.successFactors] });
      await store.commit([start(run)]);
      expect(await theOnly(store)).toMatchObject({ outcome: 'success', ...notCounted });
      await store.commit(stepsOf(run));
      await store.commit([{ type: 'start-run', run: { ...run, outcome: 'failure' }, ifAbsent: true }]);
      expect(await allOf(store)).toHaveLength(1);
      expect(await theOnly(store)).toMatchObject({ outcome: 'success', ...counted });
    },
  },
  {
    title: 'CAP-6: a run that goes on stays so when one of its id that has ended is ignored',
    async check(store) {
      const run = aRun();
      await store.commit([start(run)]);
      const over = { ...run, ...theEnd, successFactors: [] };
      await store.commit([{ type: 'start-run', run: over, ifAbsent: true }]);
      expect(await allOf(store)).toStrictEqual([]);
      expect(await store.tallyRuns(ali)).toStrictEqual([]);
    },
  },
  {
    title: 'LRN-7: the first end of a run stays, however often it ends',
    async check(store) {
      const run = aRun();
      await store.commit([start(run), finish(run, { finishedAt: 5_000 })]);
      await store.commit([finish(run, { finishedAt: 9_000, successFactors: ['later'] })]);
      expect(await allOf(store)).toMatchObject([
        { finishedAt: 5_000, successFactors: [...theEnd.successFactors] },
      ]);
    },
  },
  {
    title: 'LRN-7: a run that was written with an outcome and no end is taken to have ended as it began',
    async check(store) {
      await store.commit([start(aRun({ createdAt: 7_000, outcome: 'partial' }))]);
      expect(await theOnly(store)).toMatchObject({ startedAt: 7_000, finishedAt: 7_000, outcome: 'partial' });
    },
  },
  {
    title:
      'LRN-11: the memories a run was given are counted, whenever that is noted and while they are there',
    async check(store) {
      const run = aRun();
      const memories = [aMemory({ id: 'm' }), aMemory({ id: 'n' }), aMemory({ id: 'o' })];
      await store.commit([start(run), ...memories.map(record)]);
      const use = (memoryId: string, runId = run.id) => noteUses(aUse({ memoryId, runId }));
      await store.commit([use('m'), use('m'), use('o', 'another'), finish(run)]);
      expect(await theOnly(store)).toMatchObject({ memories: 1 });
      await store.commit([use('n')]);
      expect(await theOnly(store)).toMatchObject({ memories: 2 });
      await store.commit(memories.slice(0, 1).map(remove));
      expect(await theOnly(store)).toMatchObject({ memories: 1 });
    },
  },
  {
    title: 'LRN-7: those that ended last come first, then by id descending, and no more than asked for',
    async check(store) {
      await store.commit([
        ...ended('b', 200, { createdAt: 5 }),
        ...ended('a', 300, { createdAt: 1 }),
        ...ended('d', 100, { createdAt: 9 }),
        ...ended('c', 200, { createdAt: 2 }),
        start(aRun({ id: 'e' })),
      ]);
      const ids = async (limit: number) =>
        (await store.listExecutions(ali, {}, limit)).map(({ runId }) => runId);
      expect(await ids(10)).toStrictEqual(['a', 'c', 'b', 'd']);
      expect(await ids(3)).toStrictEqual(['a', 'c', 'b']);
    },
  },
  {
    title: 'LRN-7: executions are chosen by outcome, category and approach, exactly and all together',
    async check(store) {
      const of = (id: string, category: string | null, approach: string | null, outcome: Run['outcome']) =>
        start(aRun({ id, task: { ...aRun().task, category }, approach, outcome, finishedAt: 1 }));
      await store.commit([
        of('a', 'refunds', 'retry', 'success'),
        of('b', 'refunds', 'wait', 'failure'),
        of('c', 'Refunds', 'retry', 'success'),
        of('d', null, null, 'partial'),
        of('e', 'refunds', 'retry', 'failure'),
      ]);
      const ids = async (filter: ExecutionFilter) =>
        (await store.listExecutions(ali, filter, 10)).map(({ runId }) => runId);
      expect(await ids({})).toStrictEqual(['e', 'd', 'c', 'b', 'a']);
      expect(await ids({ category: 'refunds' })).toStrictEqual(['e', 'b', 'a']);
      expect(await ids({ approach: 'retry' })).toStrictEqual(['e', 'c', 'a']);
      expect(await ids({ outcome: 'partial' })).toStrictEqual(['d']);
      expect(await ids({ category: 'refunds', approach: 'retry', outcome: 'failure' })).toStrictEqual(['e']);
      expect(await store.listExecutions(ali, { category: 'refunds' }, 1)).toMatchObject([{ runId: 'e' }]);
      expect(await ids({ category: null })).toStrictEqual(['d']);
    },
  },
];
