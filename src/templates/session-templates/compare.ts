import { mean, median } from '../../learn/median.ts';
import {
  type ComparedFigure,
  type Comparison,
  comparedFigures,
  type TrialFigures,
} from '../../records/session-template.ts';
import { figureOf } from './figures.ts';
import { permutationTest } from './permutation.ts';

/** Figures of how long something took. Sessions in which it never came about count as longer than all others. */
const durations: readonly ComparedFigure[] = ['timeToFirstSuccessMs', 'callsToFirstSuccess'];

/**
 * Cold sessions against seeded ones, figure by figure. A session is one observation: its calls depend on each other, so that
 * counting calls would find differences everywhere. What lasts is compared by rank, because a few sessions last very
 * long and because one that never succeeded has a rank, but no duration.
 */
export function compareSessions(
  cold: readonly TrialFigures[],
  seeded: readonly TrialFigures[],
  random: () => number,
): readonly Comparison[] {
  return comparedFigures.map((figure) => {
    const lasts = durations.includes(figure);
    const values = (trials: readonly TrialFigures[]) => trials.map((trial) => figureOf(figure, trial));
    const known = (trials: readonly TrialFigures[]) =>
      values(trials).filter((value): value is number => value !== null);
    const tested = (trials: readonly TrialFigures[]) =>
      lasts ? values(trials).map((value) => value ?? Number.POSITIVE_INFINITY) : known(trials);
    const [left, right] = [tested(cold), tested(seeded)];
    const [first, second] = lasts ? ranks(left, right) : [left, right];
    const typical = lasts ? median : mean;
    return {
      figure,
      cold: typical(known(cold)),
      seeded: typical(known(seeded)),
      coldSessions: known(cold).length,
      seededSessions: known(seeded).length,
      effect: effectOf(left, right),
      p: permutationTest(first, second, random),
    };
  });
}

/** Places of the values among all of them; equal ones share theirs. */
function ranks(left: readonly number[], right: readonly number[]): [number[], number[]] {
  const all = [...left, ...right];
  const rank = (value: number): number =>
    all.filter((other) => other < value).length + all.filter((other) => other === value).length / 2;
  return [left.map(rank), right.map(rank)];
}

/** Cliff's delta. */
function effectOf(cold: readonly number[], seeded: readonly number[]): number | null {
  if (cold.length === 0 || seeded.length === 0) return null;
  let balance = 0;
  for (const one of cold) for (const other of seeded) balance += Math.sign(compared(other, one));
  return balance / (cold.length * seeded.length);
}

/** Two that never came about are equal; their difference would not be a number. */
function compared(left: number, right: number): number {
  return left === right ? 0 : left - right;
}

/** The words for a figure that differs. */
const words: Readonly<Record<ComparedFigure, string>> = {
  earlyErrorRate: 'error rate in the first 30 turns',
  timeToFirstSuccessMs: 'time to the first success',
  callsToFirstSuccess: 'calls to the first success',
  totalErrors: 'errors in all',
  toolDiversity: 'different tools',
};

/** From this probability on a difference is taken for chance. */
const significant = 0.05;

/** What an experiment comes to, in words that claim no more than was found. */
export function summaryOf(comparisons: readonly Comparison[], cold: number, seeded: number): string {
  const sizes = `${cold} cold and ${seeded} seeded sessions`;
  if (comparisons.every(({ p }) => p === null)) {
    return `Too few to tell: ${sizes}. From 4 of each on a difference can be told from chance.`;
  }
  const found = comparisons.filter(({ p }) => p !== null && p < significant);
  if (found.length === 0) return `No difference that could not be chance, in ${sizes}.`;
  const said = found.map(({ figure, effect, p }) => {
    const direction = (effect ?? 0) < 0 ? 'lower' : 'higher';
    return `${words[figure]}: ${direction} when seeded (p = ${(p ?? 0).toFixed(3)})`;
  });
  return `In ${sizes}: ${said.join('; ')}.`;
}
