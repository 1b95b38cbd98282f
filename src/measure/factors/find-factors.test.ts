import { describe, expect, it } from 'vitest';
import type { Call, Execution } from '../../records/execution.ts';
import { foundFactorsSchema } from '../../records/success-factor.ts';
import { anExecution } from '../report/sample.fixture.ts';
import { chanceOf } from './chance.ts';
import { findFactors } from './find-factors.ts';

/** Numbers from 0 to just below 1, always the same ones for a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface GeneratedWorld {
  readonly executions: Execution[];
  readonly calls: Call[];
}

/** Runs with twenty tools at random; `chance` says how likely one succeeds. */
function world(
  seed: number,
  runs: number,
  chance: (tools: ReadonlySet<string>, category: string) => number,
): GeneratedWorld {
  const random = numbersFrom(seed);
  const executions: Execution[] = [];
  const calls: Call[] = [];
  for (let number = 0; number < runs; number += 1) {
    const runId = `run-${number}`;
    const category = ['easy', 'hard'][Math.floor(random() * 2)] ?? 'easy';
    const tools = new Set(
      Array.from({ length: 20 }, (_, tool) => `tool_${tool}`).filter(() => random() < 0.4),
    );
    const outcome = random() < chance(tools, category) ? 'success' : 'failure';
    const approach = `way ${Math.floor(random() * 3)}`;
    executions.push(anExecution({ runId, category, approach, outcome, toolCalls: tools.size }));
    for (const tool of tools) calls.push({ runId, position: 0, tool, success: true, durationMs: 1 });
  }
  return { executions, calls };
}

const found = ({ executions, calls }: GeneratedWorld) => findFactors(executions, calls);

describe('LRN-13 what goes with success', () => {
  it('finds planted factors, for and against, with their interval', () => {
    let [right, wrong] = [0, 0];
    for (let seed = 1; seed <= 20; seed += 1) {
      const answer = found(
        world(
          seed,
          300,
          (tools) => 0.5 + (tools.has('tool_3') ? 0.25 : 0) - (tools.has('tool_7') ? 0.25 : 0),
        ),
      );
      expect(() => foundFactorsSchema.parse(answer)).not.toThrow();
      for (const { kind, name, difference } of answer.factors) {
        const planted = kind === 'tool' && (name === 'tool_3' || name === 'tool_7');
        if (planted) right += 1;
        else wrong += 1;
        if (planted) expect(Math.sign(difference.value ?? 0)).toBe(name === 'tool_3' ? 1 : -1);
      }
    }
    expect(right).toBeGreaterThanOrEqual(36);
    // Of the findings one in twenty may be chance.
    expect(wrong).toBeLessThanOrEqual(6);
  });

  it('finds nothing in noise, in 95 of 100 worlds', () => {
    const worlds = Array.from({ length: 100 }, (_, seed) => found(world(seed + 1_000, 150, () => 0.6)));
    const fooled = worlds.filter(({ factors }) => factors.length > 0);
    expect(fooled.length).toBeLessThanOrEqual(8);
    const honest = worlds.find(({ factors }) => factors.length === 0);
    expect(honest?.sentence).toMatch(
      /^Nothing found: of \d+ things compared over 150 runs, none goes with success/,
    );
  });

  it('takes what only marks easy work for no reason', () => {
    // The tool is called in easy work mostly, and changes nothing there.
    const { executions, calls } = world(5, 400, (_, category) => (category === 'easy' ? 0.95 : 0.3));
    const marked = executions.filter(({ category }, index) => index % 10 < (category === 'easy' ? 9 : 1));
    const marks = marked.map(({ runId }) => ({
      runId,
      position: 1,
      tool: 'lint',
      success: true,
      durationMs: 1,
    }));
    const names = findFactors(executions, [...calls, ...marks]).factors.map(({ name }) => name);
    expect(names).toContain('easy');
    expect(names).not.toContain('lint');
  });

  it('says plainly when there is nothing to compare', () => {
    expect(findFactors([], [])).toMatchObject({
      factors: [],
      compared: 0,
      sentence: 'No run has finished yet.',
    });
    expect(findFactors([anExecution()], []).sentence).toMatch(/^Nothing found: too few runs/);
  });
});

describe('the chance of a difference', () => {
  it('is that of Cochran, Mantel and Haenszel', () => {
    // 15 of 20 against 5 of 20: |15 - 10| - 0.5 over √(20·20·20·20 / (40²·39)).
    const p = chanceOf([{ withRuns: 20, withSuccesses: 15, withoutRuns: 20, withoutSuccesses: 5 }]);
    expect(p).toBeCloseTo(0.00494, 4);
    expect(chanceOf([{ withRuns: 3, withSuccesses: 3, withoutRuns: 3, withoutSuccesses: 3 }])).toBeNull();
  });
});
