import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { type Binding, parameterSchema } from '../../records/plan.ts';
import { findAbsent, findBroken } from './present.ts';

const name = (parameter: string): Binding => ({ from: 'parameter', name: parameter });

describe('TPL-6 a value that was picked from a collection', () => {
  const picked = parameterSchema.parse({
    name: 'id',
    source: 'picked',
    example: 2,
    presentIn: { step: 0, path: '$.orders[*].id' },
  });
  const step = {
    arguments: { from: 'object', members: { id: { from: 'list', items: [name('id')] } } } as Binding,
  };
  const orders = (...ids: number[]): Json[] => [{ orders: ids.map((id) => ({ id })) }];

  it('is used wherever it stands now', () => {
    expect(findAbsent(step, [picked], { id: 2 }, orders(9, 8, 2))).toBeUndefined();
  });

  it('stops the replay when it is gone; no other item takes its place', () => {
    expect(findAbsent(step, [picked], { id: 2 }, orders(1, 3))).toEqual({
      reason: '"id" is not among $.orders[*].id of call 1',
      expected: '2',
      found: '[1,3]',
    });
  });

  it('does not concern a call that does not use it', () => {
    expect(findAbsent({ arguments: name('other') }, [picked], { id: 2 }, orders())).toBeUndefined();
  });

  it('is looked for also where it is part of a text', () => {
    const text: Binding = { from: 'text', parts: [name('id')] };
    expect(findAbsent({ arguments: text }, [picked], { id: 2 }, orders())).toBeDefined();
  });
});

describe('TPL-6 what must hold in a result', () => {
  it('holds when every value at its place is one of those seen', () => {
    const holds = [{ path: '$.items[*].state', oneOf: ['open', 'new'] }];
    expect(findBroken(holds, { items: [{ state: 'open' }, { state: 'new' }] })).toBeUndefined();
    expect(findBroken(holds, { items: [{ state: 'open' }, { state: 'sold' }] })).toMatchObject({
      found: '"open", "sold"',
    });
  });

  it('does not hold where there is nothing, and is told in the order it is stated', () => {
    const holds = [
      { path: '$.a', oneOf: [1] },
      { path: '$.b', oneOf: [2] },
    ];
    expect(findBroken(holds, { b: 3 })).toEqual({
      reason: '$.a is not what it was',
      expected: '1',
      found: 'nothing',
    });
    expect(findBroken([], null)).toBeUndefined();
  });

  it('shows no more than a piece of what it found', () => {
    const found = findBroken([{ path: '$', oneOf: ['x'] }], 'y'.repeat(10_000))?.found ?? '';
    expect(found.length).toBeLessThan(600);
  });
});
