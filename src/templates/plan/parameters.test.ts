import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Parameter, parameterSchema } from '../../records/plan.ts';
import { createParameterList } from './parameters.ts';

/** Any text at all, halves of signs and control signs included. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0xffff), { maxLength }).map((units) => String.fromCharCode(...units));

const aParameter = (overrides: Partial<Parameter> = {}): Parameter => ({
  name: 'id',
  source: 'task',
  example: 42,
  seen: [overrides.example ?? 42],
  required: false,
  repeats: [],
  presentIn: null,
  unseen: false,
  note: null,
  ...overrides,
});

describe('the parameters of a template', () => {
  it('are one for one value, whatever the arguments were called', () => {
    const list = createParameterList([{}]);
    expect(list.add(aParameter())).toBe('id');
    expect(list.add(aParameter({ name: 'orderId' }))).toBe('id');
    expect(list.all()).toEqual([aParameter()]);
  });

  it('have different names when their values differ', () => {
    const list = createParameterList([{}]);
    const names = [42, 43, 44, 43].map((example) => list.add(aParameter({ example })));
    expect(names).toEqual(['id', 'id_2', 'id_3', 'id_2']);
  });

  it('are two when nobody can explain a number that was used under two names: it may be two amounts', () => {
    const list = createParameterList([{}]);
    const unexplained = (name: string, example: string | number): string =>
      list.add(aParameter({ name, source: 'unexplained', example }));
    expect(unexplained('amount', 250)).toBe('amount');
    expect(unexplained('limit', 250)).toBe('limit');
    expect(unexplained('from', 'acc-7001')).toBe('from');
    expect(unexplained('to', 'acc-7001')).toBe('from');
  });

  it('are two when another run had different values for them', () => {
    const list = createParameterList([{}, {}]);
    expect(list.add(aParameter({ seen: [42, 43] }))).toBe('id');
    expect(list.add(aParameter({ name: 'other', seen: [42, 44] }))).toBe('other');
    expect(list.add(aParameter({ name: 'third', seen: [42, 43] }))).toBe('id');
    expect(list.values).toEqual([
      { id: 42, other: 42 },
      { id: 43, other: 44 },
    ]);
  });

  it('are all inputs from the start, also when two have the same value or one was not given in a run', () => {
    const list = createParameterList([
      { a: 42, b: 42 },
      { a: 43, b: null },
    ]);
    expect(list.all().map(({ name, source, seen }) => [name, source, seen])).toEqual([
      ['a', 'input', [42, 43]],
      ['b', 'input', [42, null]],
    ]);
    expect(list.values).toEqual([
      { a: 42, b: 42 },
      { a: 43, b: null },
    ]);
  });

  it('are two for two secrets that look alike, and one for a secret that is used again', () => {
    const list = createParameterList([{}]);
    const secret = (name: string, kind: string): string =>
      list.add(aParameter({ name, source: 'secret', example: `[REDACTED:${kind}]` }));
    expect(secret('source', 'password')).toBe('source');
    expect(secret('target', 'password')).toBe('target');
    expect(secret('source', 'api-key')).toBe('source_2');
    expect(secret('source', 'api-key')).toBe('source_2');
    expect(secret('source', 'password')).toBe('source');
    expect(list.all()).toHaveLength(3);
  });

  it('leave the name of an input to that input', () => {
    const list = createParameterList([{ id: 'y' }]);
    expect(list.add(aParameter({ source: 'picked', example: 'x' }))).toBe('id_2');
    expect(list.all().map(({ name }) => name)).toEqual(['id', 'id_2']);
  });

  it('give an input whose name cannot be typed another, which is that of no input', () => {
    const list = createParameterList([{ '': 1, value: 2, ' ': 3 }]);
    expect(list.all().map(({ name, example }) => [name, example])).toEqual([
      ['value', 2],
      ['value_2', 1],
      ['value_3', 3],
    ]);
    expect(list.values).toEqual([{ value: 2, value_2: 1, value_3: 3 }]);
  });

  it('ask for an input that was a secret under its own name', () => {
    const list = createParameterList([{ password: '[REDACTED:password]', key: 'plain' }]);
    const secret = { source: 'secret', example: '[REDACTED:password]' } as const;
    expect(list.add(aParameter({ name: 'password', ...secret }))).toBe('password');
    expect(list.add(aParameter({ name: 'key', ...secret }))).toBe('key_2');
    expect(list.all()[0]).toMatchObject({ source: 'secret', required: true });
  });

  it('have names that can be stored and typed, whatever the key of the argument was', () => {
    const key = fc.oneof(
      anyText(30),
      fc.constantFrom('', ' ', ' id', 'a\nb', '\ud800', 'x'.repeat(500), '😀'.repeat(150)),
    );
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), (keys) => {
        const list = createParameterList([{}]);
        const names = keys.map((name, example) => list.add(aParameter({ name, example })));
        expect(new Set(names).size).toBe(keys.length);
        expect(list.all().map((parameter) => parameterSchema.parse(parameter))).toEqual(list.all());
      }),
    );
  });
});
