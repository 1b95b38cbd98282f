import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import { aLook, aMoment, knownAt } from './moment.fixture.ts';
import { createKnowledge, letters, likeness, listsIn, nameOf } from './sources.ts';

const known = (parameters: JsonObject, ...answers: Json[]) => knownAt(aMoment(parameters, answers));
const bindingsOf = (value: Json, parameters: JsonObject, ...answers: Json[]) =>
  known(parameters, ...answers)
    .equal(value)
    .map(({ binding }) => binding);

describe('TPL-6 a value that a run knew', () => {
  it('is an input, or a place inside of one', () => {
    expect(bindingsOf(42, { id: 42, order: { lines: [41, 42] } })).toEqual([
      { from: 'parameter', name: 'id' },
      { from: 'member', of: { from: 'parameter', name: 'order' }, path: '$.lines[1]' },
    ]);
  });

  it('is a field of an answer, also of JSON inside a text', () => {
    expect(bindingsOf('x', {}, { a: { b: 'x' } }, '{"c": "x"}')).toEqual([
      { from: 'result', step: 0, path: '$.a.b' },
      { from: 'result', step: 1, path: '$.c' },
    ]);
  });

  it('is in the only item of a collection, but in none of several', () => {
    const only = [{ where: [], take: 'only' }];
    expect(bindingsOf('x', {}, { rows: [{ id: 'x' }] })).toEqual([
      { from: 'item', step: 0, path: '$.rows[*]', value: '$.id', selectors: only },
    ]);
    expect(bindingsOf('sku-1001', {}, { 'sku-1001': { left: 5 } })).toEqual([
      { from: 'item', step: 0, path: '$~', value: '$', selectors: only },
    ]);
    expect(bindingsOf('x', {}, { rows: [{ id: 'x' }, { id: 'y' }] })).toEqual([]);
    expect(bindingsOf('x', {}, [[{ id: 'x' }]])).toEqual([]);
  });

  it('is told from one that only looks like it', () => {
    expect(bindingsOf('42', { id: 42 }, { id: 42 })).toEqual([]);
  });

  it('is named by fewer bits when less is known, and by fewest when it was given', () => {
    const bits = (answer: Json, parameters: JsonObject = {}) =>
      known(parameters, answer).equal('x')[0]?.bits ?? 0;
    expect(bits({ a: 'x' })).toBeLessThan(bits({ a: 'x', b: 'y', c: 'z' }));
    expect(bits({ a: 'x' })).toBe(bits({ a: 'x', b: 5, c: 6 }));
    expect(bits({ a: 'x' }, { a: 'x' })).toBeLessThan(bits({ a: 'x' }));
  });
});

describe('TPL-6 what a run knew besides', () => {
  it('are texts of several lines', () => {
    const { texts } = known({ note: 'a\nb' }, { file: 'c\nd', name: 'e' });
    expect(texts.map(({ text, binding }) => [text, binding])).toEqual([
      ['c\nd', { from: 'result', step: 0, path: '$.file' }],
    ]);
  });

  it('are the lengths of lists', () => {
    const { counts } = known({}, { rows: [{ cells: [1, 2] }], none: [] });
    expect(counts.map(({ value, key, binding }) => [value, key, binding])).toEqual([
      [1, 'rows', { from: 'result', step: 0, path: '$.rows.length' }],
      [0, 'none', { from: 'result', step: 0, path: '$.none.length' }],
    ]);
  });

  it('grows call by call', () => {
    const knowledge = createKnowledge();
    expect(knowledge.known({}).equal('x')).toEqual([]);
    knowledge.learn(aLook({ a: 'x' }));
    knowledge.learn(aLook({ a: 'x' }));
    expect(knowledge.known({}).equal('x')).toHaveLength(2);
  });
});

describe('TPL-6 names that are alike', () => {
  it.each<[string, string, number]>([
    ['order_id', 'orderId', 4],
    ['id', 'order_id', 2],
    ['order', 'orderNumber', 2],
    ['user', 'order', 0],
    ['a', 'amount', 0],
    ['', 'id', 0],
  ])('%j and %j: %d', (left, right, bits) => {
    expect(likeness(left, right)).toBe(bits);
    expect(likeness(right, left)).toBe(bits);
  });

  it('are compared without signs and capitals', () => {
    expect(letters('Order-ID 7')).toBe('orderid7');
    expect(nameOf(['orders', 3, 'id', 0])).toBe('id');
    expect(nameOf([0])).toBe('');
  });
});

describe('TPL-6 lists of an answer', () => {
  it('are those that are in no other list', () => {
    expect(listsIn({ a: { b: [1] }, c: [[2], [3]] }, [])).toEqual([
      { path: ['a', 'b'], length: 1 },
      { path: ['c'], length: 2 },
    ]);
    expect(listsIn([1, 2], [])).toEqual([{ path: [], length: 2 }]);
  });
});
