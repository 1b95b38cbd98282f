import { describe, expect, it } from 'vitest';
import { successPatternSchema } from '../../records/execution-pattern.ts';
import { aMemory } from '../../testing/index.ts';
import { callsOf, executions } from './execution.fixture.ts';
import { type SuccessInputs, successPatterns } from './successes.ts';
import { toolRuns } from './tool-runs.ts';

const patterns = (inputs: Partial<SuccessInputs>) =>
  successPatterns({ executions: [], runs: [], memories: [], halfLifeDays: 30, ...inputs });

describe('LRN-5 success patterns', () => {
  it('are the approaches that succeeded in a category, with factors, steps, rate and attempts', () => {
    const good = executions(8, { successFactors: ['small steps', 'tests'] });
    const bad = executions(2, { outcome: 'failure', successFactors: ['luck'] });
    const runs = toolRuns(
      [...good, ...bad],
      good.flatMap(({ runId }, index) => callsOf(runId, index < 5 ? ['read', 'edit', 'test'] : ['guess'])),
    );
    const [pattern, ...others] = patterns({ executions: [...good, ...bad], runs });
    expect(others).toEqual([]);
    expect(pattern).toMatchObject({
      kind: 'success',
      slug: 'backend-incremental',
      of: 'category',
      place: 'backend',
      approach: 'incremental',
      attempts: 10,
      successes: 8,
      successRate: 0.8,
      keyFactors: ['small steps', 'tests'],
      replicationSteps: ['read', 'edit', 'test'],
    });
    expect(pattern?.derivedFrom).toHaveLength(8);
    expect(() => successPatternSchema.parse(pattern)).not.toThrow();
  });

  it('fall back to the steps that half of the runs share when each went another way', () => {
    const good = executions(4);
    const runs = toolRuns(
      good,
      good.flatMap(({ runId }, index) => callsOf(runId, [`start-${index}`, 'edit', 'test', `end-${index}`])),
    );
    expect(patterns({ executions: good, runs })[0]?.replicationSteps).toEqual(['edit', 'test']);
  });

  it('leave out what never succeeded', () => {
    expect(patterns({ executions: executions(3, { outcome: 'failure' }) })).toEqual([]);
    expect(patterns({})).toEqual([]);
  });

  it('are told by memories too, by topic, and memories that helped speak for them', () => {
    const told = (context: string) =>
      aMemory({
        kind: 'success',
        evidence: { successes: 3, failures: 1 },
        content: {
          context,
          approach: 'Backoff',
          keyFactors: ['jitter'],
          replicationSteps: ['wait', 'retry'],
        },
      });
    const [pattern, ...others] = patterns({
      memories: [told('API timeout'), told('api_timeout'), aMemory()],
    });
    expect(others).toEqual([]);
    expect(pattern).toMatchObject({
      slug: 'api-timeout-backoff',
      of: 'topic',
      place: 'api-timeout',
      attempts: 10,
      successes: 8,
      keyFactors: ['jitter'],
      replicationSteps: ['wait', 'retry'],
    });
  });

  it('have slugs that tell them apart', () => {
    const slugs = patterns({
      executions: [
        ...executions(1, { category: 'a', approach: 'b c' }),
        ...executions(1, { category: 'a b', approach: 'c' }),
      ],
    }).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(2);
  });
});
