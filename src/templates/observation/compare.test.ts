import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import { findDifference, type Leniency, type Observed, type Recorded } from './compare.ts';
import { aLeniency, anObserved, aRecorded, recordedAt, replayedAt } from './observed.fixture.ts';
import { maxLeaves } from './traits.ts';

/** Compares answers to the same question: without arguments, unless said otherwise. */
const sameQuestion = (recorded: Json, now: Json, leniency: Partial<Leniency> = {}) =>
  findDifference([aRecorded(recorded)], anObserved(now), aLeniency(leniency));

/** Compares answers to questions about different orders. */
const otherQuestion = (recorded: Json, now: Json, leniency: Partial<Leniency> = {}) =>
  findDifference(
    [aRecorded(recorded, { parameters: { order: 'W-1001' }, arguments: { id: 'W-1001' } })],
    anObserved(now, { parameters: { order: 'W-2002' }, arguments: { id: 'W-2002' } }),
    aLeniency(leniency),
  );

describe('TPL-6 an answer of which not everything can be compared', () => {
  const large = (last: string): Json => [...Array.from({ length: maxLeaves }, () => 5), last];

  it('stops, though what was compared is as it was', () => {
    expect(otherQuestion(large('open'), large('sold'))).toMatchObject({
      path: '$',
      found: 'more: not all can be compared',
    });
    expect(sameQuestion(large('open'), large('sold'))).toBeDefined();
    expect(otherQuestion(large('open'), large('open'))).toBeDefined();
    expect(otherQuestion([large('open')], ['sold'])).toBeDefined();
  });

  it('stops where a text ends within a value, unless it is the very same text', () => {
    const text = (end: string): string => `[{"state": "open"}, {"state": "${end}`;
    expect(otherQuestion(text('op'), text('sol'))).toMatchObject({ path: '$' });
    expect(sameQuestion(text('op'), text('sol'))).toMatchObject({ path: '$' });
    expect(sameQuestion(text('op'), text('op'))).toBeUndefined();
  });
});

describe('TPL-6 an answer to the same question', () => {
  it.each<[string, Json, Json]>([
    ['a word', { state: 'OPEN' }, { state: 'REFUNDED' }],
    ['a number', { total: 50 }, { total: 51 }],
    ['an id', { id: 'W-1001' }, { id: 'W-2002' }],
    ['a switch', { wifi: true }, { wifi: false }],
    ['a member', { a: 1 }, {}],
    ['the items', ['a-100'], []],
    ['JSON inside a text', '{"state": "open"}', '{"state": "sold"}'],
  ])('stops when %s is another', (_, recorded, now) => {
    expect(sameQuestion(recorded, now)).toBeDefined();
    expect(sameQuestion(recorded, recorded)).toBeUndefined();
  });

  it('may have the moment of its call', () => {
    const [before, now] = [recordedAt, replayedAt].map((at) => new Date(at + 60_000).toISOString());
    expect(sameQuestion({ at: before ?? '' }, { at: now ?? '' })).toBeUndefined();
    expect(sameQuestion({ at: recordedAt }, { at: replayedAt })).toBeUndefined();
    const old = new Date(recordedAt - 86_400_000).toISOString();
    expect(sameQuestion({ at: old }, { at: now ?? '' })).toMatchObject({ path: '$.at' });
  });

  it('is one to another question after a change that was made otherwise', () => {
    const run = aRecorded({ count: 5 }, { hasSameHistory: false });
    expect(findDifference([run], anObserved({ count: 6 }), aLeniency())).toBeUndefined();
    expect(findDifference([run], anObserved({ count: 0 }), aLeniency())).toBeDefined();
  });

  it('must be the same as that of one run that asked the same', () => {
    const runs = [aRecorded({ state: 'open' }), aRecorded({ state: 'new' })];
    const differs = (state: string) => findDifference(runs, anObserved({ state }), aLeniency()) !== undefined;
    expect(['open', 'new', 'sold'].map(differs)).toEqual([false, false, true]);
  });

  it('follows another name of a thing that is handed on, unless open values belong to the recorded one', () => {
    const used = new Set(['$.latest']);
    const [recorded, now] = [{ latest: 'W-1001' }, { latest: 'W-2002' }];
    expect(sameQuestion(recorded, now)).toBeDefined();
    expect(sameQuestion(recorded, now, { used })).toBeUndefined();
    expect(sameQuestion(recorded, now, { used, mayFollow: false })).toBeDefined();
  });

  it('is not compared any further by whoever knew the same and saw the same, and only then', () => {
    const known = { parameters: { limit: 30 }, arguments: {} };
    const alike = aRecorded({ left: 50 }, { ...known, isAlikeSoFar: true });
    const now = (left: number, overrides: Partial<Observed> = {}) =>
      findDifference([alike], anObserved({ left }, { ...known, ...overrides }), aLeniency());
    expect(now(50)).toBeUndefined();
    expect(now(51)).toBeDefined();
    // Another question is another matter.
    expect(now(50, { arguments: { id: 'W-2002' }, parameters: { limit: 60 } })).toBeDefined();
  });

  it('may be new where later calls take values from what may be a change', () => {
    const used = new Set(['$.key']);
    expect(sameQuestion({ key: 'abc' }, { key: 'xyz' }, { used })).toBeDefined();
    expect(sameQuestion({ key: 'a1b2c3' }, { key: 'd4e5f6' }, { used, mayWrite: true })).toBeUndefined();
  });

  it('may differ where a person said so', () => {
    const free = new Set(['$.weather', '$.rows[*].seen']);
    expect(sameQuestion({ weather: 'sunny' }, { weather: 'rain' }, { free })).toBeUndefined();
    expect(sameQuestion({ rows: [{ seen: 1 }] }, { rows: [{ seen: 7 }] }, { free })).toBeUndefined();
    expect(sameQuestion({ rows: [{ left: 1 }] }, { rows: [{ left: 7 }] }, { free })).toBeDefined();
    const days = (day: string): Json => ({ weather: `W-1001 from 2025-01-01 to ${day}` });
    expect(otherQuestion(days('2025-01-02'), days('2027-01-02'))).toBeDefined();
    expect(otherQuestion(days('2025-01-02'), days('2027-01-02'), { free })).toBeUndefined();
  });
});

