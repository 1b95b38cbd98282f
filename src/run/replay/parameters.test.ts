import { describe, expect, it } from 'vitest';
import type { Json } from '../../model/json.ts';
import type { Parameter } from '../../model/plan.ts';
import { refusal } from '../../testing/refusal.ts';
import { parameterValues, readParameters } from './parameters.ts';
import { aParameter as aNumber } from './world.fixture.ts';

const aParameter = (name: string, overrides: Partial<Parameter> = {}): Parameter =>
  aNumber(name, { example: `recorded ${name}`, ...overrides });

describe('TPL-6 the value of a parameter', () => {
  it('is what was given, else what was recorded', () => {
    const parameters = [aParameter('a'), aParameter('b')];
    expect(parameterValues(parameters, { b: 'given' })).toEqual({ a: 'recorded a', b: 'given' });
  });

  it('may be given as null or as an empty text', () => {
    expect(parameterValues([aParameter('a'), aParameter('b')], { a: null, b: '' })).toEqual({
      a: null,
      b: '',
    });
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
      expect(message).toContain('"inputs.password"');
      expect(details['missing']).toEqual(['password']);
    }
    expect(parameterValues([secret], { password: 's3cret' })).toEqual({ password: 's3cret' });
    expect(parameterValues([secret], { password: 4711 })).toEqual({ password: 4711 });
  });

  it('must be given when the template says so', () => {
    const { code, message } = refusal(() => parameterValues([aParameter('code', { required: true })], {}));
    expect(code).toBe('invalid_input');
    expect(message).toBe('The template does not run without these: "inputs.code"');
  });

  it('must be given when its source was not seen and another value differs from the recorded one', () => {
    const parameters = [aParameter('order'), aParameter('item', { unseen: true })];
    expect(parameterValues(parameters, {})).toMatchObject({ item: 'recorded item' });
    expect(parameterValues(parameters, { order: 'recorded order' })).toMatchObject({ item: 'recorded item' });
    expect(refusal(() => parameterValues(parameters, { order: 'W-2' })).message).toContain('"inputs.item"');
    expect(parameterValues(parameters, { order: 'W-2', item: 'mug' })).toEqual({ order: 'W-2', item: 'mug' });
  });

  it('need not be given because a secret was: that has no recorded value to differ from', () => {
    const secret = aParameter('token', { source: 'secret', example: '[REDACTED:api-key]' });
    const parameters = [secret, aParameter('item', { unseen: true })];
    expect(parameterValues(parameters, { token: 's3cret' })).toEqual({
      token: 's3cret',
      item: 'recorded item',
    });
  });

  it('that is missing is only named before a dry run', () => {
    const { missing, values } = readParameters([aParameter('code', { required: true, example: null })], {});
    expect(missing.map(({ name }) => name)).toEqual(['code']);
    expect(values).toEqual({ code: null });
  });

  it('is not taken from what every object inherits', () => {
    const secret = aParameter('constructor', { source: 'secret', example: '[REDACTED:password]' });
    expect(refusal(() => parameterValues([secret], {})).details['missing']).toEqual(['constructor']);
    expect(parameterValues([aParameter('toString')], {})).toEqual({ toString: 'recorded toString' });
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
    expect(parameterValues([aParameter('a', { example })], { a: given })).toEqual({ a: value });
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
    const { code, message } = refusal(() => parameterValues([aParameter('a', { example })], { a: given }));
    expect(code).toBe('invalid_input');
    expect(message).toMatch(/^"a" must be an? /);
  });
});
