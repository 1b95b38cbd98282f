import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import type { Binding } from '../../records/plan.ts';
import { explainsAll } from './candidate.ts';
import { daysIn, derivedFrom, writingsOf } from './derive.ts';
import { aMoment, aWanted, knownAt, noon } from './moment.fixture.ts';

const answer: Binding = { from: 'result', step: 0, path: '$' };

/** How a value is had from one answer. */
function derived(value: string | number, from: Json) {
  const run = aMoment({}, [from]);
  const candidates = derivedFrom(value, knownAt(run), noon);
  for (const { binding } of candidates) expect(explainsAll(binding, aWanted(value, [run]))).toBe(true);
  return candidates.map(({ binding }) => binding);
}

describe('TPL-6 a value that is derived from an answer', () => {
  it.each<[string, string | number, Json, Binding]>([
    ['a number of a text', 42, '42', { from: 'number', of: answer }],
    ['a text of a number', '42', 42, { from: 'case', of: answer, to: 'text' }],
    ['lower case', 'ada', 'Ada', { from: 'case', of: answer, to: 'lower' }],
    ['upper case', 'ADA', 'Ada', { from: 'case', of: answer, to: 'upper' }],
    ['title case', 'Ada Lovelace', 'ada lovelace', { from: 'case', of: answer, to: 'title' }],
    ['a slug', 'ada-lovelace', 'Ada Lovelace', { from: 'case', of: answer, to: 'slug' }],
    ['without spaces around it', 'Ada', ' Ada\n', { from: 'case', of: answer, to: 'trimmed' }],
    ['the next number', 'v8', 'v7', { from: 'increased', of: answer, by: 1 }],
    [
      'the next number of a line',
      'v8',
      'v7\n',
      { from: 'increased', of: { from: 'case', of: answer, to: 'trimmed' }, by: 1 },
    ],
    [
      'a piece',
      'Lovelace',
      'Ada Lovelace',
      { from: 'piece', of: answer, separator: ' ', index: 1, pieces: 2 },
    ],
    [
      'a number that is a piece',
      1003,
      'W-1003-x',
      { from: 'number', of: { from: 'piece', of: answer, separator: '-', index: 1, pieces: 3 } },
    ],
    [
      'the rest of a line',
      'info',
      'name: billing\nlevel: info',
      { from: 'line', of: answer, prefix: 'level: ', isRest: true },
    ],
    [
      'a whole line',
      'level=info',
      'name=billing\nlevel=info',
      { from: 'line', of: answer, prefix: 'level=', isRest: false },
    ],
    [
      'what stands between two words',
      'Ada King',
      'The order of Ada King is open',
      { from: 'between', of: answer, before: 'of ', after: ' is' },
    ],
  ])('is %s', (_, value, from, binding) => expect(derived(value, from)).toContainEqual(binding));

  it.each<[string, string | number, Json]>([
    ['a part of a word', '100', 'W1003x'],
    ['a piece that is there twice', 'a', 'a-b-a'],
    ['a line that begins like another', 'info', 'level: info\nlevel: debug'],
    ['what stands in a sentence twice', 'Ada King', 'of Ada King and of Ada King'],
    ['a number that a text writes otherwise', 42, '042'],
  ])('is not %s', (_, value, from) => expect(derived(value, from)).toEqual([]));

  it('is today, in any common writing', () => {
    expect(derived('16.11.2026', null)).toEqual([{ from: 'today', days: 0, format: 'DD.MM.YYYY' }]);
    expect(derived('2026-11-17', null)).toEqual([]);
  });

  it('costs more than the value it is derived from', () => {
    const known = knownAt(aMoment({}, ['Ada Lovelace']));
    const [source] = known.sources;
    for (const value of ['ada-lovelace', 'Lovelace']) {
      const [candidate] = derivedFrom(value, known, noon);
      expect(candidate?.bits).toBeGreaterThan(source?.bits ?? 0);
    }
  });
});

describe('TPL-6 the writings of a value', () => {
  const source = (value: string | number) => ({ value, binding: answer, bits: 3 });

  it('are those that differ from it', () => {
    expect(writingsOf(source('ada')).map(({ text }) => text)).toEqual(['ADA', 'Ada']);
    expect(writingsOf(source('#')).map(({ text }) => text)).toEqual([]);
    expect(writingsOf(source(7))).toEqual([]);
  });

  it('are not made of long texts', () => {
    expect(writingsOf(source('x'.repeat(201)))).toEqual([]);
  });
});

describe('TPL-6 the days in a text', () => {
  it('are found as they are written', () => {
    expect(daysIn('Report of 2026-11-16 (16/11/2026)', noon)).toEqual([
      { text: '2026-11-16', binding: { from: 'today', days: 0, format: 'YYYY-MM-DD' }, bits: 6 },
      { text: '16/11/2026', binding: { from: 'today', days: 0, format: 'DD/MM/YYYY' }, bits: 6 },
    ]);
    expect(daysIn('Report of 2026-11-15', noon)).toEqual([]);
  });
});