describe('TPL-6 the same answer read for another input', () => {
  const askedAll = (answer: Json, before: Json, now: Json) =>
    findDifference(
      [aRecorded(answer, { parameters: { sku: before } })],
      anObserved(answer, { parameters: { sku: now } }),
      aLeniency(),
    );

  it.each<[string, Json]>([
    [
      'a list',
      [
        { sku: 'sku-1001', state: 'open' },
        { sku: 'sku-1002', state: 'sold' },
        { sku: 'sku-1003', state: 'open' },
      ],
    ],
    [
      'a map',
      { 'sku-1001': { state: 'open' }, 'sku-1002': { state: 'sold' }, 'sku-1003': { state: 'open' } },
    ],
  ])('stops when the item of that input in %s is in another state', (_, stock) => {
    expect(askedAll(stock, 'sku-1001', 'sku-1002')).toMatchObject({ expected: '"open"', found: '"sold"' });
    expect(askedAll(stock, 'sku-1001', 'sku-1003')).toBeUndefined();
    expect(askedAll(stock, 'sku-1001', 'sku-1009')).toBeDefined();
  });

  it('stops when a number is on the other side of the new one', () => {
    expect(askedAll({ left: 50 }, 30, 40)).toBeUndefined();
    expect(askedAll({ left: 50 }, 30, 60)).toMatchObject({ expected: 'above', found: 'below' });
  });
});

