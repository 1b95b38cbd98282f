import { expect } from 'vitest';
import type { RunFilter } from '../../ports/store.ts';
import type { Run } from '../../records/run.ts';
import type { Step } from '../../records/step.ts';
import { aModelStep, aNoteStep, aRun, aStep } from '../builders.ts';
import {
  ali,
  append,
  expectRefusal,
  finish,
  idsOf,
  type StoreCase,
  shop,
  start,
  theEnd,
  wholeList,
} from './store-case.ts';

const noTotals = {
  steps: 0,
  toolCalls: 0,
  modelCalls: 0,
  failedSteps: 0,
  inputTokens: 0,
  outputTokens: 0,
  wallTimeMs: 0,
};

const byId = (left: { id: string }, right: { id: string }): number => (left.id < right.id ? -1 : 1);

const failure = { type: 'Error', message: 'locked', signature: 'locked' };

/** Five steps of every kind; the last to end ends 900 ms after the run started. */
function stepsOf(run: Run): Step[] {
  const runId = run.id;
  const startedAt = run.createdAt + 100;
  return [
    aStep({ runId, position: 0, startedAt, durationMs: 800 }),
    aStep({
      runId,
      position: 1,
      startedAt: startedAt + 200,
      durationMs: 12.5,
      success: false,
      error: failure,
    }),
    aModelStep({ runId, position: 2, startedAt, durationMs: 50, inputTokens: 1_000, outputTokens: 30 }),
    aModelStep({ runId, position: 3, startedAt, durationMs: 60, inputTokens: 500, outputTokens: 12 }),
    aNoteStep({ runId, position: 4, startedAt, durationMs: 0 }),
  ];
}

const expectedTotals = {
  steps: 5,
  toolCalls: 2,
  modelCalls: 2,
  failedSteps: 1,
  inputTokens: 1_500,
  outputTokens: 42,
  wallTimeMs: 900,
};

