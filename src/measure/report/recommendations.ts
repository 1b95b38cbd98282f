import type { Settings } from '../../config/settings.ts';
import type { CategoryReport, Remark } from '../../records/report.ts';
import { counted } from '../../text/counted.ts';
import { type ReportFacts, remark } from './remark.ts';
import { categoryName, duration, percent, points } from './words.ts';

/** An approach that takes at most this share of the usual time is worth naming. */
const clearlyFaster = 0.8;

/** What to do, the lowest success first: categories that seldom succeed, decline or take long (ADP-3). */
export function recommendations(facts: ReportFacts, settings: Settings['report']): Remark[] {
  const low = facts.categories
    .filter((category) => latelyOf(category).rate < settings.lowSuccess)
    .sort((left, right) => latelyOf(left).rate - latelyOf(right).rate)
    .map((category) => lowSuccess(category, settings.lowSuccess));
  const declining = facts.categories.flatMap(declines);
  const slow = facts.categories
    .filter(({ meanMs }) => (meanMs ?? 0) > settings.slowSeconds * 1_000)
    .sort((left, right) => (right.meanMs ?? 0) - (left.meanMs ?? 0))
    .map((category) => takesLong(category, settings.slowSeconds));
  return [...low, ...declining, ...slow, ...harms(facts)];
}

/** The success rate of the latest executions: what went wrong long ago and was put right is nothing to do. */
function latelyOf({ trend, successRate, runs }: CategoryReport): {
  readonly rate: number;
  readonly runs: number;
} {
  if (trend === null || trend.successRate === null) return { rate: successRate.value ?? 1, runs };
  return { rate: trend.successRate, runs: trend.executions };
}

function lowSuccess(report: CategoryReport, wanted: number): Remark {
  const { category, bestApproaches } = report;
  const { rate, runs } = latelyOf(report);
  const [best] = bestApproaches;
  const advice =
    best !== undefined && best.successRate > rate && best.successRate >= wanted
      ? `Use ${best.approach}, which succeeded in ${percent(best.successRate)} of ${counted(best.attempts, 'run')}.`
      : 'No approach has done better yet: try another one, and record what fixes its failures.';
  return remark(
    'success',
    `${categoryName(category)}: ${percent(rate)} of the last ${counted(runs, 'run')} succeeded, below ${percent(wanted)}. ${advice}`,
  );
}

function declines({ category, trend }: CategoryReport): Remark[] {
  if (trend?.direction !== 'declining') return [];
  return [
    remark(
      'trend',
      `${categoryName(category)} is declining: success went from ${percent(trend.earlier)} to ${percent(trend.later)} over ${counted(trend.compared, 'run')}. See what fails lately with \`engram learning failures --recent 7d\`.`,
    ),
  ];
}

function takesLong({ category, meanMs, runs, bestApproaches }: CategoryReport, slowSeconds: number): Remark {
  const fastest = [...bestApproaches].sort((left, right) => left.meanMs - right.meanMs)[0];
  const advice =
    fastest !== undefined && fastest.meanMs < (meanMs ?? 0) * clearlyFaster
      ? `${fastest.approach} takes ${duration(fastest.meanMs)}, with ${percent(fastest.successRate)} success.`
      : 'Save a run that went well as a template, or split such tasks.';
  return remark(
    'time',
    `${categoryName(category)} takes ${Math.round((meanMs ?? 0) / 1_000)} s on average over ${counted(runs, 'run')}, above ${slowSeconds} s. ${advice}`,
  );
}

function harms({ quality, prevention }: ReportFacts): Remark[] {
  const places = quality.harm.worse.map(
    ({ category, approach, difference, excessFailures }): Remark =>
      remark(
        'memory',
        `${categoryName(category)}${approach === null ? '' : ` with ${approach}`}: runs with memory fail more often than runs without (${points(difference.value ?? 0)}, about ${counted(Math.round(excessFailures), 'run')}). Look at the memories these runs are given, and forget what is wrong.`,
      ),
  );
  const checks = prevention
    .filter(({ enabled, right }) => enabled && right.n >= 3 && (right.value ?? 1) < 0.5)
    .map(
      ({ name, right }): Remark =>
        remark(
          'prevention',
          `The check ${name} is wrong more often than right: ${percent(right.value)} of ${counted(right.n, 'firing')} were. Make it narrower or switch it off.`,
        ),
    );
  return [...places, ...checks];
}
