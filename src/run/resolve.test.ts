import { describe, expect, it } from 'vitest';
import type { Json } from '../model/json.ts';
import type { Binding, Parameter, PlanStep } from '../model/plan.ts';
import { refusal } from '../testing/refusal.ts';
import { findAbsent, parameterValues, resolveBinding } from './resolve.ts';

const aParameter = (name: string, overrides: Partial<Parameter> = {}): Parameter => ({
  name,
  source: 'input',
  example: `recorded ${name}`,
  presentIn: null,
  ...overrides,
});

describe('TPL-6 the value of a parameter', () => {
  it('is what was given, else what was recorded', () => {
    const parameters = [aParameter('a'), aParameter('b')];
    expect(parameterValues(parameters, { b: 'given' })).toEqual({ a: 'recorded a', b: 'given' });
  });

  it.each<Json>([null, false, 0, ''])('may be given as %j', (value) => {
    expect(parameterValues([aParameter('a')], { a: value })).toEqual({ a: value });
  });

  it('is refused under a name that the template does not have', () => {
    const { code, message } = refusal(() => parameterValues([aParameter('orderId')], { order: 1, x: 2 }));
    expect(code).toBe('invalid_input');
    expect(message).toBe('The template has no parameter "order", "x". It has: orderId.');
    expect(refusal(() => parameterValues([], { x: 1 })).message).toContain('It has none.');
  });

  it('must be given for a secret: its placeholder is never sent to a tool', () => {
    const secret = aParameter('password', { source: 'secret', example: '[REDACTED:password]' });
    for (const given of [{}, { password: null }]) {
      const { code, message, details } = refusal(() => parameterValues([secret], given));
      expect(code).toBe('invalid_input');
      expect(message).toContain('--input password=…');
      expect(details['missing']).toEqual(['password']);
    }
    expect(parameterValues([secret], { password: 's3cret' })).toEqual({ password: 's3cret' });
  });

  it('is not taken from what every object inherits', () => {
    const secret = aParameter('constructor', { source: 'secret', example: '[REDACTED:password]' });
    expect(refusal(() => parameterValues([secret], {})).details['missing']).toEqual(['constructor']);
    expect(parameterValues([aParameter('toString')], {})).toEqual({ toString: 'recorded toString' });
  });
});

describe('TPL-6 an argument', () => {
  const results: Json[] = [{ order: { id: 7, lines: [{ sku: 'a' }, { sku: 'b' }] } }, '{"ref": "R-1"}'];
  const resolve = (binding: Binding) => resolveBinding(binding, { n: 42, who: 'Ann' }, results);

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
    [
      'a constant that is still the same as an earlier result',
      { from: 'constant', value: 'R-1', sameAs: { step: 1, path: '$.ref' } },
      'R-1',
    ],
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

  it('is unclear when a constant and the result it was the same as part ways', () => {
    const answer = resolve({ from: 'constant', value: 'open', sameAs: { step: 1, path: '$.ref' } });
    expect(answer).toMatchObject({ unbound: { expected: '"open"', found: '"R-1"' } });
  });
});

describe('TPL-6 a value that was picked from a collection', () => {
  const picked = aParameter('id', {
    source: 'picked',
    example: 2,
    presentIn: { step: 0, path: '$.orders[*].id' },
  });
  const step: PlanStep = {
    tool: 'refund',
    arguments: {
      from: 'object',
      members: { id: { from: 'list', items: [{ from: 'parameter', name: 'id' }] } },
    },
    expects: { type: 'any' },
    recordedStep: 'step_2',
  };
  const orders = (...ids: number[]): Json[] => [{ orders: ids.map((id) => ({ id })) }];

  it('is used wherever it stands now', () => {
    expect(findAbsent(step, [picked], { id: 2 }, orders(9, 8, 2))).toBeUndefined();
  });

  it('stops the replay when it is gone; no other item takes its place', () => {
    expect(findAbsent(step, [picked], { id: 2 }, orders(1, 3))).toEqual({
      reason: '"id" is not among $.orders[*].id of call 1 any more',
      expected: '2',
      found: '[1,3]',
    });
  });

  it('does not concern a call that does not use it', () => {
    const other: PlanStep = { ...step, arguments: { from: 'parameter', name: 'other' } };
    expect(findAbsent(other, [picked], { id: 2 }, orders())).toBeUndefined();
  });

  it('is looked for also where it is part of a text', () => {
    const text: PlanStep = {
      ...step,
      arguments: { from: 'text', parts: [{ from: 'parameter', name: 'id' }] },
    };
    expect(findAbsent(text, [picked], { id: 2 }, orders())).toBeDefined();
  });
});
