import { describe, expect, it } from 'vitest';
import { createNumbering, numbered, parserOf } from './postgres-sql.ts';

describe('STO-2: a statement for PostgreSQL', () => {
  it.each([
    ['SELECT 1', 'SELECT 1'],
    ['a = ? AND b = ?', 'a = $1 AND b = $2'],
    ["a = '?' AND b = ?", "a = '?' AND b = $1"],
    ["a = 'it''s ?' AND b = ?", "a = 'it''s ?' AND b = $1"],
    ['"odd ?" = ? AND "more ""?""" = ?', '"odd ?" = $1 AND "more ""?""" = $2'],
    [Array(11).fill('?').join(','), '$1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11'],
  ])('%s has numbered parameters: %s', (sql, text) => expect(numbered(sql)).toBe(text));

  it('is named from the second time on, so that what is asked once is not kept on the server', () => {
    const numbering = createNumbering();
    const statement = { sql: 'SELECT ?', parameters: ['a'] };
    expect(numbering(statement)).toStrictEqual({ text: 'SELECT $1', values: ['a'] });
    const again = numbering({ ...statement, parameters: ['b'] });
    expect(again).toStrictEqual({ text: 'SELECT $1', values: ['b'], name: expect.stringMatching(/^.{32}$/) });
    expect(numbering(statement).name).toBe(again.name);
  });

  it('has a name that follows from its text, in whatever order statements are met', () => {
    const nameOf = (sqls: readonly string[]) => {
      const numbering = createNumbering();
      return sqls.map((sql) => numbering({ sql, parameters: [] }).name);
    };
    const [, , a, b] = nameOf(['A', 'B', 'A', 'B']);
    expect(nameOf(['B', 'B', 'A', 'A'])).toStrictEqual([undefined, b, undefined, a]);
    expect(a).not.toBe(b);
  });

  it('with a long list in it is never named', () => {
    const numbering = createNumbering();
    const statement = { sql: `SELECT ${Array(1_000).fill('?').join(', ')}`, parameters: [] };
    for (let times = 0; times < 3; times += 1) expect(numbering(statement)).not.toHaveProperty('name');
  });
});

it.each([
  ['int8', 20, '1730000000000', 1_730_000_000_000],
  ['float8', 701, '0.25', 0.25],
  ['numeric', 1700, '12.5', 12.5],
  ['text', 25, '007', '007'],
])('a value of the type %s is read as what it is', (_name, type, text, value) => {
  expect(parserOf(type)(text)).toBe(value);
});
