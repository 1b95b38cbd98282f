import { median } from '../../learn/median.ts';
import { durationOf, type Execution, type RunTally } from '../../records/execution.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import type { Performance } from '../../records/report.ts';
import { share } from './intervals.ts';

/** Sums over finished runs. The median is that of the latest executions: tallies do not know single runs. */
export function performanceOf(tallies: readonly RunTally[], executions: readonly Execution[]): Performance {
  const sums = { inputTokens: 0, outputTokens: 0, modelCalls: 0, toolCalls: 0, failedSteps: 0 };
  const ended = { success: 0, partial: 0, failure: 0 };
  let durationMs = 0;
  for (const tally of tallies) {
    ended[tally.outcome] += tally.runs;
    durationMs += tally.durationMs;
    sums.inputTokens += tally.inputTokens;
    sums.outputTokens += tally.outputTokens;
    sums.modelCalls += tally.modelCalls;
    sums.toolCalls += tally.toolCalls;
    sums.failedSteps += tally.failedSteps;
  }
  const runs = ended.success + ended.partial + ended.failure;
  return {
    runs,
    succeeded: ended.success,
    partly: ended.partial,
    failed: ended.failure,
    successRate: successShare(tallies),
    meanMs: runs === 0 ? null : durationMs / runs,
    medianMs: median(executions.map(durationOf)),
    ...sums,
  };
}

/** The success rate with its interval. */
export function successShare(tallies: readonly RunTally[]): Performance['successRate'] {
  const runs = tallies.reduce((sum, tally) => sum + tally.runs, 0);
  const successes = tallies.reduce((sum, tally) => sum + tally.runs * outcomeQualities[tally.outcome], 0);
  return share(successes, runs, 'No run has finished yet.');
}
