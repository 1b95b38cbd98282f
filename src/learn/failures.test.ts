import { describe, expect, it } from 'vitest';
import { aNoteStep, aStep } from '../testing/index.ts';
import { countWorkedNext, failurePattern, nextSuccess } from './failures.ts';

describe('LRN-2 a failure', () => {
  it('knows how often, when and where it happened', () => {
    const occurrences = [
      aStep({ runId: 'run_2', tool: 'pay', startedAt: 300 }),
      aStep({ runId: 'run_1', tool: 'pay', startedAt: 100 }),
      aStep({ runId: 'run_1', tool: 'refund', startedAt: 200 }),
      aNoteStep({ runId: 'run_3', startedAt: 150 }),
    ];
    expect(failurePattern('connect <address> refused', occurrences)).toEqual({
      kind: 'failure',
      slug: 'connect-address-refused',
      signature: 'connect <address> refused',
      occurrences: 4,
      firstSeenAt: 100,
      lastSeenAt: 300,
      tools: ['pay', 'refund'],
      runs: ['run_2', 'run_1', 'run_3'],
      derivedFrom: occurrences.map(({ id }) => ({ kind: 'step', id })),
    });
  });

  it('that never happened was never seen', () => {
    expect(failurePattern('x', [])).toMatchObject({
      occurrences: 0,
      firstSeenAt: null,
      lastSeenAt: null,
      runs: [],
    });
  });
});

describe('LRN-2 what worked next', () => {
  const failed = aStep({ position: 3, success: false });

  it('is the first call after it that worked', () => {
    const steps = [
      aStep({ position: 1, tool: 'before' }),
      failed,
      aStep({ position: 4, tool: 'also-failed', success: false }),
      aNoteStep({ position: 5 }),
      aStep({ position: 6, tool: 'worked' }),
      aStep({ position: 7, tool: 'later' }),
    ];
    expect(nextSuccess(failed, steps)?.tool).toBe('worked');
  });

  it('is a call of the same level: not one made inside another', () => {
    const steps = [
      failed,
      aStep({ position: 4, tool: 'inner', parentId: 'step_9' }),
      aStep({ position: 5, tool: 'own' }),
    ];
    expect(nextSuccess(failed, steps)?.tool).toBe('own');
  });

  it('is nothing when nothing did', () => {
    expect(nextSuccess(failed, [failed, aStep({ position: 1 })])).toBeUndefined();
  });

  it('is counted by tool, most frequent first, then by name', () => {
    const steps = [
      aStep({ tool: 'wait', runId: 'run_1' }),
      aStep({ tool: 'retry', runId: 'run_1' }),
      aStep({ tool: 'wait', runId: 'run_1' }),
      aStep({ tool: 'ask', runId: 'run_2' }),
    ];
    expect(countWorkedNext(steps)).toEqual([
      { tool: 'wait', times: 2, runs: ['run_1'] },
      { tool: 'ask', times: 1, runs: ['run_2'] },
      { tool: 'retry', times: 1, runs: ['run_1'] },
    ]);
    expect(countWorkedNext([])).toEqual([]);
  });
});
