import { describe, expect, it } from 'vitest';
import { learningQualitySchema } from '../../records/quality.ts';
import type { Outcome } from '../../records/record.ts';
import { learningQuality, type Transfer } from './quality.ts';
import { aTally, aTrial, noQualityInputs } from './sample.fixture.ts';

const quality = (inputs: Partial<typeof noQualityInputs>) =>
  learningQuality({ ...noQualityInputs, ...inputs });

/** So many successes and failures of one category. */
const runs = (category: string | null, informed: boolean, successes: number, failures: number) => [
  aTally({ category, informed, runs: successes }),
  aTally({ category, informed, runs: failures, outcome: 'failure' }),
];

describe('LRN-11 learning quality', () => {
  it('says plainly for each figure why there is nothing to tell', () => {
    const nothing = quality({});
    expect(() => learningQualitySchema.parse(nothing)).not.toThrow();
    const figures = [
      nothing.utilisation,
      nothing.informedRuns,
      nothing.lift.difference,
      nothing.harm.share,
      nothing.harm.wrongBlocks,
      nothing.harm.wrongWarnings,
      nothing.harm.excessFailures,
      nothing.recurrence.reduction,
      nothing.recurrence.prevented,
      nothing.transfer.share,
      nothing.transfer.successRate,
    ];
    for (const { value, reason } of figures) {
      expect(value).toBeNull();
      expect(reason).toMatch(/\.$/);
    }
  });

  it('tells the share of finished runs that were given memories', () => {
    const { informedRuns } = quality({ tallies: [...runs('a', true, 6, 2), ...runs('a', false, 1, 1)] });
    expect(informedRuns).toMatchObject({ value: 0.8, n: 10, reason: null });
    expect(informedRuns.low).toBeCloseTo(0.4902, 4);
  });

  it('tells the share of decisions that were informed by a memory, however many runs there are', () => {
    const decision = { agent: 'alice', informed: true, day: 1, decisions: 3 };
    const { utilisation } = quality({
      tallies: runs('a', false, 50, 0),
      decisions: [
        decision,
        { ...decision, day: 2, decisions: 1 },
        { ...decision, informed: false, decisions: 1 },
      ],
    });
    expect(utilisation).toMatchObject({ value: 0.8, n: 5, reason: null });
  });

  it('compares runs with memory with those without in the same category only', () => {
    // Memory is used where work is hard. Thrown together, it would look harmful.
    const tallies = [
      ...runs('easy', true, 81, 6),
      ...runs('easy', false, 234, 36),
      ...runs('hard', true, 192, 71),
      ...runs('hard', false, 55, 25),
      ...runs('alone', true, 5, 0),
      ...runs(null, false, 2, 0),
    ];
    const { lift } = quality({ tallies });
    expect(lift.difference.value).toBeCloseTo(0.0538, 4);
    expect(lift).toMatchObject({ categories: 2, runsLeftOut: 7 });
    expect((lift.withMemory ?? 0) - (lift.withoutMemory ?? 0)).toBeCloseTo(0.0538, 4);
    expect(lift.relative).toBeCloseTo((lift.withMemory ?? 0) / (lift.withoutMemory ?? 1) - 1);
  });

  it('counts a partial success half', () => {
    const tallies = [
      aTally({ informed: true, outcome: 'partial', runs: 10 }),
      aTally({ outcome: 'failure', runs: 10 }),
    ];
    expect(quality({ tallies }).lift.difference.value).toBe(0.5);
  });

  it('does not know the lift of one run against one yet', () => {
    const { lift } = quality({ tallies: [...runs('a', true, 1, 0), ...runs('a', false, 0, 1)] });
    expect(lift).toMatchObject({
      difference: { value: null, low: null, high: null, n: 2 },
      withMemory: null,
      withoutMemory: null,
      relative: null,
    });
    expect(lift.difference.reason).toMatch(/^Not known yet: too few runs/);
  });

  it('has no relative lift when nothing without memory ever succeeded', () => {
    const tallies = [...runs('a', true, 4, 0), ...runs('a', false, 0, 4)];
    expect(quality({ tallies }).lift).toMatchObject({ relative: null, withMemory: 1 });
  });
});

