import type { Settings } from '../../config/settings.ts';
import { durationOf, type Execution } from '../../records/execution.ts';
import { outcomeQualities, type Trend } from '../../records/execution-pattern.ts';
import { groupBy } from '../group-by.ts';
import { mean } from '../median.ts';
import { attemptOf, rankApproaches } from './approaches.ts';

type TrendSettings = Pick<Settings['learning'], 'trends' | 'halfLifeDays'>;

const maxApproaches = 3;

/** Rounding: 0.8 - 0.7 is not quite 0.1. */
const tolerance = 1e-9;

/** The trend of a category (LRN-9): the later half of its latest executions compared with the earlier half. */
export function trendOf(category: string | null, executions: readonly Execution[], settings: TrendSettings) {
  const latest = [...executions].sort(byEnd).slice(-settings.trends.executions);
  const middle = Math.floor(latest.length / 2);
  const earlier = successRate(latest.slice(0, middle));
  const later = successRate(latest.slice(middle));
  const attempts = latest.flatMap((execution) => attemptOf(execution));
  return {
    category,
    direction: direction(latest.length, earlier, later, settings),
    executions: latest.length,
    successRate: successRate(latest),
    meanMs: mean(latest.map(durationOf)),
    earlier,
    later,
    approaches: rankApproaches(attempts, settings.halfLifeDays).slice(0, maxApproaches),
  } satisfies Trend;
}

/** The trend of every category that occurs, those with most executions first, then by name. */
export function categoryTrends(executions: readonly Execution[], settings: TrendSettings): Trend[] {
  return [...groupBy(executions, ({ category }) => category)]
    .sort(
      ([left, leftRuns], [right, rightRuns]) =>
        rightRuns.length - leftRuns.length || ((left ?? '') < (right ?? '') ? -1 : 1),
    )
    .map(([category, group]) => trendOf(category, group, settings));
}

/** The trend of every agent over all categories (MET-2). */
export function agentTrends(
  executions: readonly Execution[],
  settings: TrendSettings,
): ReadonlyMap<string, Trend['direction']> {
  const directions = new Map<string, Trend['direction']>();
  for (const [agent, group] of groupBy(executions, (execution) => execution.agent)) {
    if (agent !== null) directions.set(agent, trendOf(null, group, settings).direction);
  }
  return directions;
}

function byEnd(left: Execution, right: Execution): number {
  return left.finishedAt - right.finishedAt || (left.runId < right.runId ? -1 : 1);
}

function successRate(executions: readonly Execution[]): number | null {
  return mean(executions.map(({ outcome }) => outcomeQualities[outcome]));
}

function direction(
  executions: number,
  earlier: number | null,
  later: number | null,
  { trends }: TrendSettings,
): Trend['direction'] {
  if (executions < trends.least || earlier === null || later === null) return 'insufficient_data';
  const change = later - earlier;
  if (change > trends.change + tolerance) return 'improving';
  if (change < -trends.change - tolerance) return 'declining';
  return 'stable';
}
