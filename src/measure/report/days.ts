import { groupBy } from '../../learn/group-by.ts';
import type { RunTally } from '../../records/execution.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import { dayMs } from '../../records/lifetime.ts';
import type { ReportedDay } from '../../records/report.ts';
import { share } from './intervals.ts';

const maxDays = 90;
/** Days that a success rate is taken over: single days have few runs. */
const windowDays = 7;

/** Days since 1970, in UTC. */
export function dayAt(time: number): number {
  return Math.floor(time / dayMs);
}

/** As in `2026-03-31`. */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The last 90 days until `today`, oldest first, from the first one with runs on. Days without runs are there too. */
export function reportedDays(tallies: readonly RunTally[], today: number): ReportedDay[] {
  const byDay = groupBy(
    tallies.filter(({ day }) => day <= today && day > today - maxDays - windowDays),
    ({ day }) => day,
  );
  const endsOf = (day: number): { success: number; partial: number; failure: number } => {
    const ends = { success: 0, partial: 0, failure: 0 };
    for (const { outcome, runs } of byDay.get(day) ?? []) ends[outcome] += runs;
    return ends;
  };
  const withRuns = [...byDay.keys()].filter((day) => day > today - maxDays);
  const first = withRuns.reduce((least, day) => Math.min(least, day), today + 1);
  return Array.from({ length: today + 1 - first }, (_nothing, index): ReportedDay => {
    const day = first + index;
    const ends = endsOf(day);
    let runs = 0;
    let successes = 0;
    for (let past = day - windowDays + 1; past <= day; past += 1) {
      const { success, partial, failure } = endsOf(past);
      runs += success + partial + failure;
      successes += success + partial * outcomeQualities.partial;
    }
    return {
      date: dateOf(day),
      succeeded: ends.success,
      partly: ends.partial,
      failed: ends.failure,
      successRate: share(successes, runs, 'No run has finished in these seven days.'),
    };
  });
}
