import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingsSchema } from '../../config/settings.ts';
import { confidenceAt } from '../../records/confidence.ts';
import type { Memory } from '../../records/memory.ts';
import { type Outcome, outcomes } from '../../records/record.ts';
import { aMemory } from '../../testing/index.ts';
import { afterOutcomes, keepsHurting, statedConfidence } from './outcome.ts';

const settings = settingsSchema.parse({ db: 'memory:' }).memory;
const day = 86_400_000;
const start = Date.UTC(2025, 0, 1);
const memoryOf = (confidence: number): Memory => aMemory({ confidence, createdAt: start });

/** The memory after outcomes, each so many days after the one before. */
function lived(memory: Memory, life: ReadonlyArray<readonly [days: number, outcome: Outcome]>): Memory {
  let now = memory.confirmedAt ?? memory.createdAt;
  return life.reduce((current, [days, outcome]) => {
    now += days * day;
    return afterOutcomes(current, [outcome], Math.round(now), settings)?.memory ?? current;
  }, memory);
}

const times = (count: number, outcome: Outcome, days = 0) =>
  Array.from({ length: count }, () => [days, outcome] as const);

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const anyOutcome = fc.constantFrom(...outcomes);
const anyLife = fc.array(fc.tuple(fc.integer({ min: 0, max: 800 }), anyOutcome), { maxLength: 12 });
const anyMemory = fc
  .tuple(fraction, anyLife)
  .map(([confidence, life]) => lived(memoryOf(confidence), life as Array<readonly [number, Outcome]>));

/** What it is worth, at the moment the outcome comes and right after it. */
function worthAround(memory: Memory, days: number, outcome: Outcome): { before: number; after: number } {
  const now = (memory.confirmedAt ?? memory.createdAt) + days * day;
  const after = afterOutcomes(memory, [outcome], now, settings)?.memory ?? memory;
  const worth = (one: Memory) => confidenceAt(one, now, settings.confidenceHalfLifeDays);
  return { before: worth(memory), after: worth(after) };
}

describe('MEM-4 confidence is earned', () => {
  it.each([
    [0.5, ['success'], 2 / 3],
    [0.5, ['failure'], 1 / 3],
    [0.5, ['partial'], 0.5],
    [0.9, ['failure'], 0.6],
    [0.5, ['success', 'success', 'failure'], 0.6],
  ] as const)('stated as %d, after %j it is %d', (stated, came, expected) => {
    const after = afterOutcomes(memoryOf(stated), came, start, settings);
    expect(after?.memory.confidence).toBeCloseTo(expected, 10);
  });

  it('a success never lowers what a memory is worth, and a failure never raises it, however long ago the last outcome was', () => {
    fc.assert(
      fc.property(anyMemory, fc.integer({ min: 0, max: 3_000 }), (memory, days) => {
        const success = worthAround(memory, days, 'success');
        expect(success.after).toBeGreaterThanOrEqual(success.before - 1e-9);
        const failure = worthAround(memory, days, 'failure');
        expect(failure.after).toBeLessThanOrEqual(failure.before + 1e-9);
      }),
    );
  });

  it('the order of outcomes of one moment does not matter, nor whether they come one by one', () => {
    const came = fc.array(anyOutcome, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(anyMemory, fc.integer({ min: 0, max: 800 }), came, (memory, days, outcomesThen) => {
        const now = (memory.confirmedAt ?? memory.createdAt) + days * day;
        const together = afterOutcomes(memory, outcomesThen, now, settings)?.memory;
        const backwards = [...outcomesThen]
          .reverse()
          .reduce((one, outcome) => afterOutcomes(one, [outcome], now, settings)?.memory ?? one, memory);
        expect(backwards.confidence).toBeCloseTo(together?.confidence ?? Number.NaN, 8);
        expect(backwards.evidence.successes).toBeCloseTo(together?.evidence.successes ?? Number.NaN, 8);
      }),
    );
  });

  it('it stays between 0 and 1, and the evidence never gets more than the outcomes', () => {
    fc.assert(
      fc.property(fraction, anyLife, (stated, life) => {
        const { confidence, evidence } = lived(memoryOf(stated), life as Array<readonly [number, Outcome]>);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(evidence.successes + evidence.failures).toBeLessThanOrEqual(life.length + 1e-9);
      }),
    );
  });

  it('many successes tend to 1 and many failures to 0, also when they come a day apart', () => {
    for (const apart of [0, 1]) {
      expect(lived(memoryOf(0.2), times(500, 'success', apart)).confidence).toBeGreaterThan(0.98);
      expect(lived(memoryOf(0.8), times(500, 'failure', apart)).confidence).toBeLessThan(0.02);
    }
  });

  it('no outcome changes nothing', () => {
    expect(afterOutcomes(memoryOf(0.4), [], start + day, settings)).toBeNull();
  });

  it('what was stated can be worked out again while outcomes keep coming', () => {
    const memory = lived(memoryOf(0.7), [...times(20, 'success', 1), ...times(5, 'failure', 1)]);
    expect(statedConfidence(memory)).toBeCloseTo(0.7, 8);
  });

  it('old outcomes count less: half after each half-life', () => {
    const memory = lived(memoryOf(0.5), [...times(4, 'success'), [90, 'failure']]);
    expect(memory.evidence.successes).toBeCloseTo(2, 10);
    expect(memory.evidence.failures).toBe(1);
    expect(memory.successRate).toBeCloseTo(2 / 3, 10);
    expect(memory.confirmedAt).toBe(start + 90 * day);
  });

  it('a clock that was set back lets no evidence grow', () => {
    const memory = lived(memoryOf(0.5), times(4, 'success', 10));
    const after = afterOutcomes(memory, ['success'], start, settings)?.memory;
    expect(after?.evidence.successes).toBeCloseTo(memory.evidence.successes + 1, 10);
    expect(after?.confirmedAt).toBe(memory.confirmedAt);
  });

  it('says why it changed, one revision further on', () => {
    const confirmed = afterOutcomes(memoryOf(0.5), ['success', 'success', 'partial'], start, settings);
    expect(confirmed).toMatchObject({
      reason: 'confirmed',
      note: 'It helped 2 times, helped in part once.',
      memory: { revision: 1 },
    });
    expect(afterOutcomes(memoryOf(0.5), ['failure'], start, settings)?.reason).toBe('contradicted');
  });
});

