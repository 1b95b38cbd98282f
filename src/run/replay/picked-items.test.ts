import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import type { Binding, PlanStep, Selector } from '../../records/plan.ts';
import { createObservations } from './observations.ts';
import { anObservation, aParameter, aPlan, aPlanStep, generous } from './world.fixture.ts';

interface SeenList {
  readonly limit: number;
  readonly amounts: readonly number[];
}

const itemsWith = ({ amounts }: Pick<SeenList, 'amounts'>): Json =>
  amounts.map((amount, at) => ({ id: `W-${100 * amount + at}`, amount }));

const taken = (selector: Selector): Binding => ({
  from: 'item',
  step: 0,
  path: '$[*]',
  value: '$.id',
  selectors: [selector],
});
const first = taken({ where: [], take: 'first' });
const last = taken({ where: [], take: 'last' });

/** What a replay says to a list, after runs that took these items of theirs. */
function differenceIn(
  runs: readonly SeenList[],
  now: SeenList,
  picks: readonly Binding[],
  overrides: Partial<PlanStep> = {},
) {
  const plan = [
    aPlanStep(
      'list',
      {},
      {
        observed: runs.map((run, at) => anObservation({ owner: `C-${100 + at}` }, itemsWith(run))),
        ...overrides,
      },
    ),
    ...picks.map((id) => aPlanStep('close', { id }, { effect: 'write' })),
  ];
  const [{ limit } = { limit: 0 }] = runs;
  const limits = aParameter('limit', { example: limit, seen: runs.map((run) => run.limit) });
  return createObservations(aPlan(plan, { parameters: [limits] }), {
    values: { limit: now.limit },
    openFrom: undefined,
    results: [],
    now: generous.now,
  }).findDifference(0, { owner: 'C-900' }, itemsWith(now));
}

describe('TPL-6 an item that is taken from a list', () => {
  const runs = [
    { limit: 50, amounts: [70, 20, 30] },
    { limit: 40, amounts: [90, 20, 60, 80] },
  ];

  it('is taken when it is like the one that a run took', () => {
    expect(differenceIn(runs, { limit: 30, amounts: [60, 10, 50, 70] }, [first])).toBeUndefined();
  });

  it('stops when it is on another side of an input than in every run', () => {
    const now = { limit: 30, amounts: [10, 60, 70] };
    expect(differenceIn(runs, now, [taken({ where: [], take: 'least', by: '$.amount' })])).toBeUndefined();
    expect(differenceIn(runs, now, [first])).toMatchObject({ place: '1:$[*].amount' });
  });

  it('stops when it is the first in an order that no run saw', () => {
    const now = { limit: 30, amounts: [60, 70, 10] };
    expect(differenceIn(runs, now, [taken({ where: [], take: 'greatest', by: '$.amount' })])).toBeUndefined();
    expect(differenceIn(runs, now, [first])).toMatchObject({ found: 'another order' });
  });

  it('stops when another one is taken, too, and the list is longer', () => {
    const all = [
      { limit: 50, amounts: [70, 20, 80] },
      { limit: 40, amounts: [90, 60] },
    ];
    expect(differenceIn(all, { limit: 30, amounts: [60, 10, 50] }, [first, last])).toBeUndefined();
    expect(differenceIn(all, { limit: 30, amounts: [60, 40, 50] }, [first, last])).toBeDefined();
  });

  it('stops when it stands elsewhere than in every run, and another one is taken, too', () => {
    const all = [
      { limit: 5, amounts: [70, 20, 80] },
      { limit: 5, amounts: [90, 40, 60] },
    ];
    const least = taken({ where: [], take: 'least', by: '$.amount' });
    const now = { limit: 5, amounts: [60, 50, 40] };
    expect(differenceIn(all, now, [least])).toBeUndefined();
    expect(differenceIn(all, now, [first, least])).toMatchObject({ expected: 'item 2', found: 'item 3' });
  });

  it('may show anything at a place that a person freed', () => {
    const now = { limit: 30, amounts: [10, 60, 70] };
    expect(differenceIn(runs, now, [first], { free: ['$[*].amount'] })).toBeUndefined();
  });
});
