import { describe, expect, it } from 'vitest';
import type { TrialFigures } from '../../records/session-template.ts';
import { compareSessions, summaryOf } from './compare.ts';
import { figuresOf } from './figures.ts';
import { permutationTest } from './permutation.ts';
import { aCall, numbersFrom } from './session.fixture.ts';

const trial = (overrides: Partial<TrialFigures> = {}): TrialFigures => ({
  sessionId: 's',
  turns: 10,
  earlyErrors: 2,
  earlyCalls: 10,
  timeToFirstSuccessMs: 1_000,
  callsToFirstSuccess: 1,
  totalErrors: 2,
  toolDiversity: 3,
  ...overrides,
});

describe('SES-5 the figures of a session', () => {
  it('count errors of the first 30 turns apart from all others', () => {
    const calls = Array.from({ length: 40 }, (_, turn) => aCall({ turn, outcome: 'failed' }));
    expect(figuresOf({ id: 's', startedAt: 0, turns: 40, calls })).toMatchObject({
      turns: 40,
      earlyErrors: 30,
      earlyCalls: 30,
      totalErrors: 40,
    });
  });

  it('tell how long, and how many calls, it took to the first success', () => {
    const calls = [
      aCall({ outcome: 'failed', answeredAt: 1_500 }),
      aCall({ outcome: 'worked', answeredAt: 9_000 }),
      aCall({ outcome: 'worked', answeredAt: 4_000 }),
    ];
    expect(figuresOf({ id: 's', startedAt: 1_000, turns: 1, calls })).toMatchObject({
      timeToFirstSuccessMs: 3_000,
      callsToFirstSuccess: 2,
    });
  });

  it('have no time to a success that never came', () => {
    const calls = [aCall({ outcome: 'failed' })];
    expect(figuresOf({ id: 's', startedAt: 0, turns: 1, calls })).toMatchObject({
      timeToFirstSuccessMs: null,
      callsToFirstSuccess: null,
    });
  });

  it('hold neither for nor against it what nobody knows; its tool was called all the same', () => {
    const calls = [aCall({ tool: 'a', outcome: 'unknown' }), aCall({ tool: 'b' })];
    expect(figuresOf({ id: 's', startedAt: 0, turns: 1, calls })).toMatchObject({
      earlyCalls: 1,
      totalErrors: 0,
      toolDiversity: 2,
      callsToFirstSuccess: 1,
    });
  });
});

describe('SES-5 how likely a difference is by chance', () => {
  const random = numbersFrom(7);

  it('is counted exactly when there are few sessions', () => {
    expect(permutationTest([1, 1, 1, 1], [0, 0, 0, 0], random)).toBeCloseTo(2 / 70, 10);
    expect(permutationTest([0, 0, 0, 0], [1, 1, 1, 1], random)).toBeCloseTo(2 / 70, 10);
    // 1 2 3 against 4 5 6 7: of 35 ways this one and the one with 5 6 7 are as extreme.
    expect(permutationTest([1, 2, 3], [4, 5, 6, 7], random)).toBeCloseTo(2 / 35, 10);
  });

  it('is certain when nothing differs, in spite of rounding', () => {
    expect(permutationTest([0.1, 0.2, 0.3, 0.1], [0.1, 0.2, 0.3, 0.1], random)).toBe(1);
    expect(permutationTest([5, 5, 5, 5], [5, 5, 5, 5], random)).toBe(1);
  });

  it('cannot be told when there are too few', () => {
    expect(permutationTest([], [1, 2], random)).toBeNull();
    expect(permutationTest([1], Array(50).fill(0), random)).toBeNull();
    expect(permutationTest([1, 1, 1], [0, 0, 0], random)).toBeNull();
    expect(permutationTest([1, 1, 1], [0, 0, 0, 0], random)).not.toBeNull();
  });

  it('is drawn when there are many, and close to what counting would give', () => {
    const left = Array.from({ length: 30 }, (_, index) => index);
    const right = left.map((value) => value + 20);
    expect(permutationTest(left, right, random)).toBeLessThan(0.001);
    const same = permutationTest(left, [...left], random);
    expect(same).toBe(1);
  });

  it('is below 5 % in about 5 % of the cases when there is no difference', () => {
    const chance = numbersFrom(3);
    let found = 0;
    for (let round = 0; round < 400; round += 1) {
      const draw = () => Array.from({ length: 5 }, chance);
      const p = permutationTest(draw(), draw(), chance);
      if (p !== null && p < 0.05) found += 1;
    }
    expect(found / 400).toBeGreaterThan(0.02);
    expect(found / 400).toBeLessThan(0.08);
  });
});

describe('SES-5 cold against seeded', () => {
  const cold = Array.from({ length: 6 }, () => trial());
  const better = { earlyErrors: 0, totalErrors: 0, timeToFirstSuccessMs: 100 };
  const seeded = Array.from({ length: 6 }, () => trial(better));
  const compared = compareSessions(cold, seeded, numbersFrom(1));
  const of = (figure: string) => compared.find((one) => one.figure === figure);

  it('is a comparison for each figure, with size, direction and probability', () => {
    expect(of('earlyErrorRate')).toEqual({
      figure: 'earlyErrorRate',
      cold: expect.closeTo(0.2, 10),
      seeded: 0,
      coldSessions: 6,
      seededSessions: 6,
      effect: -1,
      p: expect.closeTo(2 / 924, 10),
    });
    expect(of('toolDiversity')).toMatchObject({ cold: 3, seeded: 3, effect: 0, p: 1 });
  });

  it('takes a session that never succeeded for the slowest', () => {
    const never = Array.from({ length: 6 }, () => trial({ timeToFirstSuccessMs: null }));
    const time = compareSessions(never, seeded, numbersFrom(1)).find(
      ({ figure }) => figure === 'timeToFirstSuccessMs',
    );
    expect(time).toMatchObject({ cold: null, seeded: 100, coldSessions: 0, effect: -1 });
    expect(time?.p).toBeLessThan(0.01);
    const both = compareSessions(never, never, numbersFrom(1))[1];
    expect(both).toMatchObject({ effect: 0, p: 1 });
  });

  it('leaves a session without calls out of the error rate', () => {
    const [rate] = compareSessions([...cold, trial({ earlyCalls: 0 })], seeded, numbersFrom(1));
    expect(rate).toMatchObject({ coldSessions: 6, cold: expect.closeTo(0.2, 10) });
  });

  it('says what it comes to, and no more', () => {
    expect(summaryOf(compared, 6, 6)).toMatch(
      /^In 6 cold and 6 seeded sessions: error rate in the first 30 turns: lower when seeded \(p = 0\.002\)/,
    );
    const same = compareSessions(cold, cold, numbersFrom(1));
    expect(summaryOf(same, 6, 6)).toBe(
      'No difference that could not be chance, in 6 cold and 6 seeded sessions.',
    );
    const few = compareSessions(cold.slice(0, 2), seeded.slice(0, 2), numbersFrom(1));
    expect(summaryOf(few, 2, 2)).toMatch(/^Too few to tell: 2 cold and 2 seeded sessions\./);
  });
});
