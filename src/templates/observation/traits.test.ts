import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { type KnownValues, labelsOf } from './labels.ts';
import { isDataWord } from './mask.ts';
import { knownValues, recordedAt } from './observed.fixture.ts';
import { isBeyond, type Lens, maxLeaves, traitsOf } from './traits.ts';

function aLens(known: Partial<KnownValues> = {}, overrides: Partial<Lens> = {}): Lens {
  return {
    labels: labelsOf(knownValues(known)),
    isData: isDataWord,
    at: recordedAt,
    counted: new Set(),
    used: new Set(),
    comparesNumbers: true,
    isNewName: () => false,
    ...overrides,
  };
}

/** The traits of an answer, as `place: values`. */
const shownBy = (answer: Json, lens: Lens = aLens()): string[] =>
  [...traitsOf(answer, lens)].map(([path, values]) => `${path}: ${[...values].join(', ')}`);

describe('TPL-6 what an answer shows', () => {
  it.each<[string, Json, string[]]>([
    ['a word', 'OPEN', ['$: "OPEN"']],
    ['a word that reads like nothing', 'null', ['$: "null"']],
    ['nothing', null, ['$: null']],
    ['a switch', true, ['$: true']],
    ['an empty text', ' ', ['$: empty']],
    ['a word that is data', 'W-1003', ['$: "#"']],
    ['a redacted text', 'key [REDACTED:api-key]', ['$: "key [REDACTED:api-key]"']],
    ['no number', 0, ['$: zero']],
    ['one', 1, ['$: one']],
    ['many', 42, ['$: positive']],
    ['a loss', -0.5, ['$: negative']],
    ['members', { a: 'x', b: null }, ['$: object', '$.a: "x"', '$.b: null']],
    ['no items', [], ['$[*] count: none']],
  ])('of %s', (_, answer, traits) => expect(shownBy(answer)).toEqual(traits));

  it('of a text that repeats a known value is that value, however long it is', () => {
    const echo = (message: string) =>
      shownBy({ hash: 'a1b2c3', message, files: 2 }, aLens({ arguments: { message } }));
    expect(echo('Fix rounding of all totals')).toEqual(echo('Fix it'));
    expect(echo('Fix rounding of all totals')).toContain('$.message: ⟨argument $.message⟩');
  });

  it('of items is one place for all, with how many are in a state', () => {
    const items = [{ state: 'open' }, { state: 'open' }, { state: 'sold' }];
    expect(shownBy({ items })).toEqual([
      '$: object',
      '$.items[*] count: many',
      '$.items[*]: object',
      '$.items[*].state: "open", "sold"',
      '$.items[0].state: "open"',
      '$.items[*].state count of "open": many',
      '$.items[*].state count of "sold": one',
    ]);
  });

  it('of the first item is shown once more, unless something is taken from the list, or an item is named', () => {
    const first = (lens: Lens) =>
      shownBy(
        [
          { id: 'a', on: true },
          { id: 'b', on: false },
        ],
        lens,
      ).join('\n');
    expect(first(aLens())).toContain('$[0].on: true');
    expect(first(aLens({}, { used: new Set(['$[*].id']) }))).not.toContain('$[0]');
    expect(first(aLens({ parameters: { id: 'b' } }))).not.toContain('$[0]');
  });

  it('of a list counts how many items are on a side of what is known', () => {
    const shown = shownBy([{ n: 5 }, { n: 50 }, { n: 60 }], aLens({ parameters: { limit: 30 } }));
    expect(shown).toContain('$[*].n against parameter $.limit count of above: many');
    expect(shown).toContain('$[*].n against parameter $.limit count of below: one');
  });

  it('of a map is compared by how many items it has, like a list', () => {
    const map = { 'W-1001': { state: 'open' }, 'W-1002': { state: 'open' } };
    const shown = shownBy(map, aLens({ parameters: { limit: 2 } }));
    expect(shown).toContain('$[*] count against parameter $.limit: equal');
  });

  it('of a list of which several items were taken is how many it has', () => {
    const lens = aLens({}, { counted: new Set(['$.ids[*]']) });
    expect(shownBy({ ids: [5, 6, 7] }, lens)).toContain('$.ids[*] count: 3 items');
  });

  it('of a map are its keys and members, like those of a list', () => {
    expect(shownBy({ 'sku-1001': { left: 0 }, 'sku-1002': { left: 5 } })).toEqual([
      '$[*] count: many',
      '$~: "#"',
      '$[*]: object',
      '$[*].left: zero, positive',
    ]);
  });

  it('of lines are their words in any order, and how many there are', () => {
    expect(shownBy('wifi: on\n\nsignal: 17 %').slice(0, 2)).toEqual([
      '$ lines: many',
      '$ line: "wifi: on", "", "signal: # %"',
    ]);
  });
});

