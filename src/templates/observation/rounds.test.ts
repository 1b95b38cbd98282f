import { describe, expect, it } from 'vitest';
import type { Json } from '../../json/json.ts';
import type { Leniency, Observed } from './compare.ts';
import { findDifferenceOfRounds, findOtherOrder, findUnseenRound } from './rounds.ts';

const leniency: Leniency = {
  isWrite: false,
  mayWrite: false,
  free: new Set(),
  counted: new Set(),
  mayFollow: true,
  used: new Set(),
};

const aRound = (result: Json): Observed => ({
  parameters: { limit: 100 },
  arguments: {},
  earlier: [],
  taskNumbers: [],
  result,
  at: 0,
});

const compared = (recorded: readonly (readonly Json[])[], now: readonly Json[]) => ({
  recorded: recorded.map((rounds) => rounds.map(aRound)),
  now: now.map(aRound),
  leniency,
});

describe('TPL-6 a round of a loop', () => {
  it('is known when a recorded round showed the same', () => {
    const recorded = [
      [
        { status: 'open', total: 50 },
        { status: 'held', total: 150 },
      ],
    ];
    expect(findUnseenRound([compared(recorded, [{ status: 'open', total: 70 }])])).toBeUndefined();
  });

  it('is not known when it shows together what different rounds did', () => {
    const recorded = [
      [
        { status: 'open', total: 50 },
        { status: 'held', total: 150 },
      ],
    ];
    expect(findUnseenRound([compared(recorded, [{ status: 'open', total: 170 }])])).toMatchObject({
      path: '$.status',
    });
  });

  it('is not known with an item that belonged to another round', () => {
    const item = compared([[{ kind: 'gift' }, { kind: 'plain' }]], [{ kind: 'gift' }]);
    const look = compared([[{ status: 'open' }, { status: 'held' }]], [{ status: 'held' }]);
    expect(findUnseenRound([item])).toBeUndefined();
    expect(findUnseenRound([look])).toBeUndefined();
    expect(findUnseenRound([item, look])).toBeDefined();
  });
});

describe('TPL-6 all rounds of a loop', () => {
  const [open, held] = [{ status: 'open' }, { status: 'held' }];

  it('may be more or fewer than several', () => {
    expect(findDifferenceOfRounds(compared([[open, open, open]], [open, open]), true)).toBeUndefined();
  });

  it('must show every state that the rounds of a run showed, and how often: never, once, several times', () => {
    const recorded = [[open, open, held]];
    expect(findDifferenceOfRounds(compared(recorded, [open, open]), false)).toMatchObject({
      path: '$.status',
    });
    expect(findDifferenceOfRounds(compared(recorded, [open, open, held, held]), false)).toBeDefined();
    expect(findDifferenceOfRounds(compared([...recorded, []], [open, open]), false)).toBeDefined();
    expect(
      findDifferenceOfRounds(compared([...recorded, [open, open]], [open, open]), false),
    ).toBeUndefined();
  });

  it('must keep their order where they only look', () => {
    const rounds = compared([[open, open, held, held]], [held, held, open, open]);
    expect(findDifferenceOfRounds(rounds, false)).toBeUndefined();
    expect(findDifferenceOfRounds(rounds, true)).toMatchObject({ found: 'another order' });
  });

  it('must keep where one of them and where several showed the same', () => {
    const recorded = [
      [held, open, open],
      [held, held, open],
    ];
    expect(findOtherOrder(compared(recorded, [held, open, open, open]))).toBeUndefined();
    expect(findOtherOrder(compared(recorded, [held, held, open, open]))).toBeDefined();
  });

  it('must be those of one run, in number and in what they show, where items were taken one by one', () => {
    const recorded = [
      [open, held, open],
      [open, open],
    ];
    const taken = (now: readonly Json[]) => ({ ...compared(recorded, now), isCounted: true });
    expect(findDifferenceOfRounds(taken([open, held, open]), true)).toBeUndefined();
    expect(findDifferenceOfRounds(taken([open, open, open]), true)).toBeDefined();
    expect(findDifferenceOfRounds(compared(recorded, [open, open, open]), true)).toBeUndefined();
  });
});
