import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ago, displayWidth, duration, fields, oneLine, percent, table } from './layout.ts';
import { createPaint } from './terminal.ts';

/** Any text at all, halves of signs and control signs included. */
const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0xffff), { maxLength }).map((units) => String.fromCharCode(...units));

const plain = createPaint(false);
const colours = createPaint(true);

describe('the width of a text', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['日本', 4],
    ['한', 2],
    ['👍🏽', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    [colours.bad('abc'), 3],
  ])('%j is %d columns', (text, width) => expect(displayWidth(text)).toBe(width));
});

describe('one line', () => {
  it('is the text when it fits, else the beginning and an ellipsis', () => {
    expect(oneLine('refund order', 12)).toBe('refund order');
    expect(oneLine('refund order', 11)).toBe('refund ord…');
    expect(oneLine('refund order', 8)).toBe('refund…');
    expect(oneLine('日本語', 4)).toBe('日…');
  });

  it('never takes more room, never breaks the line and never disturbs the terminal', () => {
    const text = fc.oneof(
      anyText(40),
      fc.string({
        unit: fc.constantFrom('a', '日', '👍🏽', '\n', '\u001b[31m', ' ', '\u202e', '\r'),
        maxLength: 20,
      }),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (given, columns) => {
        const line = oneLine(given, columns);
        expect(displayWidth(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a table', () => {
  const columns = [{ title: 'NAME' }, { title: 'RUNS', align: 'right' }, { title: 'TEXT' }] as const;

  it('has its columns under each other, whatever signs stand in them', () => {
    const rows = [
      ['ali', '7', 'first'],
      ['日本', '1234', 'second'],
      [colours.good('bo'), '12', ''],
    ];
    expect(table(columns, rows, plain, 80).split('\n')).toEqual([
      'NAME  RUNS  TEXT',
      'ali      7  first',
      '日本  1234  second',
      `${colours.good('bo')}      12`,
    ]);
  });

  it('cuts the last column where the room ends, but leaves it some', () => {
    const rows = [['a', '1', 'x'.repeat(100)]];
    const widthAt = (room: number) => displayWidth(table(columns, rows, plain, room).split('\n')[1] ?? '');
    expect(widthAt(60)).toBe(60);
    expect(widthAt(5)).toBe(12 + 4);
    expect(widthAt(Number.POSITIVE_INFINITY)).toBe(12 + 100);
  });

  it('shares the room among its texts, and never cuts ids and numbers', () => {
    const titles = [
      { title: 'ID', whole: true },
      { title: 'NAME' },
      { title: 'N', align: 'right' },
      { title: 'TEXT' },
    ] as const;
    const rows = [
      ['mem_01M7JXG8FWC2GJ30H8EH6E15K7', 'a-long-name-of-a-pattern', '12,345', '文字'.repeat(50)],
    ];
    expect(table(titles, rows, plain, 72).split('\n')[1]).toBe(
      'mem_01M7JXG8FWC2GJ30H8EH6E15K7  a-long-n…  12,345  文字文字文字文字文字…',
    );
  });

  it('leaves optional columns out where there is not room for all, the last ones first', () => {
    const titles = [
      { title: 'ID', whole: true },
      { title: 'MODE', optional: true },
      { title: 'STEPS', align: 'right', optional: true },
      { title: 'TASK' },
    ] as const;
    const rows = [['run_01', 'normal', '12', 'Refund the order of a customer']];
    const shownAt = (room: number) => table(titles, rows, plain, room).split('\n')[0];
    expect(shownAt(80)).toBe('ID      MODE    STEPS  TASK');
    expect(shownAt(40)).toBe('ID      MODE    TASK');
    expect(shownAt(30)).toBe('ID      TASK');
  });

  it('never has a row that is wider than the terminal, if ids and numbers leave any room', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '日', '👍🏽', ' ', '-'), maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, fc.nat(99_999).map(String), cell, cell), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 30, max: 120 }),
        (rows, room) => {
          const titles = [
            { title: 'NAME' },
            { title: 'N', align: 'right' },
            { title: 'TOOL' },
            { title: 'TEXT' },
          ] as const;
          for (const line of table(titles, rows, plain, room).split('\n'))
            expect(displayWidth(line)).toBeLessThanOrEqual(room);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('without rows has its titles', () => expect(table(columns, [], plain, 80)).toBe('NAME  RUNS  TEXT'));
});

it('fields stand under each other, and a second line cannot pass for a field', () => {
  const pairs = [
    ['id', '42'],
    ['summary', 'one\nid       43'],
  ] as const;
  expect(fields(plain, pairs)).toBe('id       42\nsummary  one\n         id       43');
});

describe('times', () => {
  const now = Date.UTC(2026, 0, 31, 12);
  it.each([
    [-5_000, 'now'],
    [4_000, 'now'],
    [59_000, '59s ago'],
    [90_000, '1m ago'],
    [3_599_000, '59m ago'],
    [7_200_000, '2h ago'],
    [86_400_000 * 29, '29d ago'],
    [86_400_000 * 30, '2026-01-01'],
  ])('%d ms before are %s', (milliseconds, text) => expect(ago(now - milliseconds, now)).toBe(text));

  it.each([
    [0.44, '0.4 ms'],
    [12.4, '12 ms'],
    [999, '999 ms'],
    [3_200, '3.2 s'],
    [119_000, '119.0 s'],
    [180_000, '3 min'],
  ])('%d ms last %s', (milliseconds, text) => expect(duration(milliseconds)).toBe(text));

  it('rates are whole percents', () => expect([0, 0.666, 1].map(percent)).toEqual(['0%', '67%', '100%']));
});