describe('TPL-6 what an answer shows about given values', () => {
  it('are their names, whole and inside texts', () => {
    const lens = aLens({ parameters: { who: 'Ada', id: 42 } });
    expect(shownBy({ name: 'Ada', id: 42, note: 'for Ada' }, lens)).toEqual([
      '$: object',
      '$.name: ⟨parameter $.who⟩',
      '$.id: ⟨parameter $.id⟩',
      '$.id against parameter $.id: equal',
      '$.note: "for ⟨parameter $.who⟩"',
      '$.note names: ⟨parameter $.who⟩',
    ]);
  });

  it('are compared with what they equal alone, for that may be an accident', () => {
    const lens = aLens({ parameters: { limit: 1, other: 5 } });
    expect(shownBy('1 order found', lens)).toContain('$ number 0 against parameter $.limit: equal');
    expect(shownBy('1 order found', lens).join()).not.toContain('$.other');
  });

  it('tells items that name them from the others', () => {
    const lens = aLens({ arguments: { sku: 'mug' } });
    const rows = [
      { sku: 'mug', state: 'sold' },
      { sku: 'cup', state: 'open' },
    ];
    expect(shownBy(rows, lens)).toEqual(
      expect.arrayContaining(['$[with argument $.sku].state: "sold"', '$[*].state: "open"']),
    );
    const byKey = { mug: { key: 'mug', left: 0 }, cup: { key: 'cup', left: 5 } };
    expect(shownBy(byKey, lens)).toContain('$[with argument $.sku].left: zero');
  });
});

describe('TPL-6 what an answer shows by comparison', () => {
  const lens = aLens({ parameters: { limit: 10, until: '2026-02-01' }, taskNumbers: [30] });
  const compared = (answer: Json, given: Lens = lens): string[] =>
    shownBy(answer, given).filter((trait) => trait.includes(' against '));

  it.each<[number, string, string]>([
    [5, 'below', 'below'],
    [29, 'above', 'below'],
    [30, 'above', 'equal'],
    [31, 'above', 'above'],
  ])('is on which side of given numbers %d is', (value, limit, task) => {
    const sides = [`$ against parameter $.limit: ${limit}`, `$ against 30 of the task: ${task}`];
    expect(compared(value)).toEqual(sides);
    expect(compared(`${value} left`)).toEqual(sides.map((side) => side.replace('$ ', '$ number 0 ')));
  });

  it('is nothing for an input and the number of the task that it equals', () => {
    const same = aLens({ parameters: { count: 4 }, taskNumbers: [4] });
    expect(compared(4, same)).toEqual(['$ against parameter $.count: equal']);
    expect(compared(5, same)).toContain('$ against 4 of the task: above');
  });

  it('is how many items there are', () => {
    expect(compared([true, true])).toContain('$[*] count against parameter $.limit: below');
  });

  it.each<[string, string, string]>([
    ['2026-01-05', 'past', 'below'],
    ['2026-01-05T12:00:00Z', 'past', 'below'],
    ['2026-01-05T12:00:01Z', 'to come', 'below'],
    ['2026-02-01', 'to come', 'equal'],
    ['2026-03-01', 'to come', 'above'],
  ])('is whether %s has come, and on which side of given days it is', (day, now, until) => {
    const sides = [`against now: ${now}`, `against parameter $.until: ${until}`];
    expect(compared({ due: day }).filter((trait) => /now|until/.test(trait))).toEqual(
      day === '2026-02-01' ? [] : sides.map((side) => `$.due ${side}`),
    );
    expect(compared(`due ${day}`).filter((trait) => /now|until/.test(trait))).toEqual(
      sides.map((side) => `$ ${side}`),
    );
  });

  it('is nothing for what a change answers', () => {
    const change = { ...lens, comparesNumbers: false };
    expect(compared({ id: 5, due: '2026-01-05', text: 'No. 7' }, change)).toEqual([]);
  });
});

describe('TPL-6 a very large answer', () => {
  it('is looked at up to a limit, and says so', () => {
    const items = Array.from({ length: maxLeaves }, () => 5);
    const traits = traitsOf([...items, 'never seen'], aLens());
    expect([...(traits.get('$[*]') ?? [])]).toEqual(['positive']);
    expect([isBeyond(traits), isBeyond(traitsOf([5], aLens()))]).toEqual([true, false]);
  });
});
