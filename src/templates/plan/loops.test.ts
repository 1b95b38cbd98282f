import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import { aRun, aStep } from '../../testing/index.ts';
import { findLoops } from './loops.ts';
import { planWithLoops } from './plan-with-loops.ts';
import { type RecordedCall, recordedCall } from './recorded-call.ts';
import type { PlannedRun } from './shape.ts';

const call = (tool: string, given: JsonObject, result: Json = { done: true }): RecordedCall =>
  recordedCall(aStep({ tool, arguments: given, result }));

const listOf = (...ids: string[]): RecordedCall =>
  call('list_orders', { customer: 'C101' }, { orders: ids.map((id) => ({ id, status: 'open' })) });

const cancel = (id: string, more: JsonObject = {}): RecordedCall => call('cancel_order', { id, ...more });

const told = { inputs: { customer: 'C101' }, task: 'Cancel all orders' };

function runOf(calls: readonly RecordedCall[], inputs: JsonObject = told.inputs): PlannedRun {
  const run = aRun({ inputs });
  const totals = { modelCalls: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0, wallTimeMs: 0 };
  return {
    run: { ...run, task: { ...run.task, description: told.task }, totals } as PlannedRun['run'],
    calls,
  };
}

/** The tools of the plan; those of a loop with the number of rounds of each run. */
const planOfCalls = (...runs: readonly [PlannedRun, ...PlannedRun[]]): string[] | undefined =>
  planWithLoops(runs, {})?.plan.map(({ tool, loop }) =>
    loop === undefined ? tool : `${tool} × ${loop.rounds}`,
  );

describe('TPL-6 a block of calls may be a loop', () => {
  it('when every item of a list was taken, in order', () => {
    const calls = [listOf('W1001', 'W1002', 'W1003'), ...['W1001', 'W1002', 'W1003'].map((id) => cancel(id))];
    expect(findLoops(calls, told)).toEqual([
      { start: 1, length: 1, rounds: 3, list: 0, path: '$.orders[*]' },
    ]);
    expect(planOfCalls(runOf(calls))).toEqual(['list_orders', 'cancel_order × 3']);
  });

  it('with several calls in a round, which may use the answers of each other', () => {
    const round = (id: string, refund: string): RecordedCall[] => [
      call('start_refund', { order: id }, { refund }),
      call('finish_refund', { refund }),
    ];
    const rounds = [round('W1001', 'R70041'), round('W1002', 'R70096'), round('W1003', 'R71234')];
    const calls = [listOf('W1001', 'W1002', 'W1003'), ...rounds.flat()];
    expect(planOfCalls(runOf(calls))).toEqual(['list_orders', 'start_refund × 3', 'finish_refund × 3']);
  });

  it('twice over one list, and with calls after it', () => {
    const ids = ['W1001', 'W1002', 'W1003'];
    const looks = ids.map((id) => call('get_order', { id }, { id, status: 'open' }));
    const calls = [
      listOf(...ids),
      ...looks,
      ...ids.map((id) => cancel(id)),
      call('close_case', { customer: 'C101' }),
    ];
    expect(planOfCalls(runOf(calls))).toEqual([
      'list_orders',
      'get_order × 3',
      'cancel_order × 3',
      'close_case',
    ]);
  });
});

describe('TPL-6 a row of calls is no loop', () => {
  const ids = ['W1001', 'W1002', 'W1003'];

  it('when an item was skipped', () => {
    const calls = [listOf('W1000', ...ids), ...ids.map((id) => cancel(id))];
    expect(findLoops(calls, told)).toEqual([]);
  });

  it('when the items were taken in another order', () => {
    const calls = [listOf(...ids), ...ids.toReversed().map((id) => cancel(id))];
    expect(findLoops(calls, told)).toEqual([]);
  });

  it('when a round was given a value that nothing explains', () => {
    const calls = [listOf(...ids), ...ids.map((id, round) => cancel(id, { fee: 17 + 12 * round }))];
    expect(planOfCalls(runOf(calls))).toBeUndefined();
  });

  it('when two lists explain it equally well', () => {
    const other = call('get_customer', { customer: 'C101' }, { open: ids });
    const calls = [other, listOf(...ids), ...ids.map((id) => cancel(id))];
    expect(findLoops(calls, told)).toEqual([]);
  });

  it('when the caller named the items', () => {
    const calls = [listOf(...ids), ...ids.map((id) => cancel(id))];
    expect(findLoops(calls, { ...told, inputs: { orders: ids } })).toEqual([]);
    expect(findLoops(calls, { ...told, task: 'Cancel W1001, W1002 and W1003' })).toEqual([]);
  });

  it('when a later call took something from a round', () => {
    const rounds = ids.map((id, at) => call('cancel_order', { id }, { receipt: `R7004${at}` }));
    const calls = [listOf(...ids), ...rounds, call('archive', { receipt: 'R70042' })];
    expect(planOfCalls(runOf(calls))).toBeUndefined();
  });

  it('when there were two rounds, in all runs', () => {
    const two = (...own: string[]) => runOf([listOf(...own), ...own.map((id) => cancel(id))]);
    expect(planOfCalls(two('W1001', 'W1002'))).toBeUndefined();
    expect(planOfCalls(two('W1001', 'W1002'), two('W2001', 'W2002'))).toBeUndefined();
    expect(planOfCalls(two('W1001', 'W1002'), two('W2001'))).toEqual(['list_orders', 'cancel_order × 2,1']);
  });

  it('when a round made a call that has nothing to do with its item', () => {
    const calls = [listOf(...ids), ...ids.flatMap((id) => [cancel(id), call('ring_bell', {})])];
    expect(planOfCalls(runOf(calls))).toBeUndefined();
  });
});
