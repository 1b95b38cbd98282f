import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { isDate, labelsOf } from './labels.ts';
import { knownValues } from './observed.fixture.ts';

describe('TPL-6 a value that has a name', () => {
  it('is a parameter before it is an argument, and that before it is an answer', () => {
    const labels = labelsOf(
      knownValues({
        parameters: { order: 'W-1001' },
        arguments: { id: 'W-1001', user: 'ada' },
        earlier: [{ order: 'W-1001', user: 'ada', mail: 'ada@example.com' }],
      }),
    );
    expect(labels.nameOf('W-1001')).toBe('parameter $.order');
    expect(labels.nameOf('ada')).toBe('argument $.user');
    expect(labels.nameOf('ada@example.com')).toBe('call 1 $.mail');
    expect(labels.nameOf('W-1002')).toBeUndefined();
  });

  it('is given only when the caller or the call gave it', () => {
    const labels = labelsOf(
      knownValues({
        parameters: { a: { deep: ['x-100'] } },
        arguments: { b: 'y-200' },
        earlier: [{ c: 'z-300' }],
      }),
    );
    expect(labels.givenNameOf('x-100')).toBe('parameter $.a.deep[0]');
    expect(labels.givenNameOf('y-200')).toBe('argument $.b');
    expect(labels.givenNameOf('z-300')).toBeUndefined();
  });

  it('keeps its kind: a number is not the text that looks like it', () => {
    const labels = labelsOf(knownValues({ parameters: { id: 42 } }));
    expect([labels.nameOf(42), labels.nameOf('42')]).toEqual(['parameter $.id', undefined]);
  });

  it.each<[string, Json]>([
    ['a switch', true],
    ['nothing', null],
    ['an empty text', ''],
    ['spaces', '  '],
  ])('is never %s', (_, value) => {
    expect(labelsOf(knownValues({ parameters: { value } })).nameOf(value)).toBeUndefined();
  });
});

describe('TPL-6 an answer names its fields for later calls', () => {
  const nameOf = (answer: Json, value: Json) => labelsOf(knownValues({ earlier: [answer] })).nameOf(value);

  it.each<[string, Json, Json]>([
    ['a word', { a: { b: 'red' } }, 'red'],
    ['two signs with a digit', { a: 'A7' }, 'A7'],
    ['a number of two digits', { a: 10 }, 10],
    ['a fraction', { a: 0.5 }, 0.5],
    ['the whole answer', 'W-1001', 'W-1001'],
  ])('such as %s', (_, answer, value) => expect(nameOf(answer, value)).toMatch(/^call 1 \$/));

  it.each<[string, Json, Json]>([
    ['two letters', { a: 'no' }, 'no'],
    ['a small number, which is equal to others by accident', { a: 9 }, 9],
    ['an item of a list, which is elsewhere tomorrow', { a: ['red'] }, 'red'],
    ['an item of a map', { 'sku-1001': { name: 'red' }, 'sku-1002': { name: 'blue' } }, 'red'],
  ])('but not %s', (_, answer, value) => expect(nameOf(answer, value)).toBeUndefined());
});

describe('TPL-6 values that are looked for inside texts', () => {
  it('are parameters and arguments that are no accident, the longest first', () => {
    const { inTexts } = labelsOf(
      knownValues({
        parameters: { name: 'Ada', small: 7, letters: 'no' },
        arguments: { full: 'Ada Lovelace' },
        earlier: [{ mail: 'ada@example.com' }],
      }),
    );
    expect(inTexts).toEqual([
      { name: 'argument $.full', value: 'Ada Lovelace' },
      { name: 'parameter $.name', value: 'Ada' },
    ]);
  });
});

describe('TPL-6 what numbers and dates are compared with', () => {
  it('are the numbers and dates that the caller gave, and the numbers of the task', () => {
    const { yardsticks } = labelsOf(
      knownValues({
        parameters: { limit: 5, until: '2026-02-01', who: 'ada' },
        arguments: { page: 2 },
        taskNumbers: [30],
      }),
    );
    expect(yardsticks).toEqual([
      { name: 'parameter $.limit', value: 5 },
      { name: 'parameter $.until', value: '2026-02-01' },
      { name: '30 of the task', value: 30 },
    ]);
  });

  it.each<[Json, boolean]>([
    ['2026-02-01', true],
    ['2026-02-01T10:30', true],
    ['2026-02-01 10:30:00', true],
    ['2026-02-01-rc1', false],
    ['on 2026-02-01', false],
    ['2026-2-1', false],
    [20_260_201, false],
    [null, false],
  ])('%j is a date: %s', (value, expected) => expect(isDate(value)).toBe(expected));
});