describe('MEM-4 a memory that keeps hurting', () => {
  it.each([
    [0, 2, false],
    [0, 3, true],
    [1, 3, false],
    [1, 5, true],
    [10, 12, false],
    [40, 60, true],
    [0, 2.9, true],
  ])('with %d successes and %d failures: %s', (successes, failures, hurts) => {
    expect(keepsHurting({ successes, failures })).toBe(hurts);
  });

  it('is demoted by itself, also when its failures are days apart', () => {
    const memory = lived(memoryOf(0.9), times(2, 'failure', 3));
    const third = afterOutcomes(memory, ['failure'], start + 9 * day, settings);
    expect(third).toMatchObject({ reason: 'demoted', memory: { standing: 'demoted' } });
  });

  it('comes back after a run of successes, not after the first', () => {
    const demoted = lived(memoryOf(0.9), times(3, 'failure'));
    expect(demoted.standing).toBe('demoted');
    expect(lived(demoted, times(2, 'success')).standing).toBe('demoted');
    const third = afterOutcomes(lived(demoted, times(2, 'success')), ['success'], start, settings);
    expect(third).toMatchObject({ reason: 'restored', memory: { standing: 'active' } });
  });

  it('an archived one comes back when it helps; what was superseded or merged does not', () => {
    const turned = (standing: Memory['standing']) =>
      lived(aMemory({ standing, createdAt: start }), times(1, 'success')).standing;
    expect(turned('archived')).toBe('active');
    expect(turned('superseded')).toBe('superseded');
    expect(turned('merged')).toBe('merged');
  });
});

describe('MEM-6 a rule', () => {
  it('shows how often it was applied and how that went', () => {
    const rule = aMemory({
      kind: 'rule',
      text: 'Retry once.',
      content: { timesApplied: 1 },
      createdAt: start,
    });
    const after = lived(rule, [...times(3, 'success'), ...times(1, 'failure')]);
    expect(after.content).toEqual({ timesApplied: 5, ruleSuccessRate: 0.75 });
  });

  it('is the only kind with such counts', () => {
    expect(lived(memoryOf(0.5), times(1, 'success')).content).toEqual({});
  });
});
