import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from './json.ts';
import { anyItem, formatPath, leavesOf, type PathPart, parsePath, structured, valuesAt } from './path.ts';

const oddKeys = [
  '',
  ' ',
  '.',
  '[',
  ']',
  '[0]',
  '[*]',
  '"',
  '\\',
  '\\"',
  'a.b',
  'é',
  '日本',
  '😀',
  '__proto__',
  '$',
  '0',
  'a-b',
  '\n',
  '\u2028',
];
const key = fc.oneof(fc.constantFrom(...oddKeys), fc.string({ unit: 'grapheme', maxLength: 6 }));
const part: fc.Arbitrary<PathPart> = fc.oneof(key, fc.nat(1_000), fc.constant(anyItem));
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 0, 1.5, '', 'text'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
  ),
})).value;

describe('a path', () => {
  it('is written as people read it', () => {
    expect(formatPath(['orders', 0, 'id'])).toBe('$.orders[0].id');
    expect(formatPath(['orders', anyItem, 'first name'])).toBe('$.orders[*]["first name"]');
    expect(formatPath([])).toBe('$');
  });

  it('is read back into the parts it was written from, whatever the keys', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        expect(parsePath(formatPath(parts))).toEqual(parts);
      }),
    );
  });

  it.each([
    '',
    'orders',
    '$orders',
    '$.',
    '$.1a',
    '$[',
    '$[-1]',
    '$[1.5]',
    '$["a]',
    '$["\\q"]',
    '$["a\nb"]',
    '$.a b',
  ])('is not %j', (text) => {
    expect(parsePath(text)).toBeUndefined();
    expect(valuesAt({ '': 'nothing leads here', orders: [1] }, text)).toEqual([]);
  });
});

describe('the values at a path', () => {
  const shop = {
    orders: [
      { id: 1, tags: ['a', 'b'] },
      { id: 2, tags: [] },
    ],
    note: null,
  };

  it('are one for a plain path, and the null that is there counts', () => {
    expect(valuesAt(shop, '$.orders[1].id')).toEqual([2]);
    expect(valuesAt(shop, '$.note')).toEqual([null]);
    expect(valuesAt(shop, '$')).toEqual([shop]);
  });

  it('are those of every item behind [*]', () => {
    expect(valuesAt(shop, '$.orders[*].id')).toEqual([1, 2]);
    expect(valuesAt(shop, '$.orders[*].tags[*]')).toEqual(['a', 'b']);
    expect(valuesAt([[1], [2]], '$[*]')).toEqual([[1], [2]]);
  });

  it('are how many a list has at its length', () => {
    expect(valuesAt(shop, '$.orders.length')).toEqual([2]);
    expect(valuesAt({ length: 'of a rope' }, '$.length')).toEqual(['of a rope']);
  });

  it.each([
    '$.missing',
    '$.orders[2]',
    '$.orders.id',
    '$.note.id',
    '$.note[*]',
    '$.orders[0].id.x',
    '$.toString',
    '$.__proto__',
    '$.note.length',
  ])('are none at %s, which leads nowhere', (path) => expect(valuesAt(shop, path)).toEqual([]));
});

describe('the leaves of a value', () => {
  it('are each found at their path, for any value', () => {
    fc.assert(
      fc.property(value, (root) => {
        for (const leaf of leavesOf(root)) {
          expect(valuesAt(root, formatPath(leaf.path))).toEqual([leaf.value]);
        }
      }),
    );
  });

  it('are all that is no list and no object', () => {
    expect(leavesOf({ a: [1, { b: null }], c: {}, d: [] })).toEqual([
      { path: ['a', 0], value: 1 },
      { path: ['a', 1, 'b'], value: null },
    ]);
    expect(leavesOf('alone')).toEqual([{ path: [], value: 'alone' }]);
  });
});

describe('a structured result', () => {
  it('is what JSON inside a text says', () => {
    expect(structured(' {"id": 42}')).toEqual({ id: 42 });
    expect(structured('[1]')).toEqual([1]);
  });

  it('is the text itself when it is none, and never a number made from a text', () => {
    for (const text of ['', '42', 'true', '"x"', '{broken', '[REDACTED:password]', 'see {"a":1}']) {
      expect(structured(text)).toBe(text);
    }
  });

  it('is the value as it was when that is no text', () => {
    const value = { id: 42 };
    expect(structured(value)).toBe(value);
  });
});
