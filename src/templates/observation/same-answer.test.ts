import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, json } from '../../json/json.ts';
import { findChangedLeaf, generalPath, isIdentifier, shown, type Tolerance } from './same-answer.ts';

const strict: Tolerance = {
  mayDiffer: () => false,
  isVolatile: () => false,
  isFollowed: () => false,
  isSameName: () => false,
  isNow: () => false,
  mayRead: () => false,
};

const changed = (recorded: Json, now: Json, tolerance: Partial<Tolerance> = {}) =>
  findChangedLeaf(recorded, now, { ...strict, ...tolerance });

describe('TPL-6 the same question has the same answer', () => {
  it('for any answer that is the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const answer = json.parse(value);
        expect(changed(answer, structuredClone(answer))).toBeUndefined();
      }),
    );
  });

  it.each<[string, Json, Json, string, string, string]>([
    ['a word', { a: { b: 'OPEN' } }, { a: { b: 'DONE' } }, '$.a.b', '"OPEN"', '"DONE"'],
    ['a number', [1, 2], [1, 3], '$[1]', '2', '3'],
    ['a switch', true, false, '$', 'true', 'false'],
    ['null', { at: null }, { at: '2026-01-05' }, '$.at', 'null', '"2026-01-05"'],
    ['the kind of a value', { n: 5 }, { n: '5' }, '$.n', '5', '"5"'],
    ['a member that is gone', { a: 1, b: 2 }, { a: 1 }, '$.b', '2', 'nothing'],
    ['a member that is new', { a: 1 }, { a: 1, b: null }, '$.b', 'nothing', 'null'],
    ['an item more', [1], [1, 2], '$', '1 items', '2 items'],
    ['the order of items', ['a', 'b'], ['b', 'a'], '$[0]', '"a"', '"b"'],
    ['a list that is an object now', [], {}, '$', '[]', '{}'],
  ])('and not another: %s', (_, recorded, now, path, expected, found) => {
    expect(changed(recorded, now)).toEqual({ path, expected, found });
  });

  it('with its members in any order, unless they are items of a map: then the first is another', () => {
    expect(changed({ a: 1, b: 2 }, { b: 2, a: 1 })).toBeUndefined();
    expect(changed({ 'w-100': 1, 'w-200': 2 }, { 'w-200': 2, 'w-100': 1 })).toEqual({
      path: '$',
      expected: '["w-100","w-200"]',
      found: '["w-200","w-100"]',
    });
  });
});

describe('TPL-6 the same answer at another time', () => {
  it('may have what is read in a text otherwise, where it is said to, and not between other words', () => {
    const asked: unknown[] = [];
    const mayRead: Tolerance['mayRead'] = (slot, before, now) =>
      asked.push([slot.path, slot.index, before.text, now.text]) > 0;
    expect(
      changed({ said: 'CPU 40 % at 08:30' }, { said: 'CPU 90 % at 09:30' }, { mayRead }),
    ).toBeUndefined();
    expect(asked).toEqual([
      ['$.said', 0, '40', '90'],
      ['$.said', 1, '08:30', '09:30'],
    ]);
    expect(changed('CPU 40 %', 'CPU 90 %')).toBeDefined();
    expect(changed('CPU 40 %: ok', 'CPU 40 %: hot', { mayRead })).toBeDefined();
    expect(changed('40 %', '40 % 41 %', { mayRead })).toBeDefined();
    expect(changed('40 MB', '40 GB', { mayRead })).toBeDefined();
  });

  it('may have a moment in milliseconds', () => {
    const asked: Array<[number, number]> = [];
    const isNow: Tolerance['isNow'] = (recorded, now) => asked.push([recorded, now]) > 0;
    expect(changed({ at: 1_000 }, { at: 2_000 }, { isNow })).toBeUndefined();
    expect(asked).toEqual([[1_000, 2_000]]);
  });

  it('has a secret where one was redacted, and the same words around it', () => {
    expect(changed('key [REDACTED:api-key]', 'key [REDACTED:api-key]')).toBeUndefined();
    expect(changed('key [REDACTED:api-key]', 'key revoked')).toBeDefined();
    expect(changed('open, key [REDACTED:api-key]', 'shut, key [REDACTED:api-key]')).toBeDefined();
  });
});

