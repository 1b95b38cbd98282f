import { faded } from '../../records/confidence.ts';
import { durationOf, type Execution, type RunTally } from '../../records/execution.ts';
import {
  type ApproachRecord,
  type CategoryApproaches,
  outcomeQualities,
} from '../../records/execution-pattern.ts';
import { dayMs } from '../../records/lifetime.ts';
import { normaliseTopic } from '../../records/memory.ts';
import { groupBy } from '../group-by.ts';
import { lowerBound } from '../posterior.ts';

/** Runs of one approach with the same outcome, at about the same time. */
interface ApproachRuns {
  readonly approach: string;
  readonly runs: number;
  /** Sum of outcome qualities. */
  readonly successes: number;
  /** Sum of the durations. */
  readonly durationMs: number;
  readonly at: number;
  /** How similar they are to the task asked about. */
  readonly weight: number;
}

/** The approach of a run that recovered from an error ends like this (ADP-2). It took the approach all the same. */
const recovered = /(?<=.)_recovered$/;

/** A run as an attempt of its approach; none when it does not name one. */
export function attemptOf(execution: Execution, weight = 1): ApproachRuns[] {
  const { approach, outcome, finishedAt } = execution;
  if (approach === null) return [];
  const successes = outcomeQualities[outcome];
  return [{ approach, runs: 1, successes, durationMs: durationOf(execution), at: finishedAt, weight }];
}

/** Case and joining signs do not make another approach. */
export function approachKey(approach: string): string {
  const name = approach.replace(recovered, '');
  return normaliseTopic(name) ?? name;
}

/**
 * Ranks approaches by the lower bound of their success rate, then by name. An attempt counts half for each half-life it
 * is older than the latest of its own approach: old outcomes do not bury new ones, and an approach does not lose to a
 * lucky new one because nobody used it lately.
 *
 * @example
 * rankApproaches(executions.flatMap((execution) => attemptOf(execution)), 30)[0]?.approach; // 'incremental'
 */
export function rankApproaches(attempts: readonly ApproachRuns[], halfLifeDays: number): ApproachRecord[] {
  const byApproach = groupBy(attempts, ({ approach }) => approachKey(approach));
  return [...byApproach.values()].map((group) => recordOf(group, halfLifeDays)).sort(byPromise);
}

function recordOf(group: readonly ApproachRuns[], halfLifeDays: number): ApproachRecord {
  const latestFirst = [...group].sort(byTime);
  const { at = 0, approach = '' } = latestFirst[0] ?? {};
  let runs = 0;
  let successes = 0;
  let durationMs = 0;
  let supporting = 0;
  let opposing = 0;
  for (const attempts of latestFirst) {
    const counts = attempts.weight * faded(at - attempts.at, halfLifeDays);
    runs += attempts.runs;
    successes += attempts.successes;
    durationMs += attempts.durationMs;
    supporting += counts * attempts.successes;
    opposing += counts * (attempts.runs - attempts.successes);
  }
  return {
    approach: approach.replace(recovered, ''),
    attempts: runs,
    successes,
    successRate: successes / runs,
    lowerBound: lowerBound(supporting, opposing),
    meanMs: durationMs / runs,
  };
}

/** A fixed order, because the last digit of a sum of fractions depends on it. */
function byTime(left: ApproachRuns, right: ApproachRuns): number {
  return (
    right.at - left.at ||
    left.weight - right.weight ||
    left.successes - right.successes ||
    left.runs - right.runs ||
    (left.approach < right.approach ? -1 : 1)
  );
}

function byPromise(left: ApproachRecord, right: ApproachRecord): number {
  return right.lowerBound - left.lowerBound || (left.approach < right.approach ? -1 : 1);
}

/** The approaches of every category over the whole record, best first. */
export function approachesByCategory(
  tallies: readonly RunTally[],
  halfLifeDays: number,
): CategoryApproaches[] {
  return [...groupBy(tallies, ({ category }) => category)].map(([category, group]) => {
    const attempts = group.flatMap(({ approach, outcome, runs, durationMs, day }) => {
      const successes = runs * outcomeQualities[outcome];
      return approach === null ? [] : [{ approach, runs, successes, durationMs, at: day * dayMs, weight: 1 }];
    });
    return { category, approaches: rankApproaches(attempts, halfLifeDays) };
  });
}
