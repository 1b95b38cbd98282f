import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Binding } from '../../records/plan.ts';
import { explainsAll } from './candidate.ts';
import { composed, isSql, withSigns } from './compose.ts';
import { aMoment, aWanted, knownAt } from './moment.fixture.ts';

const parameter = (name: string): Binding => ({ from: 'parameter', name });
const words = (value: string): Binding => ({ from: 'constant', value });

/** The parts of a text that was put together of these values. */
function partsOf(text: string, parameters: JsonObject, ...answers: Json[]): readonly Binding[] | undefined {
  const run = aMoment(parameters, answers);
  const binding = composed(text, knownAt(run), run);
  if (binding === undefined) return undefined;
  expect(explainsAll(binding, aWanted(text, [run]))).toBe(true);
  return binding.from === 'text' ? binding.parts : [];
}

describe('TPL-6 a text that was put together', () => {
  it('has known values, and words between them', () => {
    expect(partsOf('Order W-1003 for Ada King!', { who: 'Ada King' }, { id: 'W-1003' })).toEqual([
      words('Order '),
      { from: 'result', step: 0, path: '$.id' },
      words(' for '),
      parameter('who'),
      words('!'),
    ]);
  });

  it('may begin and end with a value', () => {
    expect(partsOf('W-1003/W-1003', { id: 'W-1003' })).toEqual([
      parameter('id'),
      words('/'),
      parameter('id'),
    ]);
  });

  it('may have a value in another writing', () => {
    expect(partsOf('notes/ada-king.md', { who: 'Ada King' })).toEqual([
      words('notes/'),
      { from: 'case', of: parameter('who'), to: 'slug' },
      words('.md'),
    ]);
  });

  it('may have the day in it', () => {
    expect(partsOf('report-2026-11-16.md', {})).toEqual([
      words('report-'),
      { from: 'today', days: 0, format: 'YYYY-MM-DD' },
      words('.md'),
    ]);
  });

  it('may have a long number behind a letter', () => {
    expect(partsOf('tag v1.4.3 of 2', { version: '1.4.3' })).toEqual([
      words('tag v'),
      parameter('version'),
      words(' of 2'),
    ]);
  });

  it('takes the longest value where several fit', () => {
    expect(partsOf('Dear Ada King', { first: 'Ada', full: 'Ada King' })).toEqual([
      words('Dear '),
      parameter('full'),
    ]);
  });

  it('follows values that were the same only while they are', () => {
    expect(partsOf('Dear Ada King', { to: 'Ada King', from: 'Ada King' })).toEqual([
      words('Dear '),
      { from: 'agreeing', of: [parameter('to'), parameter('from')] },
    ]);
  });

  it.each<[string, string, JsonObject]>([
    ['nothing known', 'Dear Ada King', { who: 'Bob' }],
    ['only a part of a word that is known', 'Ordering 21003', { what: 'Order', id: '1003' }],
    ['a small number by accident', 'in 3 days', { qty: 3, n: 7, m: 8, o: 9 }],
    ['nothing besides the value', 'Ada King', { who: 'Ada King' }],
  ])('is not when it has %s', (_, text, parameters) => {
    expect(partsOf(text, parameters)).toBeUndefined();
  });

  it('has a number of an answer in it only where a word names it', () => {
    const run = aMoment({ sku: 'MUG-101' }, [{ shelf: 31 }]);
    const slotsOf = (text: string) => {
      const binding = composed(text, knownAt(run), run);
      return binding?.from === 'text' ? binding.parts.filter(({ from }) => from !== 'constant') : [];
    };
    expect(slotsOf('MUG-101: back in 31 days')).toEqual([parameter('sku')]);
    expect(slotsOf('MUG-101 is on shelf 31')).toEqual([
      parameter('sku'),
      { from: 'result', step: 0, path: '$.shelf' },
    ]);
  });

  it('is not taken apart when it is very long', () => {
    expect(partsOf(`Ada King ${'x'.repeat(20_000)}`, { who: 'Ada King' })).toBeUndefined();
  });

  it('keeps the signs that its values had in all runs, place by place', () => {
    const [first, second] = [
      aMoment({ who: "O'Neil & Co.", id: 'W-1003' }),
      aMoment({ who: '#1', id: '-7' }),
    ];
    const text = composed("From O'Neil & Co. to W-1003", knownAt(first), first);
    expect(text && withSigns(text, [first, second])).toMatchObject({
      slots: [null, { signs: "' &.#", starts: '#' }, null, { signs: '-', starts: '-' }],
    });
  });
});

describe('TPL-6 a value inside of SQL', () => {
  it('is escaped where it stands in quotation marks', () => {
    expect(
      partsOf("SELECT * FROM t WHERE name = 'Ada King' AND id = 1003", { who: 'Ada King', id: 1003 }),
    ).toEqual([
      words("SELECT * FROM t WHERE name = '"),
      { from: 'case', of: parameter('who'), to: 'sql' },
      words("' AND id = "),
      parameter('id'),
    ]);
  });

  it('is not escaped in a text that only quotes', () => {
    expect(partsOf("Say 'Ada King' twice", { who: 'Ada King' })).toContainEqual(parameter('who'));
  });

  it.each<[string, boolean]>([
    ['select 1', true],
    ['  INSERT INTO t VALUES (1)', true],
    ['WITH a AS (SELECT 1) SELECT * FROM a', true],
    ['delete from t', true],
    ['selection of books', false],
    ['Delete the file', false],
    ['Please update it', false],
  ])('%j is a statement: %s', (text, expected) => expect(isSql(text)).toBe(expected));
});
