import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.ts';
import type { Selector } from '../../records/plan.ts';
import { explainsAll, type Moment } from './candidate.ts';
import { aMoment, aWanted, knownAt } from './moment.fixture.ts';
import { namedByTask, pickedFrom, selected } from './pick.ts';

const stock: Json = [
  { id: 'v-1001', colour: 'red', price: 20, free: true, since: '2026-01-05' },
  { id: 'v-1002', colour: 'blue', price: 10, free: true, since: '2026-01-04' },
  { id: 'v-1003', colour: 'green', price: 15, free: false, since: '2026-01-03' },
];
const other: Json = [
  { id: 'v-2001', colour: 'blue', price: 30, free: false, since: '2026-02-05' },
  { id: 'v-2002', colour: 'red', price: 40, free: false, since: '2026-02-04' },
  { id: 'v-2003', colour: 'red', price: 5, free: true, since: '2026-02-03' },
];

/** The selectors that find the value again in every run. */
function selectorsFor(values: readonly [Json, ...Json[]], runs: readonly [Moment, ...Moment[]]): Selector[] {
  const [value, ...again] = values;
  const wanted = aWanted(value, runs, { again });
  return selected(wanted, knownAt(runs[0])).flatMap(({ binding }) =>
    explainsAll(binding, wanted) && binding.from === 'item' ? binding.selectors : [],
  );
}
const given = (parameters: JsonObject, ...answers: Json[]): Moment => aMoment(parameters, answers);

describe('TPL-6 an item that was picked', () => {
  it('is found in every collection that has its value', () => {
    const found = pickedFrom('v-1002', given({}, { rows: stock, best: 'v-1002' }, { 'v-1002': { left: 5 } }));
    expect(found.map(({ step, items, value }) => [step, items, value])).toEqual([
      [0, '$.rows[*]', '$.id'],
      [1, '$~', '$'],
    ]);
  });

  it('is the one with a member that was given', () => {
    expect(selectorsFor(['v-1002'], [given({ colour: 'blue' }, stock)])).toEqual([
      { where: [{ path: '$.colour', equals: { from: 'parameter', name: 'colour' } }], take: 'only' },
    ]);
  });

  it('is the one with a member that an earlier answer had, not the same one', () => {
    const wish = { from: 'result', step: 0, path: '$.wish' };
    expect(selectorsFor(['v-1002'], [given({}, { wish: 'blue' }, stock)])).toEqual([
      { where: [{ path: '$.colour', equals: wish }], take: 'only' },
    ]);
    expect(selectorsFor(['v-1002'], [given({}, { wish: 'blue', stock })])).toEqual([]);
  });

  it('is not found by a member that several items have', () => {
    expect(selectorsFor(['v-1003'], [given({ colour: 'red' }, other)])).toEqual([]);
  });

  it('is found by no rule after one run: the first was also the dearest', () => {
    expect(selectorsFor(['v-1001'], [given({}, stock)])).toEqual([]);
  });
});

describe('TPL-6 a rule by which several runs picked', () => {
  const runs = [given({}, stock), given({}, other)] as const;

  it.each<[string, readonly [Json, Json], Selector]>([
    ['the least', ['v-1002', 'v-2003'], { where: [], take: 'least', by: '$.price' }],
    ['the greatest', ['v-1001', 'v-2002'], { where: [], take: 'greatest', by: '$.price' }],
    ['the latest', ['v-1001', 'v-2001'], { where: [], take: 'greatest', by: '$.since' }],
    ['the first', ['v-1001', 'v-2001'], { where: [], take: 'first' }],
    ['the last', ['v-1003', 'v-2003'], { where: [], take: 'last' }],
    [
      'the cheapest one in a state',
      ['v-1001', 'v-2003'],
      {
        where: [{ path: '$.colour', equals: { from: 'constant', value: 'red', because: 'runs' } }],
        take: 'least',
        by: '$.price',
      },
    ],
  ])('is %s', (_, values, selector) => expect(selectorsFor(values, runs)).toContainEqual(selector));

  it('is none when it holds in one of them only', () => {
    const selectors = selectorsFor(['v-1002', 'v-2002'], runs);
    expect(selectors).toEqual([]);
  });

  it('is none when a run had nothing to choose from, or all chose the same', () => {
    const one: Json = [{ id: 'v-2001', price: 5 }];
    expect(selectorsFor(['v-1002', 'v-2001'], [given({}, stock), given({}, one)])).toEqual([]);
    expect(selectorsFor(['v-1002', 'v-1002'], [given({}, stock), given({}, stock)])).toEqual([]);
  });
});

describe('TPL-6 an item that the task of every run names', () => {
  const told = (answer: Json, task: string): Moment => aMoment({}, [answer], task);
  const namedIn = (first: string, second: string, again: Json = 'v-2003') =>
    namedByTask(aWanted('v-1002', [told(stock, first), told(other, second)], { again: [again] }));

  it('is found by the member that they name', () => {
    expect(namedIn('The one for 10 euros', 'Not 40: the one for 5.0')).toBeUndefined();
    expect(namedIn('Since 2026-01-04', 'Since 2026-02-03')).toMatchObject({
      picked: { items: '$[*]', value: '$.id' },
      path: '$.since',
      seen: ['2026-01-04', '2026-02-03'],
    });
  });

  it('is not when one of them does not, or all name the same', () => {
    expect(namedIn('Since 2026-01-04', 'Any')).toBeUndefined();
    const same = told(stock, 'Since 2026-01-04');
    expect(namedByTask(aWanted('v-1002', [same, same], { again: ['v-1002'] }))).toBeUndefined();
  });

  it('is not when other items have that member, too', () => {
    expect(namedIn('The "blue" one', 'The "red" one')).toBeUndefined();
  });
});
