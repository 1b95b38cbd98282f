import { groupBy } from '../../learn/group-by.ts';
import type { DecisionTally, RunTally } from '../../records/execution.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import type { Trial } from '../../records/lesson.ts';
import type { Figure, LearningQuality } from '../../records/quality.ts';
import type { Outcome } from '../../records/record.ts';
import { harm } from './harm.ts';
import { type BeforeAndAfter, comparedRates, reduction, share, unknownFigure } from './intervals.ts';
import { comparable, strataBy, tooFewRuns } from './strata.ts';

/** A run that was given a memory of an agent. */
export interface Transfer {
  readonly runId: string;
  /** The agent that knew it first. */
  readonly memoryAgent: string;
  readonly runAgent: string;
  readonly outcome: Outcome;
}

/** Failures of a pattern that has a check, and finished runs, before the check was made and since. */
export type GuardedPattern = BeforeAndAfter & { readonly pattern: string };

/** What learning quality is made from. */
export interface QualityInputs {
  readonly tallies: readonly RunTally[];
  readonly decisions: readonly DecisionTally[];
  /** Those of checks are read. */
  readonly trials: readonly Trial[];
  /** Patterns that have a check which is switched on. */
  readonly guarded: readonly GuardedPattern[];
  /** One for each run and memory of another agent; several of one run are counted once a pair. */
  readonly transfers: readonly Transfer[];
  /** Null when nobody counted them. */
  readonly memoriesDemoted: number | null;
}

const noRuns = 'No run has finished yet.';
const maxPairs = 20;

/** Whether learning helps, from the recorded runs, each figure with its interval (LRN-11). */
export function learningQuality(inputs: QualityInputs): LearningQuality {
  const { tallies } = inputs;
  const finished = sumOf(tallies);
  const informed = sumOf(tallies.filter((tally) => tally.informed));
  return {
    utilisation: utilisation(inputs.decisions),
    informedRuns: share(informed, finished, noRuns),
    lift: lift(tallies, finished),
    harm: harm(inputs, informed),
    recurrence: recurrence(inputs),
    transfer: transfer(inputs.transfers, informed),
  };
}

function utilisation(tallies: readonly DecisionTally[]): Figure {
  const count = (some: readonly DecisionTally[]): number =>
    some.reduce((sum, { decisions }) => sum + decisions, 0);
  const informed = tallies.filter((tally) => tally.informed);
  return share(count(informed), count(tallies), noRuns);
}

function sumOf(tallies: readonly RunTally[]): number {
  return tallies.reduce((sum, { runs }) => sum + runs, 0);
}

function lift(tallies: readonly RunTally[], finished: number): LearningQuality['lift'] {
  const strata = comparable(strataBy(tallies, ['category']));
  const compared = comparedRates(strata);
  const runsCompared = strata.reduce((sum, { withRuns, withoutRuns }) => sum + withRuns + withoutRuns, 0);
  const reason =
    finished === 0
      ? noRuns
      : strata.length > 0
        ? tooFewRuns
        : 'No category has runs with memory and runs without: there is nothing to compare.';
  return {
    difference: compared?.difference ?? unknownFigure(reason, runsCompared),
    withMemory: compared?.withRate ?? null,
    withoutMemory: compared?.withoutRate ?? null,
    relative:
      compared === undefined || compared.withoutRate === 0
        ? null
        : compared.withRate / compared.withoutRate - 1,
    categories: strata.length,
    runsLeftOut: finished - runsCompared,
  };
}

function recurrence({ guarded, trials }: QualityInputs): LearningQuality['recurrence'] {
  const results = trials.flatMap(({ content }) => (content.lesson.kind === 'check' ? [content.result] : []));
  const prevented = results.filter((result) => result === 'prevented').length;
  const happened = results.filter((result) => result === 'happened').length;
  const before = guarded.reduce((sum, pattern) => sum + pattern.before.failures, 0);
  const after = guarded.reduce((sum, pattern) => sum + pattern.after.failures, 0);
  const reason =
    guarded.length === 0
      ? 'No failure has a check yet; make one with `engram prevention generate --pattern P`.'
      : before === 0
        ? 'None of the failures that have a check was recorded before it was made.'
        : guarded.every((pattern) => pattern.before.runs === 0)
          ? 'No run had finished before the checks were made.'
          : 'No run has finished since the checks were made.';
  return {
    reduction: reduction(guarded) ?? unknownFigure(reason, before + after),
    before,
    after,
    patterns: guarded.length,
    prevented: share(
      prevented,
      prevented + happened,
      'No check has fired where it could be seen what came of it.',
    ),
  };
}

function transfer(transfers: readonly Transfer[], informed: number): LearningQuality['transfer'] {
  const others = transfers.filter(({ memoryAgent, runAgent }) => memoryAgent !== runAgent);
  const runs = new Map(others.map((given) => [given.runId, given]));
  const reason = 'No run was given a memory of another agent.';
  const pairs = groupBy(others, ({ memoryAgent, runAgent }) => JSON.stringify([memoryAgent, runAgent]));
  return {
    // Uses may be told of runs that are not in the tallies; a share is at most all.
    share: share(Math.min(runs.size, informed), informed, 'No run was given memories.'),
    successRate: share(qualityOf(runs.values()), runs.size, reason),
    pairs: [...pairs.values()]
      .flatMap((group) => {
        const [first] = group;
        if (first === undefined) return [];
        const ofPair = new Map(group.map((given) => [given.runId, given]));
        const successRate = qualityOf(ofPair.values()) / ofPair.size;
        return [{ from: first.memoryAgent, to: first.runAgent, runs: ofPair.size, successRate }];
      })
      .sort(
        (left, right) =>
          right.runs - left.runs || (`${left.from}\n${left.to}` < `${right.from}\n${right.to}` ? -1 : 1),
      )
      .slice(0, maxPairs),
  };
}

function qualityOf(transfers: Iterable<Transfer>): number {
  let sum = 0;
  for (const { outcome } of transfers) sum += outcomeQualities[outcome];
  return sum;
}
