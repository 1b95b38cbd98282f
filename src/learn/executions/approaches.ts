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

/** Runs of one approach that ended alike, at about the same time. */
export interface Attempts {
  readonly approach: string;
  readonly runs: number;
  /** Sum of outcome qualities. */
  readonly successes: number;
  /** Together. */
  readonly durationMs: number;
  readonly at: number;
  /** How much they count beside others: how similar they are to what is asked about. */
  readonly weight: number;
}

/** What a run that recovered from an error is called (ADP-2). It took the approach all the same. */
const recovered = /(?<=.)_recovered$/;

/** The attempt that a run was; none when it does not name its approach. */
export function attemptOf(execution: Execution, weight = 1): Attempts[] {
  const { approach, outcome, finishedAt } = execution;
  if (approach === null) return [];
  return [
    {
      approach,
      runs: 1,
      successes: outcomeQualities[outcome],
      durationMs: durationOf(execution),
      at: finishedAt,
      weight,
    },
  ];
}

/** Case and joining signs do not make another approach. */
export function approachKey(approach: string): string {
  const name = approach.replace(recovered, '');
  return normaliseTopic(name) ?? name;
}

/**
 * Every approach tried, best first: by what its success rate is at least, then by name. An attempt counts half for
 * each half-life it is older than the latest of its own approach, so that what an approach was long ago does not
 * bury what it is now, and an approach does not lose to a lucky new one because nobody used it lately.
 *
 * @example
 * rankApproaches(executions.flatMap((execution) => attemptOf(execution)), 30)[0]?.approach; // 'incremental'
 */
export function rankApproaches(attempts: readonly Attempts[], halfLifeDays: number): ApproachRecord[] {
  const byApproach = groupBy(attempts, ({ approach }) => approachKey(approach));
  return [...byApproach.values()].map((group) => recordOf(group, halfLifeDays)).sort(byPromise);
}

function recordOf(group: readonly Attempts[], halfLifeDays: number): ApproachRecord {
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

/** One order, whatever order they come in: the sum of decimal fractions depends on it in the last digit. */
function byTime(left: Attempts, right: Attempts): number {
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
  const byCategory = groupBy(tallies, ({ category }) => category);
  return [...byCategory].map(([category, group]) => ({
    category,
    approaches: rankApproaches(
      group.flatMap(({ approach, outcome, runs, durationMs, day }) =>
        approach === null
          ? []
          : [
              {
                approach,
                runs,
                successes: runs * outcomeQualities[outcome],
                durationMs,
                at: day * dayMs,
                weight: 1,
              },
            ],
      ),
      halfLifeDays,
    ),
  }));
}
