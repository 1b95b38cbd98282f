import { groupBy } from '../group-by.ts';
import { logBeta } from '../posterior.ts';
import type { Attempt } from './attempt.ts';

/** A yes-or-no question about a case. The answer is no when the case does not have the feature. */
export type SplitQuestion =
  | { readonly feature: string; readonly above: number }
  | { readonly feature: string; readonly is: string | boolean };

/** An attempt with the key of its action, which all its spellings have in common. */
export interface Case extends Attempt {
  readonly key: string;
}

/** Attempts a side of a question must have. */
export const smallestSide = 5;
/** A split must explain the outcomes this many times better than no split, for each question that was tried. */
const oddsAgainstSplit = 20;

/** Successes and failures of each action on one side of a question. */
class Side {
  size = 0;
  /** The logarithm of how well one success rate for each action explains the outcomes of this side. */
  evidence = 0;
  private readonly counts = new Map<string, { successes: number; failures: number; evidence: number }>();

  move(action: string, quality: number, direction: 1 | -1): void {
    const count = this.counts.get(action) ?? { successes: 0, failures: 0, evidence: 0 };
    count.successes += direction * quality;
    count.failures += direction * (1 - quality);
    // Subtracting fractions may leave a count slightly below zero.
    const evidence = logBeta(Math.max(0, count.successes) + 1, Math.max(0, count.failures) + 1);
    this.evidence += evidence - count.evidence;
    count.evidence = evidence;
    this.counts.set(action, count);
    this.size += direction;
  }
}

interface SplitCandidate {
  readonly question: SplitQuestion;
  readonly gain: number;
}

/** Whether the answer is yes. */
export function answer(question: SplitQuestion, features: Attempt['features']): boolean {
  const value = features?.[question.feature];
  return 'above' in question ? typeof value === 'number' && value > question.above : value === question.is;
}

/**
 * The question that separates outcomes best, or null when none does better than chance. Gain is the Bayes factor
 * between "every action has a success rate on each side" and "one on both", so that more questions, fewer attempts and
 * smaller differences all need stronger evidence.
 */
export function bestQuestion(attempts: readonly Case[]): SplitQuestion | null {
  const together = sideOf(attempts).evidence;
  const candidates = featuresOf(attempts).flatMap((feature) => [
    ...numberQuestions(feature, attempts, together),
    ...valueQuestions(feature, attempts, together),
  ]);
  const best = candidates.reduce<SplitCandidate | null>(
    (leader, candidate) => (leader === null || candidate.gain > leader.gain + 1e-9 ? candidate : leader),
    null,
  );
  const needed = Math.log(oddsAgainstSplit * candidates.length);
  return best !== null && best.gain > needed ? best.question : null;
}

/** In alphabetical order, so that equal gains always give the same tree. */
function featuresOf(attempts: readonly Case[]): string[] {
  return [...new Set(attempts.flatMap(({ features }) => Object.keys(features ?? {})))].sort();
}

/** Thresholds between numbers that occur, from the highest down, so that each attempt is moved once. */
function* numberQuestions(feature: string, attempts: readonly Case[], together: number) {
  const known = attempts
    .map((attempt) => ({ attempt, value: attempt.features?.[feature] }))
    .filter((entry): entry is { attempt: Case; value: number } => Number.isFinite(entry.value))
    .sort((left, right) => right.value - left.value);
  if (known.length < smallestSide) return;
  const no = sideOf(attempts);
  const yes = sideOf([]);
  for (const [place, { attempt, value }] of known.entries()) {
    yes.move(attempt.key, attempt.quality, 1);
    no.move(attempt.key, attempt.quality, -1);
    const next = known[place + 1]?.value;
    if (next === value || yes.size < smallestSide) continue;
    if (no.size < smallestSide) return;
    // Below the last number there are only cases that do not know it.
    const above = next === undefined ? Math.ceil(value) - 1 : between(next, value);
    yield { question: { feature, above }, gain: yes.evidence + no.evidence - together };
  }
}

function* valueQuestions(feature: string, attempts: readonly Case[], together: number) {
  const byValue = [...groupBy(attempts, ({ features }) => features?.[feature])];
  for (const [value, having] of byValue.sort(([left], [right]) => (String(left) < String(right) ? -1 : 1))) {
    if (typeof value !== 'string' && typeof value !== 'boolean') continue;
    if (having.length < smallestSide || attempts.length - having.length < smallestSide) continue;
    const question = { feature, is: value };
    const yes = sideOf(having);
    const no = sideOf(attempts.filter(({ features }) => !answer(question, features)));
    yield { question, gain: yes.evidence + no.evidence - together };
  }
}

function sideOf(attempts: readonly Case[]): Side {
  const side = new Side();
  for (const { key, quality } of attempts) side.move(key, quality, 1);
  return side;
}

/** The number with the fewest digits from `low` up to just below `high`, near their middle. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  for (let digits = 0; digits <= 9; digits += 1) {
    const short = Math.floor(middle * 10 ** digits) / 10 ** digits;
    if (short >= low && short < high) return short;
  }
  return low;
}
