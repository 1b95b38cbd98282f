import { describe, expect, it } from 'vitest';
import type { Binding, PlanStep } from '../../records/plan.ts';
import { itemOfRound } from '../../templates/plan/loop.ts';
import { expandedBy, findOtherList } from './expand.ts';

const each = { step: 0, path: '$.orders[*]' };

function aCall(tool: string, members: Record<string, Binding>, isInLoop = false): PlanStep {
  return {
    tool,
    arguments: { from: 'object', members },
    observed: [],
    free: [],
    holds: [],
    effect: 'read',
    effectFrom: 'declared',
    provenance: 'made',
    subTask: null,
    recordedStep: `step_${tool}`,
    ...(isInLoop && { loop: { number: 1, each, rounds: [3] } }),
  };
}

const plan = [
  aCall('list', {}),
  aCall('get', { id: itemOfRound(each, '$.id') }, true),
  aCall('cancel', { id: { from: 'result', step: 1, path: '$.id' } }, true),
  aCall('close', { customer: { from: 'result', step: 0, path: '$.customer' } }),
  aCall('tell', { text: { from: 'result', step: 3, path: '$.text' } }),
];

const placesIn = (steps: readonly PlanStep[]): string[] =>
  steps.map(
    ({ tool, arguments: bound }) =>
      `${tool} ${JSON.stringify(bound).match(/"step":\d+,"path":"[^"]+"/g) ?? ''}`,
  );

describe('TPL-6 the calls of a loop', () => {
  it('are not known before the list is, and neither is what comes after them', () => {
    const { steps, rest } = expandedBy(plan, [], []);
    expect(steps.map(({ tool }) => tool)).toEqual(['list']);
    expect(rest().map(({ tool }) => tool)).toEqual(['get', 'cancel', 'close', 'tell']);
  });

  it('are written out round by round, with the numbers they have then', () => {
    const { steps, origins, rest } = expandedBy(plan, [], [{ orders: [{ id: 'W1' }, { id: 'W2' }] }]);
    expect(placesIn(steps)).toEqual([
      'list ',
      'get "step":0,"path":"$.orders[0].id"',
      'cancel "step":1,"path":"$.id"',
      'get "step":0,"path":"$.orders[1].id"',
      'cancel "step":3,"path":"$.id"',
      'close "step":0,"path":"$.customer"',
      'tell "step":5,"path":"$.text"',
    ]);
    expect(origins.slice(3, 6)).toEqual([{ step: 1, round: 1 }, { step: 2, round: 1 }, { step: 3 }]);
    expect(rest()).toEqual([]);
  });

  it('are none for an empty list, and stop it where there is no list', () => {
    expect(expandedBy(plan, [], [{ orders: [] }]).steps.map(({ tool }) => tool)).toEqual([
      'list',
      'close',
      'tell',
    ]);
    const expansion = expandedBy(plan, [], [{ orders: null }]);
    expect(expansion.next([{ orders: null }])).toMatchObject({ step: 1, missing: { expected: 'a list' } });
  });

  it('are those of an interrupted run only with the list that it began with', () => {
    const begin = expandedBy(plan, [], []).next([{ orders: ['W1', 'W2'] }]);
    if (begin === undefined || 'missing' in begin) throw new Error('There is a list.');
    const same = (value: unknown) => value as never;
    expect(findOtherList(begin, new Map([[1, ['W1', 'W2']]]), same)).toBeUndefined();
    expect(findOtherList(begin, new Map(), same)).toBeUndefined();
    expect(findOtherList(begin, new Map([[1, ['W2', 'W1']]]), same)).toMatchObject({ found: '2 items' });
  });
});
