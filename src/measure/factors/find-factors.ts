import { groupBy } from '../../learn/group-by.ts';
import type { Call, Execution } from '../../records/execution.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import type { FoundFactors, SuccessFactor } from '../../records/success-factor.ts';
import { counted } from '../../text/counted.ts';
import { comparedRates, type Stratum } from '../report/intervals.ts';
import { chanceOf } from './chance.ts';
import { featuresOf, type RunFeature } from './features.ts';

/** The share of findings that may be chance (Benjamini and Hochberg). */
const falseFindings = 0.05;
const maxFactors = 20;

/**
 * Finds what goes with success more than chance explains (LRN-13). Runs are compared with runs of the same category, so that what
 * only marks easy work is not taken for a reason; and the more is compared, the stronger a difference has to be. That something
 * goes with success does not say that it is the reason.
 */
export function findFactors(executions: readonly Execution[], calls: readonly Call[]): FoundFactors {
  const tested = withoutTwins(featuresOf(executions, calls)).flatMap((feature) =>
    tryFeature(feature, executions),
  );
  const inOrder = tested.toSorted((left, right) => left.p - right.p);
  const last = inOrder.findLastIndex(({ p }, place) => p <= (falseFindings * (place + 1)) / inOrder.length);
  const found = inOrder.slice(0, last + 1).slice(0, maxFactors);
  const isGood = ({ difference }: SuccessFactor): boolean => (difference.value ?? 0) > 0;
  const factors = [...found.filter(isGood), ...found.filter((factor) => !isGood(factor))];
  return {
    runs: executions.length,
    compared: tested.length,
    falseFindings,
    factors,
    sentence: sentenceFor(executions.length, tested.length, factors.length),
  };
}

/** Of features that the same runs have, the first: nothing tells them apart. */
function withoutTwins(features: readonly RunFeature[]): RunFeature[] {
  const first = groupBy(features, ({ runs }) => [...runs].sort().join('\n'));
  return [...first.values()].flatMap(([one]) => (one === undefined ? [] : [one]));
}

function tryFeature({ kind, name, runs }: RunFeature, executions: readonly Execution[]): SuccessFactor[] {
  // A category, or what stands for one, cannot be compared within categories.
  const groups = groupBy(executions, ({ category }) => (kind === 'category' ? null : category));
  const strata = [...groups.values()].map((group) => stratumOf(group, runs));
  const comparable = strata.filter(({ withRuns, withoutRuns }) => withRuns > 0 && withoutRuns > 0);
  const difference = comparedRates(comparable)?.difference;
  const p = chanceOf(comparable);
  if (difference === undefined || p === null) return [];
  const sum = (figure: (stratum: Stratum) => number): number =>
    comparable.reduce((total, stratum) => total + figure(stratum), 0);
  return [
    {
      kind,
      name,
      withRuns: sum(({ withRuns }) => withRuns),
      withoutRuns: sum(({ withoutRuns }) => withoutRuns),
      difference,
      p,
    },
  ];
}

function stratumOf(executions: readonly Execution[], runs: ReadonlySet<string>): Stratum {
  const counts = { withRuns: 0, withSuccesses: 0, withoutRuns: 0, withoutSuccesses: 0 };
  for (const { runId, outcome } of executions) {
    const has = runs.has(runId);
    counts[has ? 'withRuns' : 'withoutRuns'] += 1;
    counts[has ? 'withSuccesses' : 'withoutSuccesses'] += outcomeQualities[outcome];
  }
  return counts;
}

function sentenceFor(runs: number, compared: number, found: number): string {
  if (runs === 0) return 'No run has finished yet.';
  if (compared === 0) return 'Nothing found: too few runs differ in anything that can be compared.';
  const of = `${counted(compared, 'thing')} compared over ${counted(runs, 'run')}`;
  return found === 0
    ? `Nothing found: of ${of}, none goes with success more than chance explains.`
    : `Of ${of}, ${found} ${found === 1 ? 'goes' : 'go'} with success or failure more than chance explains.`;
}
