import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import type { Binding } from '../../records/plan.ts';
import {
  editedText,
  expectedOf,
  formatDay,
  type ReadingBinding,
  readText,
  rewritten,
} from './resolve-text.ts';

const of: Binding = { from: 'constant', value: null };
const line = (prefix: string, isRest = true): ReadingBinding => ({ from: 'line', of, prefix, isRest });
const between = (before: string, after: string): ReadingBinding => ({ from: 'between', of, before, after });
const piece = (separator: string, index: number, pieces?: number): ReadingBinding => ({
  from: 'piece',
  of,
  separator,
  index,
  pieces,
});
const increased = (by: number): ReadingBinding => ({ from: 'increased', of, by });
const number: ReadingBinding = { from: 'number', of };
const asText: ReadingBinding = { from: 'case', of, to: 'text' };

describe('TPL-6 a part of a text', () => {
  const file = 'name: billing\r\nlevel: info\nlevels: 3';

  it.each<[string, ReadingBinding, Json, Json]>([
    ['the rest of a line', line('level: '), file, 'info'],
    ['a line', line('level: ', false), file, 'level: info'],
    ['the end of a line that Windows wrote', line('name: '), file, 'billing'],
    ['what stands between two words', between('for ', ' is'), 'Order for Ada is open', 'Ada'],
    ['what stands at the beginning', between('', ': '), 'Ada: open', 'Ada'],
    ['what stands at the end', between('for ', ''), 'open\nfor Ada', 'Ada'],
    ['a piece', piece('-', 1), 'W-1003-x', '1003'],
    ['a piece from the end', piece('/', -1), 'a/b/c.md', 'c.md'],
    ['one of so many pieces', piece(' ', 0, 2), 'Ada Lovelace', 'Ada'],
    ['a number', number, ' 12.50 ', 12.5],
    ['a number as text', asText, 42, '42'],
    ['a text as text', asText, '42', '42'],
    ['the next number', increased(1), 'v1.9', 'v1.10'],
    ['the next number with its zeros', increased(1), 'INV-0099', 'INV-0100'],
    ['the next number before words', increased(1), 'build 7 of main', 'build 8 of main'],
    ['the number before', increased(-1), 'v2', 'v1'],
  ])('is %s', (_, reading, text, value) => expect(readText(reading, text)).toBe(value));

  it.each<[string, ReadingBinding, Json]>([
    ['no line begins so', line('size: '), file],
    ['two lines begin so', line('level'), file],
    ['the words are not there', between('for ', '.'), 'Order of Ada'],
    ['the words are there twice', between('for ', ','), 'for Ada, for Bob, open'],
    ['nothing stands between the words', between('for ', '.'), 'for .'],
    ['there are fewer pieces', piece('-', 2), 'W-1003'],
    ['the piece is empty', piece('-', 1), 'W--1'],
    ['there are more pieces than there were', piece(' ', 1, 2), 'Ada King Lovelace'],
    ['it is a word, not a number', number, 'Ada'],
    ['it is empty', number, ' '],
    ['it is endless', number, 'Infinity'],
    ['a number would lose digits of it', number, '12345678901234567890'],
    ['there is no number to increase', increased(1), 'main'],
    ['the number would fall below zero', increased(-1), 'v0'],
    ['the number is too long to be counted with', increased(1), `v${'9'.repeat(20)}`],
    ['it is not a text', line('level: '), { level: 'info' }],
    ['it is a number', piece('-', 0), 42],
  ])('is not made up when %s', (_, reading, text) => {
    expect(readText(reading, text)).toBeUndefined();
    expect(expectedOf(reading)).toMatch(/^a text/);
  });
});

describe('TPL-6 the same text in another writing', () => {
  it.each<[Parameters<typeof rewritten>[1], string, string]>([
    ['lower', 'Ada LOVELACE', 'ada lovelace'],
    ['upper', 'straße', 'STRASSE'],
    ['title', "ADA o'neil-smith 2nd", "Ada O'Neil-Smith 2nd"],
    ['slug', ' Ada Lovelace & Co. ', 'ada-lovelace-co'],
    ['slug', 'Größe 42', 'größe-42'],
    ['trimmed', ' a b\n', 'a b'],
    ['text', 'a B', 'a B'],
    ['sql', "O'Neil", "O''Neil"],
  ])('%s of %j is %j', (to, text, written) => expect(rewritten(text, to)).toBe(written));

  it('stays as it is when it is written so once more, but for SQL', () => {
    const once = fc.constantFrom<Parameters<typeof rewritten>[1]>('lower', 'slug', 'trimmed', 'text');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), once, (text, to) => {
        const written = rewritten(text, to) ?? '';
        expect(rewritten(written, to)).toBe(written);
      }),
    );
  });
});

describe('TPL-6 a text with one line changed', () => {
  it.each<[string, Json, Json, Json, string | undefined]>([
    ['replaced', 'a: 1\nb: 2\n', 'b: 2', 'b: 3', 'a: 1\nb: 3\n'],
    ['added', 'a: 1\n', null, 'b: 2\n', 'a: 1\nb: 2\n'],
    ['not replaced when it is not there', 'a: 1', 'b: 2', 'b: 3', undefined],
    ['not replaced when it is there twice', 'b: 2\nb: 2', 'b: 2', 'b: 3', undefined],
    ['not replaced inside a longer one', 'ab: 2', 'b: 2', 'b: 3', undefined],
    ['not replaced by two lines', 'b: 2', 'b: 2', 'b: 3\nc: 4', undefined],
    ['not replaced by a number', 'b: 2', 'b: 2', 3, undefined],
    ['not replaced in what is no text', 42, '42', '43', undefined],
  ])('is %s', (_, text, old, to, edited) => expect(editedText(text, old, to)).toBe(edited));
});

describe('TPL-6 a day as it is written', () => {
  it.each([
    ['YYYY-MM-DD', '2026-01-05'],
    ['YYYYMMDD', '20260105'],
    ['DD.MM.YYYY', '05.01.2026'],
    ['MM/DD/YYYY', '01/05/2026'],
  ])('%s is %s', (format, day) => expect(formatDay(Date.UTC(2026, 0, 5, 23, 59), format)).toBe(day));
});