describe('LRN-11 harm', () => {
  it('counts failures beyond what the same work without memory predicts', () => {
    // 90 % succeed without; of 40 with memory 20 did where 36 were to be expected.
    const { harm } = quality({ tallies: [...runs('a', true, 20, 20), ...runs('a', false, 36, 4)] });
    expect(harm.runs).toBe(16);
    expect(harm.share.value).toBeCloseTo(16 / 40);
    expect(harm.excessFailures.value).toBeCloseTo(16);
    expect(harm.worse).toMatchObject([{ category: 'a', approach: 'incremental', excessFailures: 16 }]);
  });

  it('takes a difference within chance for none', () => {
    const { harm } = quality({ tallies: [...runs('a', true, 7, 3), ...runs('a', false, 8, 2)] });
    expect(harm).toMatchObject({ runs: 0, worse: [] });
    expect(harm.excessFailures.value).toBeCloseTo(1);
    expect(harm.excessFailures.low).toBeLessThan(0);
  });

  it('is not made up for by help elsewhere', () => {
    const { harm } = quality({
      tallies: [
        ...runs('bad', true, 20, 20),
        ...runs('bad', false, 36, 4),
        ...runs('good', true, 40, 0),
        ...runs('good', false, 10, 30),
      ],
    });
    expect(harm.runs).toBe(16);
    expect(harm.excessFailures.value).toBeCloseTo(16 - 30);
  });

  it('counts blocks that were judged wrong, and tells wrong warnings apart', () => {
    const { harm } = quality({
      trials: [
        aTrial('blocked', 'wrong'),
        aTrial('blocked', 'prevented'),
        aTrial('blocked', 'unknown'),
        aTrial('blocked', null),
        aTrial('warned', 'wrong'),
        aTrial('warned', 'happened'),
        aTrial('warned', 'prevented'),
      ],
      memoriesDemoted: 2,
    });
    expect(harm.runs).toBe(1);
    expect(harm.wrongBlocks).toMatchObject({ value: 0.5, n: 2 });
    expect(harm.wrongWarnings).toMatchObject({ value: 1 / 3, n: 3 });
    expect(harm.memoriesDemoted).toBe(2);
  });
});

describe('LRN-11 recurrences after prevention', () => {
  it('are how much rarer a run the failures became that have a check', () => {
    const { recurrence } = quality({
      guarded: [{ pattern: 'p', before: { failures: 60, runs: 800 }, after: { failures: 6, runs: 700 } }],
      trials: [aTrial('warned', 'prevented'), aTrial('warned', 'happened'), aTrial('warned', 'wrong')],
    });
    expect(recurrence).toMatchObject({ before: 60, after: 6, patterns: 1 });
    expect(recurrence.reduction.value).toBeCloseTo(0.8857, 4);
    expect(recurrence.prevented).toMatchObject({ value: 0.5, n: 2 });
  });

  it('cannot be told before a run has finished since', () => {
    const guarded = [{ pattern: 'p', before: { failures: 6, runs: 8 }, after: { failures: 0, runs: 0 } }];
    expect(quality({ guarded }).recurrence.reduction).toMatchObject({
      value: null,
      reason: 'No run has finished since the checks were made.',
    });
  });
});

describe('LRN-11 transfer between agents', () => {
  const given = (runId: string, memoryAgent: string, runAgent: string, outcome: Outcome): Transfer => ({
    runId,
    memoryAgent,
    runAgent,
    outcome,
  });

  it('counts each run once, and an agent with its own memories not at all', () => {
    const { transfer } = quality({
      tallies: [aTally({ informed: true, runs: 8 })],
      transfers: [
        given('r1', 'alice', 'bob', 'success'),
        given('r1', 'alice', 'bob', 'success'),
        given('r1', 'carol', 'bob', 'success'),
        given('r2', 'alice', 'bob', 'failure'),
        given('r3', 'bob', 'bob', 'success'),
      ],
    });
    expect(transfer.share).toMatchObject({ value: 0.25, n: 8 });
    expect(transfer.successRate).toMatchObject({ value: 0.5, n: 2 });
    expect(transfer.pairs).toEqual([
      { from: 'alice', to: 'bob', runs: 2, successRate: 0.5 },
      { from: 'carol', to: 'bob', runs: 1, successRate: 1 },
    ]);
  });
});