describe('TPL-6 an answer to another question', () => {
  it.each<[string, Json, Json]>([
    ['numbers', { total: 50 }, { total: 7.5 }],
    ['words with several digits', { id: 'a-1001' }, { id: 'b-2002' }],
    ['past dates', { at: '2025-12-01' }, { at: '2025-11-11' }],
    ['how many several items are', ['a-100', 'a-200'], ['a-300', 'a-400', 'a-500']],
    ['the value that was asked for', { order: 'W-1001' }, { order: 'W-2002' }],
    ['the order of members', { a: 5, b: 7 }, { b: 7, a: 5 }],
    ['the order of a map', { 'w-100': 5, 'w-200': 7 }, { 'w-400': 5, 'w-300': 7 }],
  ])('may differ in %s', (_, recorded, now) => expect(otherQuestion(recorded, now)).toBeUndefined());

  it.each<[string, Json, Json]>([
    ['a word', { state: 'OPEN' }, { state: 'REFUNDED' }],
    ['a word of a text', 'Order W-1001 is open', 'Order W-2002 is closed'],
    ['a line of a text', 'wifi: on\nload: 5', 'wifi: off\nload: 5'],
    ['a secret that is none any more', { key: '[REDACTED:api-key]' }, { key: 'revoked' }],
    ['a switch', { paid: true }, { paid: false }],
    ['null', { at: null }, { at: '2025-01-01' }],
    ['a missing member', { a: 5, hold: 'x' }, { a: 5 }],
    ['a member more', { a: 5 }, { a: 5, hold: 'x' }],
    ['none for some', [{ id: 5 }, { id: 6 }], []],
    ['one for several', [{ id: 5 }, { id: 6 }], [{ id: 5 }]],
    ['how many items are in a state', ['open', 'open', 'sold'], ['open', 'sold', 'sold']],
    ['nothing left', { left: 5 }, { left: 0 }],
    ['a debt', { balance: 5 }, { balance: -5 }],
    ['a date that is to come', { at: '2025-12-01' }, { at: '2027-12-01' }],
    ['what kind of value it is', { total: 50 }, { total: '50' }],
    ['whether it names what was given', { order: 'W-1001' }, { order: 'W-9999' }],
    ['whom it is about', { order: 'W-1001' }, { order: 'W-1001' }],
    ['whom a text is about', 'Order W-1001', 'Order W-1001'],
  ])('may not differ in %s', (_, recorded, now) => expect(otherQuestion(recorded, now)).toBeDefined());

  it('says what was expected, and what was found', () => {
    expect(otherQuestion({ state: 'OPEN' }, { state: 'SOLD' })).toEqual({
      path: '$.state',
      expected: '"OPEN"',
      found: '"SOLD"',
    });
  });

  it('counts exactly where several items were taken', () => {
    const counted = new Set(['$[*]']);
    expect(otherQuestion(['a-100', 'a-200'], ['a-300', 'a-400'], { counted })).toBeUndefined();
    expect(otherQuestion(['a-100', 'a-200'], ['a-3', 'a-4', 'a-5'], { counted })).toBeDefined();
  });

  it('names what an earlier call answered', () => {
    const seen = (mail: string): Partial<Observed> => ({
      arguments: { id: mail.length },
      earlier: [{ mail }],
    });
    const compared = (recorded: Json, now: Json) =>
      findDifference(
        [aRecorded(recorded, seen('ada@example.com'))],
        anObserved(now, seen('bob@example.com.au')),
        aLeniency(),
      );
    expect(compared({ to: 'ada@example.com' }, { to: 'bob@example.com.au' })).toBeUndefined();
    expect(compared({ to: 'ada@example.com' }, { to: 'eve@example.com' })).toBeDefined();
  });

  it('is compared with numbers and days that were given', () => {
    const at = (limit: number, until: string): Partial<Recorded> => ({
      parameters: { limit, until },
      arguments: { limit },
      taskNumbers: [100],
    });
    const compared = (now: Json) =>
      findDifference(
        [aRecorded({ left: 50, due: '2026-05-01' }, at(30, '2026-06-01'))],
        anObserved(now, at(40, '2026-07-01')),
        aLeniency(),
      );
    expect(compared({ left: 60, due: '2026-06-15' })).toBeUndefined();
    expect(compared({ left: 35, due: '2026-06-15' })).toMatchObject({ expected: 'above', found: 'below' });
    expect(compared({ left: 120, due: '2026-06-15' })).toMatchObject({
      path: '$.left against 100 of the task',
    });
    expect(compared({ left: 60, due: '2026-07-02' })).toMatchObject({ expected: 'below', found: 'above' });
  });
});

