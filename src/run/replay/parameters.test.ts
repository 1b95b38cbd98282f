import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Parameter } from '../../records/plan.ts';
import { refusal } from '../../testing/refusal.ts';
import { parameterValues, readParameters, valuesOfKind } from './parameters.ts';
import { aParameter as aNumber, aPlanStep } from './world.fixture.ts';

const aParameter = (name: string, overrides: Partial<Parameter> = {}): Parameter =>
  aNumber(name, { example: `recorded ${name}`, ...overrides });
const looking = (...parameters: Parameter[]) => ({ parameters, plan: [] });
const writing = (...parameters: Parameter[]) => ({
  parameters,
  plan: [aPlanStep('pay', {}, { effect: 'write', effectFrom: 'declared' })],
});
const valuesOf = (parameters: Parameter[], given: JsonObject): JsonObject =>
  parameterValues(looking(...parameters), given).values;

describe('TPL-6 the value of a parameter', () => {
  it('is what was given, else what was recorded', () => {
    const parameters = [aParameter('a'), aParameter('b')];
    expect(valuesOf(parameters, { b: 'given' })).toEqual({ a: 'recorded a', b: 'given' });
  });

  it('may be given as null or as an empty text', () => {
    expect(valuesOf([aParameter('a'), aParameter('b')], { a: null, b: '' })).toEqual({
      a: null,
      b: '',
    });
  });

  it('is refused under a name that the template does not have', () => {
    const { code, message } = refusal(() =>
      parameterValues(looking(aParameter('orderId')), { order: 1, x: 2 }),
    );
    expect(code).toBe('invalid_input');
    expect(message).toBe('The template has no parameter "order", "x". It has: orderId.');
    expect(refusal(() => parameterValues(looking(), { x: 1 })).message).toContain('It has none.');
  });

  it('must be given for a secret: its placeholder is never sent to a tool', () => {
    const secret = aParameter('password', { source: 'secret', example: '[REDACTED:password]' });
    for (const given of [{}, { password: null }]) {
      const { code, message, details } = refusal(() => parameterValues(looking(secret), given));
      expect(code).toBe('invalid_input');
      expect(message).toContain('"inputs.password"');
      expect(details['missing']).toEqual(['password']);
    }
    expect(valuesOf([secret], { password: 's3cret' })).toEqual({ password: 's3cret' });
    expect(valuesOf([secret], { password: 4711 })).toEqual({ password: 4711 });
  });

  it('must be given when the template says so', () => {
    const { code, message } = refusal(() =>
      parameterValues(looking(aParameter('code', { required: true })), {}),
    );
    expect(code).toBe('invalid_input');
    expect(message).toBe('The template does not run without these: "inputs.code"');
  });

  it('must be given when its source was not seen and another value differs from the recorded one', () => {
    const parameters = [aParameter('order'), aParameter('item', { unseen: true })];
    expect(valuesOf(parameters, {})).toMatchObject({ item: 'recorded item' });
    expect(valuesOf(parameters, { order: 'recorded order' })).toMatchObject({ item: 'recorded item' });
    expect(refusal(() => parameterValues(looking(...parameters), { order: 'W-2' })).message).toContain(
      '"inputs.item"',
    );
    expect(valuesOf(parameters, { order: 'W-2', item: 'mug' })).toEqual({ order: 'W-2', item: 'mug' });
  });

  it('that is open is that of the run whose other values were given', () => {
    const parameters = [
      aParameter('order', { example: 'W-1', seen: ['W-1', 'W-2'] }),
      aParameter('item', { example: 'mug', seen: ['mug', 'cup'], unseen: true }),
    ];
    expect(readParameters(looking(...parameters), {})).toMatchObject({ values: { item: 'mug' }, run: 0 });
    expect(readParameters(looking(...parameters), { order: 'W-2' })).toMatchObject({
      values: { item: 'cup' },
      run: 1,
    });
    expect(readParameters(looking(...parameters), { order: 'W-3' })).toMatchObject({ run: undefined });
    expect(readParameters(looking(...parameters), { order: 'W-3' }).missing).toMatchObject([
      { name: 'item' },
    ]);
  });

  it('that is open may have been null in one of the runs', () => {
    const parameters = [
      aParameter('order', { example: 'W-1', seen: ['W-1', null] }),
      aParameter('coupon', { example: 'X-10', seen: ['X-10', null], unseen: true }),
    ];
    expect(readParameters(looking(...parameters), { order: null })).toMatchObject({
      values: { order: null, coupon: null },
      run: 1,
      missing: [],
    });
  });

  it('that is open belongs to the open values of the same run: some of another run do not fit', () => {
    const open = { unseen: true, seen: ['x', 'y'] };
    const parameters = [
      aParameter('a', { ...open, example: 'x' }),
      aParameter('b', { ...open, example: 'x' }),
    ];
    expect(readParameters(looking(...parameters), { a: 'y' })).toMatchObject({
      values: { a: 'y', b: 'y' },
      run: 1,
    });
    expect(readParameters(looking(...parameters), { a: 'z' }).missing).toMatchObject([{ name: 'b' }]);
  });

  it('belongs to no run when nothing open was taken from one', () => {
    const parameters = [aParameter('order'), aParameter('item', { unseen: true })];
    const other = { order: 'W-2', item: 'recorded item' };
    expect(readParameters(looking(...parameters), other).run).toBeUndefined();
    expect(readParameters(looking(aParameter('order')), {}).run).toBeUndefined();
  });

  it('need not be given because a secret was: that has no recorded value to differ from', () => {
    const secret = aParameter('token', { source: 'secret', example: '[REDACTED:api-key]' });
    const parameters = [secret, aParameter('item', { unseen: true })];
    expect(valuesOf(parameters, { token: 's3cret' })).toEqual({
      token: 's3cret',
      item: 'recorded item',
    });
  });

  it('that is missing is only named before a dry run', () => {
    const { missing, values } = readParameters(
      looking(aParameter('code', { required: true, example: 'x' })),
      {},
    );
    expect(missing.map(({ name }) => name)).toEqual(['code']);
    expect(values).toEqual({ code: null });
  });

  it('TPL-6: of a plan that writes is never a recorded one that nobody asked for, open or unused or not', () => {
    const parameters = writing(
      aParameter('order'),
      aParameter('item', { unseen: true }),
      aParameter('unused', { example: 0 }),
    );
    const refused = refusal(() => parameterValues(parameters, { order: 'W-2' }));
    expect(refused.code).toBe('invalid_input');
    expect(refused.message).toContain('"inputs.item" "inputs.unused"');
    expect(refused.details['missing']).toEqual(['item', 'unused']);
    const recorded = { order: 'recorded order' };
    expect(readParameters(parameters, recorded)).toMatchObject({ values: { item: null }, recorded: [] });
    expect(readParameters(parameters, recorded).missing).toHaveLength(2);
  });

  it('TPL-6: of a plan that writes is missing when it is null or empty, unless a run had it so', () => {
    for (const blank of [null, '', '  '])
      expect(readParameters(writing(aParameter('note')), { note: blank }).missing).toHaveLength(1);
    const parameters = writing(aParameter('note', { example: '', seen: ['', null] }));
    for (const blank of ['', null])
      expect(readParameters(parameters, { note: blank })).toMatchObject({
        values: { note: blank },
        missing: [],
      });
    expect(readParameters(parameters, { note: ' ' }).missing).toHaveLength(1);
  });

  it('TPL-6: is that of one recorded run where the caller asks for it, of all or of some', () => {
    const parameters = writing(
      aParameter('order', { example: 'W-1', seen: ['W-1', 'W-2'] }),
      aParameter('item', { example: 'mug', seen: ['mug', 'cup'], unseen: true }),
      aParameter('note', { example: 'a', seen: ['a', 'b'] }),
    );
    expect(readParameters(parameters, {}, { asRecorded: true })).toMatchObject({
      values: { order: 'W-1', item: 'mug', note: 'a' },
      missing: [],
      run: 0,
    });
    const second = readParameters(parameters, { order: 'W-2' }, { asRecorded: true });
    expect(second).toMatchObject({ values: { item: 'cup', note: 'b' }, run: 1 });
    expect(second.recorded).toEqual([
      { parameter: 'item', value: 'cup' },
      { parameter: 'note', value: 'b' },
    ]);
    const byName = readParameters(parameters, { order: 'W-3', item: 'pot' }, { asRecorded: ['note'] });
    expect(byName).toMatchObject({ values: { order: 'W-3', note: 'a' }, missing: [] });
    expect(readParameters(parameters, {}, { asRecorded: ['note'] }).missing).toHaveLength(2);
    const secret = writing(aParameter('pin', { source: 'secret', example: '[REDACTED:pin]' }));
    expect(readParameters(secret, {}, { asRecorded: true }).missing).toHaveLength(1);
    expect(refusal(() => readParameters(parameters, {}, { asRecorded: ['oder'] })).code).toBe(
      'invalid_input',
    );
  });

  it('TPL-6: of a plan that only looks may be a recorded one, and the report names it', () => {
    const read = readParameters(looking(aParameter('a'), aParameter('b')), { a: 'other' });
    expect(read.recorded).toEqual([{ parameter: 'b', value: 'recorded b' }]);
  });

  it('TPL-6: must be given where a tool says now that it writes', () => {
    const tools = {
      describe: (name: string) => ({
        name,
        description: '',
        inputSchema: null,
        annotations: { destructive: true },
      }),
    };
    const parameters = { parameters: [aParameter('a')], plan: [aPlanStep('get')] };
    expect(readParameters(parameters, {}, { tools }).missing).toHaveLength(1);
    expect(readParameters(parameters, {}).missing).toEqual([]);
  });

  it('is not taken from what every object inherits', () => {
    const secret = aParameter('constructor', { source: 'secret', example: '[REDACTED:password]' });
    expect(refusal(() => parameterValues(looking(secret), {})).details['missing']).toEqual(['constructor']);
    expect(valuesOf([aParameter('toString')], {})).toEqual({ toString: 'recorded toString' });
  });
});

