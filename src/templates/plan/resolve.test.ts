import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import type { Binding, Selector } from '../../records/plan.ts';
import { resolveBinding } from './resolve.ts';

const noon = Date.UTC(2026, 10, 16, 12);

describe('TPL-6 an argument', () => {
  const results: Json[] = [{ order: { id: 7, lines: [{ sku: 'a' }, { sku: 'b' }] } }, '{"ref": "R-1"}'];
  const parameters = { n: 42, who: 'Ann', order: { id: 7, lines: [1, 2] } };
  const resolve = (binding: Binding, given: string[] = []) =>
    resolveBinding(binding, { parameters, results, now: noon, given: new Set(given) });

  it.each<[string, Binding, Json]>([
    ['a constant', { from: 'constant', value: [1] }, [1]],
    ['a parameter', { from: 'parameter', name: 'n' }, 42],
    ['a place in a result', { from: 'result', step: 0, path: '$.order.id' }, 7],
    ['a place in JSON that a result has as text', { from: 'result', step: 1, path: '$.ref' }, 'R-1'],
    [
      'a text of parts',
      {
        from: 'text',
        parts: [
          { from: 'constant', value: '/' },
          { from: 'parameter', name: 'n' },
          { from: 'parameter', name: 'who' },
        ],
      },
      '/42Ann',
    ],
    ['a list', { from: 'list', items: [{ from: 'parameter', name: 'n' }] }, [42]],
    ['an object', { from: 'object', members: { x: { from: 'parameter', name: 'who' } } }, { x: 'Ann' }],
    ['all that is at a place', { from: 'all', step: 0, path: '$.order.lines[*].sku' }, ['a', 'b']],
    ['nothing at all of a list that is empty now', { from: 'all', step: 1, path: '$.lines[*]' }, []],
    [
      'a place inside a parameter',
      { from: 'member', of: { from: 'parameter', name: 'order' }, path: '$.id' },
      7,
    ],
    ['today', { from: 'today', days: 0, format: 'DD.MM.YYYY' }, '16.11.2026'],
    ['a later day', { from: 'today', days: 20, format: 'YYYY-MM-DD' }, '2026-12-06'],
  ])('may be %s', (_, binding, value) => expect(resolve(binding)).toEqual({ value }));

  it.each(['$.order.total', '$.order.lines[9].sku', '$.order.lines[*].sku'])(
    'is not made up when %s leads to none or to several values',
    (path) => {
      const inner: Binding = { from: 'list', items: [{ from: 'result', step: 0, path }] };
      expect(resolve({ from: 'object', members: { x: inner } })).toEqual({
        unbound: {
          reason: `An argument comes from ${path} of call 1, which is not there`,
          expected: `${path} of call 1`,
          found: 'nothing',
        },
      });
    },
  );

  it('is what explanations agree on, and unclear when they part ways', () => {
    const id: Binding = { from: 'result', step: 0, path: '$.order.id' };
    const same: Binding = { from: 'agreeing', of: [id, { from: 'constant', value: 7 }] };
    expect(resolve(same)).toEqual({ value: 7 });
    expect(resolve({ from: 'agreeing', of: [id, id, { from: 'parameter', name: 'n' }] })).toEqual({
      unbound: {
        reason:
          'An argument was the same as $.order.id of call 1 and as "n" when this was recorded; now they differ, and which to follow is unclear',
        expected: '7',
        found: '42',
      },
    });
    const gone: Binding = { from: 'result', step: 0, path: '$.gone' };
    expect(resolve({ from: 'agreeing', of: [id, gone] })).toHaveProperty('unbound');
  });

  it('that may be given is what was given, and put together again otherwise', () => {
    const text: Binding = { from: 'given', name: 'who', otherwise: { from: 'constant', value: 'Dear Ann' } };
    expect(resolve(text)).toEqual({ value: 'Dear Ann' });
    expect(resolve(text, ['who'])).toEqual({ value: 'Ann' });
    expect(resolve(text, ['n'])).toEqual({ value: 'Dear Ann' });
  });

  it.each(['$.total', '$.lines[*]'])('is not made up when %s of a parameter is not one value', (path) => {
    const order: Binding = { from: 'parameter', name: 'order' };
    expect(resolve({ from: 'member', of: order, path })).toMatchObject({
      unbound: { expected: `a value with ${path}` },
    });
  });
});

const constant = (value: Json): Binding => ({ from: 'constant', value });