describe('TPL-6 the answer of a change', () => {
  const isWrite = { isWrite: true, mayWrite: true };

  it('may have new ids, also short ones, and is not compared with numbers', () => {
    expect(sameQuestion({ id: 'T7', n: 5 }, { id: 'T8', n: 500 }, isWrite)).toBeUndefined();
    expect(otherQuestion('Created T7', 'Created T8', isWrite)).toBeUndefined();
  });

  it('may not be in another state, nor about another thing', () => {
    expect(sameQuestion({ state: 'queued' }, { state: 'rejected' }, isWrite)).toBeDefined();
    expect(otherQuestion({ order: 'W-1001' }, { order: 'W-1001' }, isWrite)).toBeDefined();
  });
});

describe('TPL-6 several runs relax what an answer may be', () => {
  /** Runs about different orders that saw these answers, and one more that sees another. */
  const afterRuns = (answers: readonly Json[], now: Json, leniency: Partial<Leniency> = {}) =>
    findDifference(
      answers.map((answer, run) => aRecorded(answer, { arguments: { id: `W-100${run}` } })),
      anObserved(now, { arguments: { id: 'W-2002' } }),
      aLeniency(leniency),
    );
  const named = (...names: string[]): Json[] => names.map((name) => ({ name }));

  it('to any of the values that were seen', () => {
    const seen = named('gold', 'silver');
    expect(afterRuns(seen, { name: 'gold' })).toBeUndefined();
    expect(afterRuns(seen, { name: 'bronze' })).toMatchObject({
      expected: '"gold", "silver"',
      found: '"bronze"',
    });
  });

  it('to a member that need not be there', () => {
    expect(afterRuns([{ a: 5, b: 'x' }, { a: 5 }], { a: 5 })).toBeUndefined();
    expect(afterRuns([{ a: 5, b: 'x' }, { a: 5 }], { a: 5, b: 'y' })).toBeDefined();
    expect(
      afterRuns(
        [
          { a: 5, b: 'x' },
          { a: 5, b: null },
        ],
        { a: 5 },
      ),
    ).toMatchObject({ found: 'nothing' });
  });

  it('to anything after more different values than a vocabulary of states has, also where they are handed on', () => {
    const used = new Set(['$.name']);
    const now = { name: 'Eve' };
    const seven = named('Ada', 'Bob', 'Cy', 'Dan', 'Flo', 'Gus', 'Hal');
    expect(afterRuns(seven, now)).toBeDefined();
    expect(afterRuns([...seven, { name: 'Ida' }], now)).toBeUndefined();
    expect(afterRuns(seven, now, { used })).toBeDefined();
    expect(afterRuns([...seven, { name: 'Ida' }], now, { used })).toBeUndefined();
  });

  it('to nothing else when a value was seen twice: that is a vocabulary', () => {
    expect(
      afterRuns(named('Ada', 'Bob', 'Cy', 'Ada', 'Dan', 'Flo', 'Gus', 'Hal', 'Ida'), { name: 'Eve' }),
    ).toBeDefined();
  });

  it('but not in lists, whole texts or lines, which say too many things', () => {
    const texts = Array.from({ length: 8 }, (_, at) => `word ${'abcdefgh'[at]}`);
    expect(afterRuns(texts, 'five')).toBeDefined();
    expect(
      afterRuns(
        texts.map((text) => [text]),
        ['five'],
      ),
    ).toBeDefined();
    expect(
      afterRuns(
        texts.map((text) => `a\n${text}`),
        'a\nfive',
      ),
    ).toBeDefined();
  });

  it('and never to a switch', () => {
    expect(afterRuns([{ on: true }, { on: true }, { on: true }], { on: false })).toBeDefined();
  });
});

describe('TPL-6 open values are repeated', () => {
  it('only when everything is as their run saw it, in the same order', () => {
    const repeated = (recorded: Json, now: Json) =>
      findDifference(
        [aRecorded(recorded, { isRepeated: true, hasSameHistory: false, arguments: { at: 1 } })],
        anObserved(now, { arguments: { at: 2 } }),
        aLeniency({ mayFollow: false }),
      );
    expect(repeated(['a-100', 'b-200'], ['a-100', 'b-200'])).toBeUndefined();
    expect(repeated(['a-100', 'b-200'], ['b-200', 'a-100'])).toBeDefined();
    expect(repeated({ total: 50 }, { total: 51 })).toBeDefined();
  });
});
