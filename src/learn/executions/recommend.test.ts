import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Execution } from '../../records/execution.ts';
import { taskRecommendationSchema } from '../../records/execution-pattern.ts';
import { dayMs } from '../../records/lifetime.ts';
import { outcomes } from '../../records/record.ts';
import { anExecution, callsOf, executions, settings } from './execution.fixture.ts';
import { type RecommendationInputs, recommend } from './recommend.ts';

const complexity = 'high';

function recommended(similar: readonly Execution[], more: Partial<RecommendationInputs> = {}) {
  return recommend({
    complexity,
    similar: similar.map((execution) => ({ execution, score: 0.7 })),
    calls: [],
    settings,
    ...more,
  });
}

describe('LRN-8 the recommendation for a task', () => {
  it('says plainly that there are no similar patterns', () => {
    expect(recommended([])).toEqual({
      sentence: 'No similar patterns.',
      approach: null,
      confidence: 0,
      matches: 0,
      successFactors: [],
      tools: [],
      expectedMs: null,
      complexity: 'high',
      approaches: [],
      evidence: [],
    });
  });

  it('finds no pattern in failures alone, and still shows what failed', () => {
    const answer = recommended(executions(3, { outcome: 'failure' }));
    expect(answer).toMatchObject({ sentence: 'No similar patterns.', approach: null, confidence: 0 });
    expect(answer.approaches).toMatchObject([{ approach: 'incremental', attempts: 3, successes: 0 }]);
  });

  it('recommends what succeeds, not what is tried most often', () => {
    const answer = recommended([
      ...executions(12, { approach: 'standard' }),
      ...executions(28, { approach: 'standard', outcome: 'failure' }),
      ...executions(9, { approach: 'incremental' }),
      ...executions(1, { approach: 'incremental', outcome: 'failure' }),
    ]);
    expect(answer.approach).toBe('incremental');
    expect(answer.sentence).toBe('Use incremental: 90% success in 10 similar runs.');
  });

  it('does not let 1 of 1 beat 95 of 100', () => {
    const proven = [
      ...executions(95, { approach: 'proven' }),
      ...executions(5, { approach: 'proven', outcome: 'failure' }),
    ];
    expect(recommended([...proven, anExecution({ approach: 'lucky' })]).approach).toBe('proven');
  });

  it('does not let 1 of 1 beat 95 of 100 that are a year old', () => {
    const finishedAt = 1_800_000_000_000 - 365 * dayMs;
    const proven = [
      ...executions(95, { approach: 'proven', finishedAt }),
      ...executions(5, { approach: 'proven', outcome: 'failure', finishedAt }),
    ];
    expect(recommended([...proven, anExecution({ approach: 'lucky' })]).approach).toBe('proven');
  });

  it('does not let 1,000 old failures bury 20 recent successes', () => {
    const old = 1_800_000_000_000 - 365 * dayMs;
    const answer = recommended([
      ...executions(1_000, { approach: 'retry', outcome: 'failure', finishedAt: old }),
      ...executions(20, { approach: 'retry' }),
      ...executions(10, { approach: 'wait' }),
      ...executions(10, { approach: 'wait', outcome: 'failure' }),
    ]);
    expect(answer.approach).toBe('retry');
  });

  it('counts what is more similar for more', () => {
    const answer = recommend({
      complexity,
      similar: [
        ...executions(4, { approach: 'near' }).map((execution) => ({ execution, score: 1 })),
        ...executions(4, { approach: 'far' }).map((execution) => ({ execution, score: 0.3 })),
      ],
      calls: [],
      settings,
    });
    expect(answer.approaches.map(({ approach }) => approach)).toEqual(['near', 'far']);
  });

  it('is as sure as there are matches, and certain from ten on', () => {
    expect(recommended(executions(3)).confidence).toBeCloseTo(0.3);
    expect(recommended(executions(10)).confidence).toBe(1);
    expect(recommended(executions(40)).confidence).toBe(1);
  });

  it('LRN-12 multiplies its confidence by the configured boost, and is at most certain', () => {
    const confidence = (matches: number, confidenceBoost: number): number =>
      recommended(executions(matches), { settings: { ...settings, confidenceBoost } }).confidence;
    expect(settings.confidenceBoost).toBe(1);
    expect(confidence(3, 1.5)).toBeCloseTo(0.45);
    expect(confidence(3, 0.5)).toBeCloseTo(0.15);
    expect(confidence(8, 2)).toBe(1);
    expect(confidence(40, 0.5)).toBe(0.5);
  });

  it('names the five most frequent success factors and the three most frequent tools', () => {
    const runs = [
      anExecution({ successFactors: ['tests', 'cache', 'a', 'b', 'c', 'd'] }),
      anExecution({ successFactors: ['tests'] }),
      anExecution({ outcome: 'failure', successFactors: ['d', 'd'] }),
    ];
    const calls = runs.flatMap(({ runId }, index) =>
      callsOf(runId, index === 0 ? ['read', 'edit', 'test', 'push'] : ['edit', 'edit', 'zip']),
    );
    const answer = recommended(runs, { calls });
    expect(answer.successFactors.map(({ name, runs: times }) => [name, times])).toEqual([
      ['tests', 2],
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['cache', 1],
    ]);
    expect(answer.tools).toEqual([
      { name: 'edit', runs: 2 },
      { name: 'push', runs: 1 },
      { name: 'read', runs: 1 },
    ]);
  });

  it('expects the median time of the matches that took the approach', () => {
    const taking = (seconds: number, approach = 'incremental'): Execution =>
      anExecution({ approach, startedAt: 0, finishedAt: seconds * 1_000 });
    const runs = [taking(10), taking(20), taking(600), taking(5, 'other')];
    expect(recommended(runs)).toMatchObject({ approach: 'incremental', expectedMs: 20_000 });
  });

  it('ADP-2 takes a recovered run as one of its approach', () => {
    const answer = recommended([
      anExecution({ approach: 'api_heavy' }),
      anExecution({ approach: 'api_heavy_recovered' }),
    ]);
    expect(answer.approaches).toMatchObject([{ approach: 'api_heavy', attempts: 2 }]);
  });

  it('says so when no match names its approach', () => {
    const answer = recommended(executions(2, { approach: null }));
    expect(answer).toMatchObject({ approach: null, matches: 2 });
    expect(answer.sentence).toBe('2 similar runs succeeded, but none names its approach.');
  });

  it('is one answer whatever the order of the evidence, and fits its schema', () => {
    const execution = fc.record({
      runId: fc.uuid(),
      approach: fc.constantFrom(null, 'a', 'b', '_recovered', 'A'),
      outcome: fc.constantFrom(...outcomes),
      successFactors: fc.array(fc.constantFrom('x', 'y', 'z')),
    });
    fc.assert(
      fc.property(fc.uniqueArray(execution, { selector: ({ runId }) => runId }), (runs) => {
        const similar = runs.map((run) => anExecution({ ...run, finishedAt: 1_800_000_000_000 }));
        const answer = recommended(similar);
        expect(() => taskRecommendationSchema.parse(answer)).not.toThrow();
        expect(recommended([...similar].reverse())).toEqual(answer);
      }),
      { numRuns: 50 },
    );
  });
});