describe('TPL-6 an argument that is made of others', () => {
  const results: Json[] = [
    { name: 'Ada Lovelace', price: '12.50', count: 3, lines: [1.1, 2.2, 3.3], id: '#W-7' },
  ];
  const result = (path: string): Binding => ({ from: 'result', step: 0, path });
  const resolve = (binding: Binding) => resolveBinding(binding, { parameters: {}, results, now: noon });
  const calculated = (
    operation: 'add' | 'subtract' | 'multiply' | 'divide',
    left: Json,
    right: Json,
  ): Binding => ({
    from: 'arithmetic',
    operation,
    left: constant(left),
    right: constant(right),
    decimals: 2,
  });

  it.each<[string, Binding, Json]>([
    ['a piece of a text', { from: 'piece', of: result('$.name'), separator: ' ', index: 0 }, 'Ada'],
    ['a piece from the end', { from: 'piece', of: result('$.id'), separator: '-', index: -1 }, '7'],
    ['small letters', { from: 'case', of: result('$.name'), to: 'lower' }, 'ada lovelace'],
    ['capitals', { from: 'case', of: result('$.id'), to: 'upper' }, '#W-7'],
    ['a text read as a number', { from: 'number', of: result('$.price') }, 12.5],
    ['a sum', { from: 'sum', step: 0, path: '$.lines[*]', decimals: 2 }, 6.6],
    ['an addition', calculated('add', 0.1, 0.2), 0.3],
    ['a subtraction', calculated('subtract', 10, 0.01), 9.99],
    ['a multiplication', calculated('multiply', 1.005, 1), 1.01],
    ['a loss, rounded like a gain', calculated('multiply', -1.005, 1), -1.01],
    ['a number too long to be rounded', calculated('add', 1_700_000_000_123_456, 1), 1_700_000_000_123_457],
    ['a division', calculated('divide', 10, 3), 3.33],
    [
      'a price of numbers in a text',
      { from: 'text', parts: [constant('$'), calculated('multiply', 12.5, 3)] },
      '$37.5',
    ],
  ])('may be %s', (_, binding, value) => expect(resolve(binding)).toEqual({ value }));

  it.each<[string, Binding]>([
    ['a piece that is not there', { from: 'piece', of: result('$.name'), separator: ' ', index: 5 }],
    ['an empty piece', { from: 'piece', of: constant('a,,b'), separator: ',', index: 1 }],
    ['a piece of a number', { from: 'piece', of: result('$.count'), separator: ' ', index: 0 }],
    ['letters of a number', { from: 'case', of: result('$.count'), to: 'lower' }],
    ['a word as a number', { from: 'number', of: result('$.name') }],
    ['an empty text as a number', { from: 'number', of: constant(' ') }],
    ['a number that is one already', { from: 'number', of: result('$.count') }],
    ['a sum of nothing', { from: 'sum', step: 0, path: '$.gone[*]', decimals: 2 }],
    ['a sum of texts', { from: 'sum', step: 0, path: '$[*]', decimals: 2 }],
    ['a division by zero', calculated('divide', 1, 0)],
    ['arithmetic with a text', calculated('add', '1', 2)],
    ['what is made of a place that is gone', { from: 'case', of: result('$.gone'), to: 'lower' }],
  ])('is not made up: %s', (_, binding) => expect(resolve(binding)).toHaveProperty('unbound.reason'));
});

describe('TPL-6 one item of a collection', () => {
  const variants: Json[] = [
    { id: 'a', colour: 'red', price: 20, available: true },
    { id: 'b', colour: 'blue', price: 10, available: true },
    { id: 'c', colour: 'blue', price: 15, available: false },
  ];
  const blue: Selector['where'] = [{ path: '$.colour', equals: { from: 'parameter', name: 'colour' } }];
  const item = (selectors: Selector[], value = '$.id'): Binding => ({
    from: 'item',
    step: 0,
    path: '$.variants[*]',
    value,
    selectors,
  });
  const resolve = (binding: Binding, of: Json[] = variants) =>
    resolveBinding(binding, { parameters: { colour: 'blue' }, results: [{ variants: of }], now: noon });

  it.each<[string, Selector, string]>([
    ['first', { where: blue, take: 'first' }, 'b'],
    ['last', { where: blue, take: 'last' }, 'c'],
    ['the cheapest', { where: blue, take: 'least', by: '$.price' }, 'b'],
    ['the dearest', { where: [], take: 'greatest', by: '$.price' }, 'a'],
    [
      'the only one that fits',
      { where: [...blue, { path: '$.available', equals: constant(true) }], take: 'only' },
      'b',
    ],
  ])('is found again as %s', (_, selector, id) => {
    expect(resolve(item([selector]))).toEqual({ value: id });
  });

  it('is taken when every confirmed selector finds the same', () => {
    const selectors: Selector[] = [
      { where: blue, take: 'first' },
      { where: [], take: 'least', by: '$.price' },
    ];
    expect(resolve(item(selectors))).toEqual({ value: 'b' });
    const dearBlue = variants.map((variant) => ({ ...(variant as object), price: 5 }) as Json);
    expect(resolve(item(selectors), dearBlue)).toHaveProperty('unbound');
    const otherwise: Selector[] = [
      { where: blue, take: 'first' },
      { where: [], take: 'greatest', by: '$.price' },
    ];
    expect(resolve(item(otherwise))).toMatchObject({
      unbound: { reason: 'Which item of $.variants[*] of call 1 to take is not clear any more' },
    });
  });

  it.each<[string, Selector, Json[]]>([
    ['none fits', { where: [{ path: '$.colour', equals: constant('green') }], take: 'first' }, variants],
    ['several fit where one did', { where: blue, take: 'only' }, variants],
    [
      'two are equally cheap',
      { where: [], take: 'least', by: '$.price' },
      [...variants, { id: 'd', price: 10 }],
    ],
    ['a price is missing', { where: [], take: 'least', by: '$.price' }, [...variants, { id: 'd' }]],
    ['the collection is empty', { where: [], take: 'last' }, []],
  ])('is never another one when %s', (_, selector, of) => {
    expect(resolve(item([selector]), of)).toMatchObject({
      unbound: { reason: 'No single item of $.variants[*] of call 1 can be chosen' },
    });
  });

  it('must have the value that is taken from it', () => {
    expect(resolve(item([{ where: blue, take: 'first' }], '$.sku'))).toHaveProperty('unbound');
  });
});