describe('TPL-6 a parameter that is written otherwise than it was recorded', () => {
  it.each<[Json, Json, Json]>([
    [42, '43', 43],
    [42, ' 4.50 ', 4.5],
    [42, '-1e3', -1000],
    [true, 'false', false],
    [[1], '["a"]', ['a']],
    [{ a: 1 }, '{"b": 2}', { b: 2 }],
    ['W-1', 43, '43'],
    ['yes', true, 'true'],
    ['W-1', '43', '43'],
    [null, '43', '43'],
  ])('recorded as %j and given as %j is %j', (example, given, value) => {
    expect(valuesOf([aParameter('a', { example })], { a: given })).toEqual({ a: value });
  });

  it.each<[Json, Json]>([
    [42, 'forty'],
    [42, ''],
    [42, 'Infinity'],
    [42, true],
    [true, 'yes'],
    [true, 1],
    [[1], '{"a": 1}'],
    [[1], 'a, b'],
    [{ a: 1 }, 'null'],
    ['text', { a: 1 }],
    ['12345678901234567890', 2 ** 60],
  ])('recorded as %j is refused when %j is given', (example, given) => {
    const { code, message } = refusal(() =>
      parameterValues(looking(aParameter('a', { example })), { a: given }),
    );
    expect(code).toBe('invalid_input');
    expect(message).toMatch(/^"a" must be an? /);
  });
});

describe('TPL-8 values that a model is given', () => {
  it('are of the recorded kind where they are parameters, and left as they are otherwise', () => {
    expect(valuesOfKind([aNumber('id')], { id: '43', note: '44' })).toEqual({ id: 43, note: '44' });
  });
});
