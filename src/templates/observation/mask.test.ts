import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Label } from './labels.ts';
import { datesIn, isDataWord, isNewWord, maskText, numbersIn, wholePlaces } from './mask.ts';

describe('TPL-6 a text without what may differ between two runs', () => {
  it.each<[string, string]>([
    ['Order W-1003 is open', 'Order # is open'],
    ['12 of 1,200.50 EUR', '# of # EUR'],
    ['due 2026-11-16T08:30:00Z', 'due #'],
    ['tier2 stays, in_review too', 'tier2 stays, in_review too'],
    ['  two   lines\n of one  ', 'two lines of one'],
    ['OPEN', 'OPEN'],
  ])('%j is %j', (text, masked) => expect(maskText(text, [], isDataWord)).toBe(masked));

  it('has the names of values in their place, also of words', () => {
    const labels: Label[] = [
      { name: 'full', value: 'Ada Lovelace' },
      { name: 'who', value: 'Ada' },
    ];
    expect(maskText('Ada Lovelace (Ada) and Adam', labels, isDataWord)).toBe('⟨full⟩ (⟨who⟩) and Adam');
  });

  it('keeps a name that a value of another label is part of', () => {
    const labels: Label[] = [
      { name: 'the order', value: 'W-1003' },
      { name: 'word', value: 'order' },
    ];
    expect(maskText('order W-1003', labels, isDataWord)).toBe('⟨word⟩ ⟨the order⟩');
  });

  it('of a change has no new ids, also short ones', () => {
    expect(maskText('Created T7 in tier2: open', [], isNewWord)).toBe('Created # in #: open');
    expect(maskText('Created T7 in tier2: open', [], isDataWord)).toBe('Created T7 in tier2: open');
  });
});

describe('TPL-6 a value that stands in a text as a whole', () => {
  it.each<[string, string, number[]]>([
    ['order 42', '42', [6]],
    ['order 1423', '42', []],
    ['42, 42 and 420', '42', [0, 4]],
    ['ordering', 'order', []],
    ['#W-7', 'W-7', [1]],
    ['naïve', 'na', []],
    ['anything', '', []],
  ])('in %j is %j at %j', (text, value, places) => expect(wholePlaces(text, value)).toEqual(places));

  it('is there wherever it is put between spaces', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 5 }), (value, others) => {
        const text = [...others, value].join(' ');
        const places = wholePlaces(text, value);
        expect(places).toContain(text.length - value.length);
        for (const at of places) expect(text.slice(at, at + value.length)).toBe(value);
      }),
    );
  });
});

describe('TPL-6 what a text can be compared by', () => {
  it.each<[string, string[]]>([
    ['from 2026-01-05 to 2026-02-05T10:00Z', ['2026-01-05', '2026-02-05T10:00Z']],
    ['at 2026-02-05T10:00:00.123+01:00.', ['2026-02-05T10:00:00.123+01:00']],
    ['ticket 12026-01-05 and 2026-01-051', []],
  ])('are the days in %j', (text, days) => expect(datesIn(text)).toEqual(days));

  it.each<[string, number[]]>([
    ['3 of 12.5 left', [3, 12.5]],
    ['-4 °C', [-4]],
    ['costs 10.', [10]],
    ['W-1003, v2, 1.2.3, 2026-01-05, x_7', []],
  ])('are the numbers in %j', (text, numbers) => expect(numbersIn(text)).toEqual(numbers));
});
