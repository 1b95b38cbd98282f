import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, isJsonObject, type Json, json, jsonObject, sameJson } from './json.ts';

const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

/** The same value with the members of every object written in the opposite order. */
function turned(root: Json): Json {
  if (Array.isArray(root)) return root.map(turned);
  if (!isJsonObject(root)) return root;
  return Object.fromEntries(
    Object.entries(root)
      .reverse()
      .map(([key, member]) => [key, turned(member)]),
  );
}

describe('canonical JSON', () => {
  it('does not depend on the order of members', () => {
    expect(canonicalJson({ b: 1, a: { d: [2], c: null } })).toBe('{"a":{"c":null,"d":[2]},"b":1}');
    fc.assert(
      fc.property(value, (root) => {
        expect(canonicalJson(turned(root))).toBe(canonicalJson(root));
      }),
    );
  });

  it('says the same as the value', () => {
    fc.assert(
      fc.property(value, (root) => {
        expect(JSON.parse(canonicalJson(root))).toEqual(JSON.parse(JSON.stringify(root)));
      }),
    );
  });

  it('keeps a member called __proto__', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}');
  });
});

describe('two values are the same', () => {
  it('whatever the order of their members', () => {
    expect(sameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  });

  it.each<[Json, Json]>([
    [1, '1'],
    [null, 0],
    ['', null],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { a: 1, b: null }],
    [[], {}],
    [true, 'true'],
  ])('but %j and %j are not', (left, right) => expect(sameJson(left, right)).toBe(false));
});

describe('what may be kept as JSON', () => {
  it('is every JSON value, returned as it was', () => {
    fc.assert(
      fc.property(value, (root) => {
        fc.pre(JSON.stringify(root).isWellFormed() && !JSON.stringify(root).includes('\\u0000'));
        fc.pre(!/\\ud[89a-f]/i.test(JSON.stringify(root)));
        expect(json.parse(root)).toEqual(root);
      }),
    );
    const withPrototype: unknown = JSON.parse('{"__proto__":{"admin":true}}');
    expect(JSON.stringify(jsonObject.parse(withPrototype))).toBe('{"__proto__":{"admin":true}}');
  });

  it.each<[string, unknown]>([
    ['undefined', { a: undefined }],
    ['a function', { a: () => 1 }],
    ['NaN', [Number.NaN]],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a big integer', { a: 1n }],
    ['NUL', 'a\u0000'],
    ['a lone surrogate', { '\ud800': 1 }],
  ])('is not %s', (_, root) => expect(json.safeParse(root).success).toBe(false));

  it('is not nested so deep that walking it would overflow the stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(json.safeParse(deep).success).toBe(false);
  });

  it('is an object where one is asked for', () => {
    for (const root of [null, [], 'text', 1]) expect(jsonObject.safeParse(root).success).toBe(false);
    expect(isJsonObject({})).toBe(true);
    expect(isJsonObject([])).toBe(false);
    expect(isJsonObject(null)).toBe(false);
  });
});
