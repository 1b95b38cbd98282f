import type { Settings } from '../../config/settings.ts';
import { durationOf, type Execution, type RunHalves } from '../../records/execution.ts';
import { outcomeQualities, type Trend } from '../../records/execution-pattern.ts';
import { groupBy } from '../group-by.ts';
import { mean } from '../median.ts';
import { attemptOf, rankApproaches } from './approaches.ts';

type TrendSettings = Pick<Settings['learning'], 'trends' | 'halfLifeDays'>;

const maxApproaches = 3;

/** Rounding: 0.8 - 0.7 is not quite 0.1. */
const tolerance = 1e-9;

/**
 * The trend of a category (LRN-9): how its latest executions went, and the later half of all its executions compared with
 * the earlier half.
 */
export function trendOf(halves: RunHalves, executions: readonly Execution[], settings: TrendSettings): Trend {
  const latest = [...executions].sort(byEnd).slice(-settings.trends.executions);
  const attempts = latest.flatMap((execution) => attemptOf(execution));
  return {
    category: halves.of,
    direction: directionOf(halves, settings),
    executions: latest.length,
    compared: halves.runs,
    successRate: mean(latest.map(({ outcome }) => outcomeQualities[outcome])),
    meanMs: mean(latest.map(durationOf)),
    ...ratesOf(halves),
    approaches: rankApproaches(attempts, settings.halfLifeDays).slice(0, maxApproaches),
  };
}

/** The trend of every category, those with most executions first, then by name. */
export function categoryTrends(
  categories: readonly RunHalves[],
  executions: readonly Execution[],
  settings: TrendSettings,
): Trend[] {
  const byCategory = groupBy(executions, ({ category }) => category);
  return categories
    .toSorted((left, right) => right.runs - left.runs || ((left.of ?? '') < (right.of ?? '') ? -1 : 1))
    .map((halves) => trendOf(halves, byCategory.get(halves.of) ?? [], settings));
}

/** The trend of every agent over all categories (MET-2). */
export function agentTrends(
  agents: readonly RunHalves[],
  settings: TrendSettings,
): ReadonlyMap<string, Trend['direction']> {
  return new Map(
    agents.flatMap((halves) =>
      halves.of === null ? [] : [[halves.of, directionOf(halves, settings)] as const],
    ),
  );
}

function byEnd(left: Execution, right: Execution): number {
  return left.finishedAt - right.finishedAt || (left.runId < right.runId ? -1 : 1);
}

/** Success rates of both halves; that of nothing is null. */
function ratesOf({ runs, earlierSuccesses, laterSuccesses }: RunHalves): Pick<Trend, 'earlier' | 'later'> {
  const earlierRuns = Math.floor(runs / 2);
  const rate = (successes: number, of: number): number | null => (of === 0 ? null : successes / of);
  return {
    earlier: rate(earlierSuccesses, earlierRuns),
    later: rate(laterSuccesses, runs - earlierRuns),
  };
}

function directionOf(halves: RunHalves, { trends }: TrendSettings): Trend['direction'] {
  const { earlier, later } = ratesOf(halves);
  if (halves.runs < trends.least || earlier === null || later === null) return 'insufficient_data';
  const change = later - earlier;
  if (change > trends.change + tolerance) return 'improving';
  if (change < -trends.change - tolerance) return 'declining';
  return 'stable';
}
