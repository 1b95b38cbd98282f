import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from './json.ts';
import { shapeSchema } from './plan.ts';
import { findMismatch, shapeOf } from './shape.ts';

const key = fc.constantFrom('id', 'name', 'constructor', 'toString', '__proto__', '', 'a b');
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, true, 7, 'text'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs)),
  ),
})).value;

describe('TPL-6 the shape of a recorded result', () => {
  it('states types, not values', () => {
    expect(shapeOf({ id: 42, tags: ['a'], open: true })).toEqual({
      type: 'object',
      members: {
        id: { type: 'number' },
        tags: { type: 'list', items: { type: 'string' } },
        open: { type: 'boolean' },
      },
    });
  });

  it('fits the value it was taken from, whatever that is', () => {
    fc.assert(
      fc.property(value, (recorded) => {
        expect(findMismatch(shapeOf(recorded), recorded)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  it('can be stored and read back', () => {
    const stored = value.filter((recorded) => !JSON.stringify(recorded).includes('__proto__'));
    fc.assert(
      fc.property(stored, (recorded) => {
        const shape = shapeOf(recorded);
        expect(shapeSchema.parse(JSON.parse(JSON.stringify(shape)))).toEqual(shape);
      }),
    );
  });

  it('says nothing where null was recorded, except that something must be there', () => {
    const shape = shapeOf({ paidAt: null });
    expect(findMismatch(shape, { paidAt: '2026-01-01' })).toBeUndefined();
    expect(findMismatch(shape, {})).toEqual({ path: '$.paidAt', expected: 'any', found: 'nothing' });
  });

  it('of a list is what its items have in common', () => {
    const shape = shapeOf([
      { id: 1, name: 'a', note: 'x' },
      { id: 2, name: null },
    ]);
    expect(findMismatch(shape, [{ id: 3, name: 5 }])).toBeUndefined();
    expect(findMismatch(shape, [{ id: 3 }])?.path).toBe('$[0].name');
    expect(findMismatch(shape, [{ id: '3', name: '' }])?.path).toBe('$[0].id');
  });

  it('of a list of different things asks nothing of its items', () => {
    expect(shapeOf([1, 'a'])).toEqual({ type: 'list', items: { type: 'any' } });
    expect(shapeOf([])).toEqual({ type: 'list', items: { type: 'any' } });
    expect(shapeOf([[1], ['a']])).toEqual({ type: 'list', items: { type: 'list', items: { type: 'any' } } });
  });

  it('of items by their keys fits other keys; of fields that are numbered it does not', () => {
    const items = { type: 'object', members: { price: { type: 'number' } } };
    const byNumber = shapeOf({ 'sku-1042': { price: 7 }, 'sku-1043': { price: 8 } });
    expect(byNumber).toEqual({ type: 'map', items });
    expect(findMismatch(byNumber, { 'sku-2001': { price: 9 } })).toBeUndefined();
    expect(shapeOf({ mug: { id: 'mug' }, cup: { id: 'cup' } }).type).toBe('map');
    const fields = shapeOf({ line1: 'Main Street 1', line2: 'Ulm' });
    expect(findMismatch(fields, { line1: 'Main Street 1' })?.path).toBe('$.line2');
  });
});

describe('TPL-6 a mismatch', () => {
  it('names the first place that differs, what was expected there and what was found', () => {
    const shape = shapeOf({ order: { id: 1, lines: [{ sku: 'a' }] } });
    expect(findMismatch(shape, { order: { id: 1, lines: [{ sku: 'b' }, { sku: 9 }] } })).toEqual({
      path: '$.order.lines[1].sku',
      expected: 'string',
      found: 'number',
    });
    expect(findMismatch(shape, { order: [] })).toEqual({
      path: '$.order',
      expected: 'object',
      found: 'list',
    });
    expect(findMismatch(shape, { order: null })?.found).toBe('null');
    expect(findMismatch(shape, 'not found')).toEqual({ path: '$', expected: 'object', found: 'string' });
  });

  it('is not that there is more than was recorded, or other values, or fewer items', () => {
    const shape = shapeOf({ id: 1, tags: ['a'] });
    expect(findMismatch(shape, { id: 2, tags: [], added: { any: 'thing' } })).toBeUndefined();
  });

  it('is not hidden by what every object inherits', () => {
    expect(findMismatch(shapeOf({ constructor: 1 }), {})).toEqual({
      path: '$.constructor',
      expected: 'number',
      found: 'nothing',
    });
  });
});
