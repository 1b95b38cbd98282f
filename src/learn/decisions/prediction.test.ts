import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../records/lifetime.ts';
import { brier } from './calibration.ts';
import { type ExecutionPlan, OutcomeModel, type PastExecution } from './prediction.ts';

const start = 1_700_000_000_000;

function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Executions an hour apart that succeed as often as their plan lets expect. */
function executions(count: number, seed: number, rateOf: (plan: ExecutionPlan) => number): PastExecution[] {
  const random = numbersFrom(seed);
  const one = (names: readonly string[]): string => names[Math.floor(random() * names.length)] ?? '';
  return Array.from({ length: count }, (_, index) => {
    const plan = { category: one(['backend', 'docs']), approach: one(['incremental', 'standard']) };
    return { ...plan, success: random() < rateOf(plan) ? 1 : 0, at: start + index * 3_600_000 };
  });
}

function modelOf(history: readonly PastExecution[]): OutcomeModel {
  const model = new OutcomeModel(30);
  for (const execution of history) model.learn(execution);
  return model;
}

const rateOf = ({ category, approach }: ExecutionPlan): number => {
  if (category === 'docs') return 0.9;
  return approach === 'incremental' ? 0.7 : 0.2;
};

describe('LRN-10 a predicted outcome', () => {
  const history = executions(600, 1, rateOf);
  const now = start + 600 * 3_600_000;

  it('comes close to the hidden rate of its category and approach', () => {
    const model = modelOf(history);
    for (const plan of [
      { category: 'docs', approach: 'standard' },
      { category: 'backend', approach: 'incremental' },
      { category: 'backend', approach: 'standard' },
    ])
      expect(Math.abs(model.predict(plan, now).probability - rateOf(plan))).toBeLessThan(0.1);
  });

  it('falls back to what is known: the category for a new approach, everything for a new category', () => {
    const model = modelOf(history);
    const inDocs = model.predict({ category: 'docs' }, now).probability;
    const overall = model.predict({}, now).probability;
    expect(model.predict({ category: 'docs', approach: 'never tried' }, now).probability).toBeCloseTo(
      inDocs,
      9,
    );
    expect(model.predict({ category: 'unheard of' }, now).probability).toBeCloseTo(overall, 9);
  });

  it('is one half before anything happened', () => {
    expect(new OutcomeModel(30).predict({ category: 'docs' }, now)).toEqual({
      probability: 0.5,
      levels: [
        { of: 'all', effective: 0, rate: 0.5 },
        { of: 'category docs', effective: 0, rate: 0.5 },
      ],
    });
  });

  it('forgets: what failed a year ago does not outweigh what works now', () => {
    const model = new OutcomeModel(30);
    for (let count = 0; count < 500; count += 1)
      model.learn({ agent: 'a', success: 0, at: start - 365 * dayMs });
    for (let count = 0; count < 20; count += 1) model.learn({ agent: 'a', success: 1, at: start });
    expect(model.predict({ agent: 'a' }, start).probability).toBeGreaterThan(0.8);
  });

  it('is a probability, and the same in whatever order it learned', () => {
    const execution = fc.record({
      category: fc.constantFrom('backend', 'docs', null),
      agent: fc.constantFrom('a', 'b'),
      success: fc.constantFrom(0, 0.5, 1),
      at: fc.integer({ min: start - 400 * dayMs, max: start }),
    });
    fc.assert(
      fc.property(fc.array(execution, { maxLength: 40 }), execution, (past, asked) => {
        const { probability } = modelOf(past).predict(asked, start);
        expect(probability).toBeGreaterThan(0);
        expect(probability).toBeLessThan(1);
        expect(modelOf(past.toReversed()).predict(asked, start).probability).toBeCloseTo(probability, 9);
      }),
    );
  });
});

describe('LRN-10 the Brier score', () => {
  it('beats always saying the base rate where plans tell something, and its probabilities come true', () => {
    const quality = brier(executions(2_000, 2, rateOf), 30);
    expect(quality.verdict).toBe('better');
    expect(quality.skill).toBeGreaterThan(0.2);
    for (const { predictions, predicted, observed } of quality.calibration)
      if (predictions >= 100) expect(Math.abs(predicted - observed)).toBeLessThan(0.1);
    expect(quality.sentence).toMatch(
      /better than always saying the base rate: Brier score 0\.\d{3} against 0\.\d{3}/,
    );
  });

  it('says so when the base rate is as good', () => {
    for (const seed of [3, 4, 5]) {
      const quality = brier(
        executions(1_000, seed, () => 0.6),
        30,
      );
      expect(quality.verdict).not.toBe('better');
      expect(quality.skill).toBeLessThan(0.01);
    }
  });

  it('predicts each execution from those before it only', () => {
    const history = executions(50, 6, rateOf);
    const changed = history.map((execution, index) =>
      index === 49 ? { ...execution, success: 0.5 } : execution,
    );
    const sumOf = (of: readonly PastExecution[]): number => (brier(of.slice(0, 49), 30).brier ?? 0) * 49;
    expect(sumOf(changed)).toBe(sumOf(history));
    expect(brier([{ success: 1, at: start }], 30)).toMatchObject({
      brier: 0.25,
      baseRateBrier: 0.25,
      skill: 0,
    });
  });

  it('goes by time, not by the order given', () => {
    const history = executions(80, 8, rateOf);
    expect(brier(history.toReversed(), 30)).toEqual(brier(history, 30));
  });

  it('is not judged by a handful of predictions, and is nothing without any', () => {
    expect(brier(executions(10, 9, rateOf), 30).verdict).toBe('too few');
    expect(brier([], 30)).toMatchObject({ predictions: 0, brier: null, skill: null, calibration: [] });
  });
});