describe('TPL-6 what the same answer may differ in', () => {
  it('is a place that may hold anything, with all that is below it', () => {
    const mayDiffer: Tolerance['mayDiffer'] = (path) => path === '$.rows[*].seen';
    expect(changed({ rows: [{ seen: 1 }] }, { rows: [{ seen: { by: 2 } }] }, { mayDiffer })).toBeUndefined();
    expect(changed({ rows: [{}] }, { rows: [{ seen: 1 }] }, { mayDiffer })).toBeUndefined();
    expect(changed({ rows: [] }, { rows: [{ seen: 1 }] }, { mayDiffer })).toBeDefined();
  });

  it.each<[Json, Json, boolean]>([
    [5, 7, true],
    ['a', 'b', true],
    [5, '5', false],
    [5, null, false],
    [null, 5, false],
    [5, [5], false],
  ])('is a place that had another value each time, of the same kind: %j, now %j', (recorded, now, isSame) => {
    const isVolatile: Tolerance['isVolatile'] = (path) => path === '$.load';
    expect(changed({ load: recorded }, { load: now }, { isVolatile }) === undefined).toBe(isSame);
    expect(changed({ load: recorded }, {}, { isVolatile })).toBeDefined();
  });

  it('is a new name, also where texts of the same answer mention it', () => {
    const mayDiffer: Tolerance['mayDiffer'] = (path) => path === '$.id';
    const answer = (id: string, said: string) => ({ id, said });
    const before = answer('task-1', 'Added task-1, after task-10.');
    expect(changed(before, answer('task-4', 'Added task-4, after task-10.'), { mayDiffer })).toBeUndefined();
    expect(changed(before, answer('task-4', 'Added task-5, after task-10.'), { mayDiffer })).toBeDefined();
    expect(changed(before, answer('task-4', 'Added task-4, after task-40.'), { mayDiffer })).toBeDefined();
    expect(changed(before, answer('task-4', 'Lost task-4, after task-10.'), { mayDiffer })).toBeDefined();
  });

  it('is a value that has the same name in both runs', () => {
    const isSameName: Tolerance['isSameName'] = (recorded, now) => recorded === 'ada' && now === 'bob';
    expect(changed(['ada'], ['bob'], { isSameName })).toBeUndefined();
    expect(changed(['ada'], ['eve'], { isSameName })).toBeDefined();
  });

  it.each<[Json, Json, boolean]>([
    ['W-1003', 'W-2004', true],
    ['f3a9c27', '0b1d44e', true],
    ['open', 'done', false],
    ['v2', 'v3', false],
    ['order 1003', 'order 2004', false],
    [1003, 2004, false],
  ])('is the name of a thing that is followed: %j, now %j', (recorded, now, isSame) => {
    const isFollowed: Tolerance['isFollowed'] = (path) => path === '$.id';
    expect(changed({ id: recorded }, { id: now }, { isFollowed }) === undefined).toBe(isSame);
    expect(changed({ other: recorded }, { other: now }, { isFollowed })).toBeDefined();
  });
});

describe('TPL-6 a difference is told', () => {
  it('by the place for all items of a list', () => {
    expect(generalPath(['rows', 3, 'cells', 0])).toBe('$.rows[*].cells[*]');
  });

  it('with no more than a piece of a long value', () => {
    expect(shown('x'.repeat(1_000))).toHaveLength(301);
    expect(shown(undefined)).toBe('null');
  });
});

describe('TPL-6 the name of a thing', () => {
  it.each(['W-1003', 'user_4711', '0ebaa21929f4', '#W8665881'])('is %s', (text) =>
    expect(isIdentifier(text)).toBe(true),
  );

  it.each(['2026-03-06', '2026-03-06T08:30:00Z', 'open', 'two words 100', 42, null])('is not %j', (text) =>
    expect(isIdentifier(text)).toBe(false),
  );
});