export const runCases: readonly StoreCase[] = [
  {
    title: 'CAP-2: a run that just started has cost nothing',
    async check(store) {
      const run = aRun();
      await store.commit([start(run)]);
      expect(await store.getRun(ali, run.id)).toStrictEqual({ ...run, totals: noTotals });
    },
  },
  {
    title: 'CAP-2: the totals of a run that goes on count its steps and reach to the end of the last one',
    async check(store) {
      const run = aRun();
      await store.commit([start(run), ...stepsOf(run).map(append)]);
      expect((await store.getRun(ali, run.id))?.totals).toStrictEqual(expectedTotals);
      expect((await store.listRuns(ali, {}, wholeList)).items[0]?.totals).toStrictEqual(expectedTotals);
    },
  },
  {
    title: 'CAP-2: the wall time of a finished run is from its start to its finish, with steps and without',
    async check(store) {
      const [run, empty] = [aRun(), aRun()];
      await store.commit([start(run), start(empty), ...stepsOf(run).map(append)]);
      const finished = (of: Run) => finish(of, { finishedAt: of.createdAt + 5_000 });
      await store.commit([finished(run), finished(empty)]);
      expect((await store.getRun(ali, run.id))?.totals).toStrictEqual({
        ...expectedTotals,
        wallTimeMs: 5_000,
      });
      expect((await store.getRun(ali, empty.id))?.totals.wallTimeMs).toBe(5_000);
    },
  },
  {
    title: 'CAP-2: a run that ended before it started, because the clock was set back, took no time',
    async check(store) {
      const run = aRun();
      const early = aStep({ runId: run.id, startedAt: run.createdAt - 60_000 });
      await store.commit([start(run), append(early)]);
      expect((await store.getRun(ali, run.id))?.totals.wallTimeMs).toBe(0);
      await store.commit([finish(run, { finishedAt: run.createdAt - 50_000 })]);
      expect((await store.getRun(ali, run.id))?.totals.wallTimeMs).toBe(0);
      expect((await store.listRuns(ali, {}, wholeList)).items[0]?.totals.wallTimeMs).toBe(0);
    },
  },
  {
    title: 'CAP-2: each run of a list has its own totals',
    async check(store) {
      const [first, second] = [aRun(), aRun()];
      await store.commit([start(first), start(second), ...stepsOf(first).map(append)]);
      const { items } = await store.listRuns(ali, {}, wholeList);
      expect(items.map(({ totals }) => totals)).toStrictEqual([noTotals, expectedTotals]);
    },
  },
  {
    title: 'REC-6: getRuns gives the runs of these ids with their totals, each once, also of a thousand ids',
    async check(store) {
      const [run, ended, other] = [aRun(), aRun({ agents: ['bob'] }), aRun()];
      await store.commit([...[run, ended, other].map(start), ...stepsOf(run).map(append), finish(ended)]);
      const unknown = Array.from({ length: 1_200 }, (_, number) => `unknown-${number}`);
      const found = await store.getRuns(ali, [run.id, run.id, ...unknown, ended.id]);
      const expected = [await store.getRun(ali, run.id), await store.getRun(ali, ended.id)];
      expect(found).toHaveLength(2);
      expect(found.toSorted(byId)).toStrictEqual(expected.flatMap((each) => each ?? []).toSorted(byId));
      expect(await store.getRuns(ali, [])).toStrictEqual([]);
      expect(await store.getRuns(ali, [run.id.slice(0, -1), `${run.id} `])).toStrictEqual([]);
    },
  },
  {
    title: 'CAP-3: finishing sets outcome, time, summary and success factors, and nothing else',
    async check(store) {
      const run = aRun({ summary: 'Provisional.', successFactors: ['provisional'] });
      await store.commit([start(run)]);
      await store.commit([finish(run)]);
      const { totals, ...read } = (await store.getRun(ali, run.id)) ?? { totals: undefined };
      expect(totals).toBeDefined();
      expect(read).toStrictEqual({ ...run, ...theEnd });
    },
  },
  {
    title:
      'ADP-1: the end of a run may say how it was done, instead of how it was begun; the first end stays',
    async check(store) {
      const [run, other] = [aRun({ approach: 'retry' }), aRun({ approach: 'retry' })];
      await store.commit([start(run), start(other), finish(run, { approach: 'wait' }), finish(other)]);
      await store.commit([finish(run, { approach: 'later' }), finish(other, { approach: 'later' })]);
      const approachOf = async ({ id }: Run) => (await store.getRun(ali, id))?.approach;
      expect(await approachOf(run)).toBe('wait');
      expect(await approachOf(other)).toBe('retry');
      expect(await store.listExecutions(ali, { approach: 'wait' }, 10)).toMatchObject([
        { runId: run.id, approach: 'wait' },
      ]);
      const tallied = (await store.tallyRuns(ali)).map(({ approach }) => approach);
      expect(tallied.toSorted()).toStrictEqual(['retry', 'wait']);
    },
  },
  {
    title: 'CAP-3: finishing again with the same outcome is ignored: the first end stays',
    async check(store) {
      const run = aRun();
      await store.commit([start(run), finish(run, { summary: null, successFactors: [] })]);
      const first = await store.getRun(ali, run.id);
      await store.commit([finish(run, { summary: null, successFactors: [] })]);
      await store.commit([finish(run, { finishedAt: 1, summary: 'Later.', successFactors: ['later'] })]);
      expect(await store.getRun(ali, run.id)).toStrictEqual(first);
    },
  },
  {
    title: 'CAP-1: steps are listed in order of position, then of id, however they arrived',
    async check(store) {
      const run = aRun();
      const step = (id: string, position: number) => append(aStep({ id, runId: run.id, position }));
      await store.commit([start(run), step('c', 2), step('b', 1), step('z', 0), step('a', 1), step('k', 10)]);
      expect(idsOf(await store.listSteps(ali, run.id))).toStrictEqual(['z', 'a', 'b', 'c', 'k']);
    },
  },
  {
    title: 'CAP-1: listSteps gives the steps of this run only',
    async check(store) {
      const [run, other] = [aRun(), aRun()];
      const step = aStep({ runId: run.id });
      await store.commit([start(run), start(other), append(step), append(aStep({ runId: other.id }))]);
      expect(await store.listSteps(ali, run.id)).toStrictEqual([step]);
    },
  },
  {
    title: 'CAP-1: the same step again is ignored, alone and in one commit: what was first written stays',
    async check(store) {
      const run = aRun();
      const step = aStep({ runId: run.id });
      await store.commit([start(run), append(step), append(step)]);
      await store.commit([
        append({ ...step, result: 'written again' }),
        append(aStep({ runId: run.id, position: 1 })),
      ]);
      const steps = await store.listSteps(ali, run.id);
      expect(steps).toHaveLength(2);
      expect(steps[0]).toStrictEqual(step);
      expect((await store.getRun(ali, run.id))?.totals.steps).toBe(2);
    },
  },
  {
    title: 'CAP-1: step ids are a run’s own: another run may use the same',
    async check(store) {
      const runs = [aRun(), aRun()];
      const steps = runs.map((run) => aStep({ id: 'same', runId: run.id }));
      await store.commit([...runs.map(start), ...steps.map(append)]);
      for (const step of steps) expect(await store.listSteps(ali, step.runId)).toStrictEqual([step]);
    },
  },
  {
    title: 'CAP-1: a step that arrives after its run was finished is kept and counted',
    async check(store) {
      const run = aRun();
      const step = aStep({ runId: run.id });
      await store.commit([start(run), finish(run)]);
      await store.commit([append(step)]);
      expect(await store.listSteps(ali, run.id)).toStrictEqual([step]);
      expect((await store.getRun(ali, run.id))?.totals.steps).toBe(1);
    },
  },
  {
    title:
      'CAP-1: a step needs the run in its own scope: seeing a project’s run is not enough to write to it',
    async check(store) {
      const run = aRun({ scope: shop });
      await store.commit([start(run)]);
      await expectRefusal(store, [append(aStep({ runId: run.id, scope: ali }))], 'not_found');
      expect(await store.listSteps(shop, run.id)).toStrictEqual([]);
    },
  },
  {
    title: 'CAP-3: listRuns filters by outcome, by going on, by task and by both',
    async check(store) {
      const ofTask = (id: string, taskId: string | null) =>
        aRun({ id, task: { ...aRun().task, id: taskId } });
      const runs = [ofTask('a', 't1'), ofTask('b', 't1'), ofTask('c', 't2'), ofTask('d', null)] as const;
      await store.commit(runs.map(start));
      await store.commit([
        finish(runs[0]),
        finish(runs[2], { outcome: 'failure' }),
        finish(runs[3], { outcome: 'partial' }),
      ]);
      const ids = async (filter: RunFilter) => idsOf((await store.listRuns(ali, filter, wholeList)).items);
      expect(await ids({})).toStrictEqual(['d', 'c', 'b', 'a']);
      expect(await ids({ outcome: 'success' })).toStrictEqual(['a']);
      expect(await ids({ outcome: 'failure' })).toStrictEqual(['c']);
      expect(await ids({ outcome: 'partial' })).toStrictEqual(['d']);
      expect(await ids({ outcome: 'running' })).toStrictEqual(['b']);
      expect(await ids({ taskId: 't1' })).toStrictEqual(['b', 'a']);
      expect(await ids({ taskId: 't1', outcome: 'running' })).toStrictEqual(['b']);
      expect(await ids({ taskId: 't3' })).toStrictEqual([]);
    },
  },
];
