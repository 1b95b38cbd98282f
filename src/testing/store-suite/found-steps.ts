import { expect } from 'vitest';
import type { ToolStep } from '../../records/step.ts';
import { aModelStep, aNoteStep, aRun, aStep } from '../builders.ts';
import { ali, alice, append, idsOf, type StoreCase, shop, start } from './store-case.ts';

const failure = { type: 'Error', message: 'order 42 is locked', signature: 'order <number> is locked' };

const failed = (id: string, createdAt: number, signature: string, runId: string) =>
  append(aStep({ id, createdAt, runId, success: false, error: { ...failure, signature } }));

/** A call as it is read beside a failure. */
function callOf(step: ToolStep | undefined) {
  if (step === undefined) throw new Error('There is no such step.');
  const { id, runId, parentId, position, tool, success, error, startedAt, durationMs } = step;
  return {
    ...{ id, runId, parentId, position, tool, success, error, startedAt, durationMs },
    arguments: step.arguments,
  };
}

/** A step at a position, called by its run and its position. */
const at = (runId: string, position: number) => aStep({ id: `${runId}${position}`, runId, position });

export const foundStepCases: readonly StoreCase[] = [
  {
    title:
      'LRN-2: findFailedSteps gives the failures of exactly these signatures, newest first, then by id, up to the limit',
    async check(store) {
      const [run, other] = [aRun(), aRun()];
      await store.commit([
        start(run),
        start(other),
        failed('a', 100, 'locked', run.id),
        failed('c', 300, 'locked', run.id),
        failed('b', 200, 'lost', run.id),
        failed('b2', 200, 'locked', other.id),
        failed('d', 400, 'locked too', run.id),
        append(aStep({ runId: run.id })),
      ]);
      const found = async (signatures: readonly string[], limit = 10) =>
        idsOf(await store.findFailedSteps(ali, signatures, limit));
      expect(await found(['locked'])).toStrictEqual(['c', 'b2', 'a']);
      expect(await found(['locked', 'lost'])).toStrictEqual(['c', 'b2', 'b', 'a']);
      expect(await found(['lost', 'locked', 'lost'], 3)).toStrictEqual(['c', 'b2', 'b']);
      expect(await found(['lock'])).toStrictEqual([]);
      expect(await found([])).toStrictEqual([]);
    },
  },
  {
    title:
      'LRN-2: findFailedSteps takes a thousand signatures, long ones too, and keeps to the limit over all',
    async check(store) {
      const run = aRun();
      const signatures = Array.from({ length: 1_200 }, (_, index) => `${index} ${'x'.repeat(1_990)}`);
      const places = [0, 499, 500, 1_000, 1_199];
      await store.commit([
        start(run),
        ...places.map((place) => failed(`s${place}`, place, signatures[place] ?? '', run.id)),
      ]);
      const newest = idsOf(await store.findFailedSteps(ali, signatures, 3));
      expect(newest).toStrictEqual(['s1199', 's1000', 's500']);
    },
  },
  {
    title: 'CAP-1: a step that succeeded in spite of an error is no failed step',
    async check(store) {
      const run = aRun();
      await store.commit([start(run), append(aStep({ runId: run.id, success: true, error: failure }))]);
      expect(await store.findFailedSteps(ali, [failure.signature], 10)).toStrictEqual([]);
      expect(await store.tallyFailures(ali, 0)).toStrictEqual([]);
    },
  },
  {
    title:
      'LRN-3: listCallsAfter gives what follows a place, as far as it was asked for, and not the place itself',
    async check(store) {
      const run = aRun({ id: 'a' });
      const steps = [0, 1, 2, 3, 5].map((position) => at('a', position));
      await store.commit([start(run), ...steps.map(append)]);
      const after = async (position: number, count: number) =>
        idsOf(await store.listCallsAfter(ali, [{ runId: 'a', position }], count));
      expect(await after(1, 2)).toStrictEqual(['a2', 'a3']);
      expect(await after(2, 2)).toStrictEqual(['a3']);
      expect(await after(2, 3)).toStrictEqual(['a3', 'a5']);
      expect(await after(5, 9)).toStrictEqual([]);
      expect(await store.listCallsAfter(ali, [{ runId: 'a', position: 0 }], 1)).toStrictEqual([
        callOf(steps[1]),
      ]);
      expect(await store.listCallsAfter(ali, [], 9)).toStrictEqual([]);
    },
  },
  {
    title: 'LRN-3: listCallsAfter gives a call with its arguments, its error and the call it was made in',
    async check(store) {
      const given = {
        parentId: 'outer "1"',
        success: false,
        error: { ...failure, message: 'größe \\ "?"\n' },
        arguments: { text: 'é "quoted" \\ \u2028', list: [1, 2.5, null, { deep: true }], empty: {} },
      };
      const step = aStep({ ...at('a', 1), ...given });
      await store.commit([start(aRun({ id: 'a' })), append(step)]);
      const found = await store.listCallsAfter(ali, [{ runId: 'a', position: 0 }], 1);
      expect(found).toStrictEqual([callOf(step)]);
    },
  },
  {
    title: 'LRN-3: calls after several places come by run, then position, then id, each once',
    async check(store) {
      await store.commit([start(aRun({ id: 'b' })), start(aRun({ id: 'a' })), start(aRun({ id: 'c' }))]);
      const steps = [at('b', 10), at('b', 9), at('b', 1), at('a', 2), at('a', 1), at('c', 1)];
      const sibling = aStep({ id: 'b1-again', runId: 'b', position: 1 });
      const notes = [aNoteStep({ runId: 'b', position: 9 }), aModelStep({ runId: 'a', position: 2 })];
      await store.commit([...steps, sibling, ...notes].map(append));
      const places = [
        { runId: 'b', position: 0 },
        { runId: 'b', position: 8 },
        { runId: 'a', position: 1 },
        { runId: 'b', position: 7 },
        { runId: 'unknown', position: 0 },
      ];
      const found = await store.listCallsAfter(ali, places, 2);
      expect(idsOf(found)).toStrictEqual(['a2', 'b1', 'b1-again', 'b9', 'b10']);
    },
  },
  {
    title: 'LRN-3: listCallsAfter takes more than a thousand places, and gives what follows two of them once',
    async check(store) {
      await store.commit([start(aRun({ id: 'a' })), append(at('a', 2_000)), append(at('a', 1))]);
      const places = Array.from({ length: 1_200 }, (_, position) => ({ runId: 'a', position }));
      const found = await store.listCallsAfter(ali, places, 2_000);
      expect(idsOf(found)).toStrictEqual(['a1', 'a2000']);
    },
  },
  {
    title: 'LRN-5: listCalls gives the tool calls of these runs alone, by run, then position, then id',
    async check(store) {
      await store.commit([start(aRun({ id: 'b' })), start(aRun({ id: 'a' })), start(aRun({ id: 'c' }))]);
      await store.commit([
        append(aStep({ id: 's2', runId: 'b', position: 10, tool: 'refund', durationMs: 0.5 })),
        append(aStep({ id: 's3', runId: 'b', position: 9, tool: 'get_order', success: false })),
        append(aStep({ id: 's1', runId: 'b', position: 10, tool: 'größe "?"' })),
        append(aModelStep({ runId: 'b', position: 3 })),
        append(aNoteStep({ runId: 'b', position: 4 })),
        append(aStep({ id: 's4', runId: 'a', position: 20, tool: 'look' })),
        append(aStep({ id: 's5', runId: 'c' })),
      ]);
      const call = (runId: string, position: number, tool: string) => ({
        runId,
        position,
        tool,
        success: true,
        durationMs: 12.5,
      });
      expect(await store.listCalls(ali, ['b', 'a', 'b', 'unknown'])).toStrictEqual([
        call('a', 20, 'look'),
        { ...call('b', 9, 'get_order'), success: false },
        call('b', 10, 'größe "?"'),
        { ...call('b', 10, 'refund'), durationMs: 0.5 },
      ]);
      expect(await store.listCalls(ali, [])).toStrictEqual([]);
    },
  },
  {
    title: 'LRN-5: listCalls takes more than a thousand runs',
    async check(store) {
      const ids = Array.from({ length: 1_100 }, (_, index) => `r${index + 1_000}`);
      const used = ['r1000', 'r1499', 'r1500', 'r2099'];
      await store.commit(used.flatMap((id) => [start(aRun({ id })), append(at(id, 0))]));
      expect((await store.listCalls(ali, ids)).map(({ runId }) => runId)).toStrictEqual(used);
    },
  },
  {
    title: 'REC-2: places and runs that another agent has are like those that do not exist',
    async check(store) {
      const [mine, hers] = [aRun({ id: 'mine' }), aRun({ id: 'hers', scope: alice })];
      await store.commit([start(mine), start(hers)]);
      await store.commit([
        append(at('mine', 1)),
        append(aStep({ runId: 'hers', scope: alice, position: 1 })),
      ]);
      const places = ['mine', 'hers'].map((runId) => ({ runId, position: 0 }));
      expect(idsOf(await store.listCallsAfter(ali, places, 1))).toStrictEqual(['mine1']);
      expect(await store.listCalls(ali, ['mine', 'hers'])).toMatchObject([{ runId: 'mine' }]);
      expect(await store.listCalls(shop, ['mine', 'hers'])).toHaveLength(2);
    },
  },
];
