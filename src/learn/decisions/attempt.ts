import { normaliseTopic } from '../../records/memory.ts';
import type { ActionStatistics } from '../../records/pattern.ts';
import type { Source } from '../../records/record.ts';
import { eachOnce } from '../each-once.ts';
import { firstOf } from '../first-of.ts';
import { lowerBound, upperBound } from '../posterior.ts';
import { addedTo, agedTo, type CountedOutcome, emptyTally, type OutcomeTally } from './tally.ts';

/** Facts about the case in which an action was tried, such as its category, its size or the number of retries. */
export type Features = Readonly<Record<string, string | number | boolean>>;

/** One action that was tried in a situation, and how it went. Its weight is how similar the situation is. */
export interface Attempt extends CountedOutcome {
  readonly action: string;
  readonly source: Source;
  readonly features?: Features;
}

/** The moment of the question, and how fast attempts lose weight. */
export interface Ageing {
  readonly now: number;
  readonly halfLifeDays: number;
}

/** Old attempts keep at least this weight together: 95 of 100 last year still ranks above 1 of 1 today. */
const minWeight = 4;
const maxSources = 20;
/** Widths of the 80 % interval of the success rate. */
const sureWidth = 0.15;
const fairlySureWidth = 0.35;

interface ActionHistory {
  readonly attempts: Attempt[];
  tally: OutcomeTally;
  successes: number;
}

/**
 * Ranks every action that was tried by the lower bound of its success rate. Attempts fade in two ways: an old attempt
 * counts less than a newer one of the same action, so a thousand failures of last year do not bury twenty successes of
 * this week; and an action nobody tried lately counts less as a whole, but never less than `minWeight` attempts.
 *
 * @example
 * rankActions(attempts, { now, halfLifeDays: 30 })[0]?.action; // 'exponential-backoff'
 */
export function rankActions(attempts: readonly Attempt[], ageing: Ageing): ActionStatistics[] {
  const histories = new Map<string, ActionHistory>();
  const keyOf = eachOnce(actionKey);
  for (const written of attempts) {
    // A clock that was set back leaves attempts in the future; they count as made just now.
    const attempt = written.at > ageing.now ? { ...written, at: ageing.now } : written;
    const key = keyOf(attempt.action);
    const history = histories.get(key) ?? { attempts: [], tally: emptyTally, successes: 0 };
    history.attempts.push(attempt);
    history.tally = addedTo(history.tally, attempt, ageing.halfLifeDays);
    history.successes += attempt.quality;
    histories.set(key, history);
  }
  return [...histories]
    .map(([key, history]) => ({ key, statistics: statisticsOf(history, ageing) }))
    .sort((left, right) => byPromise(left.statistics, right.statistics) || (left.key < right.key ? -1 : 1))
    .map(({ statistics }) => statistics);
}

/** Case, white space and joining signs do not make another action. */
export function actionKey(action: string): string {
  return normaliseTopic(action) ?? '';
}

function statisticsOf({ attempts, tally, successes }: ActionHistory, ageing: Ageing): ActionStatistics {
  const newestFirst = firstOf(attempts, maxSources, byAge);
  const { weight, rate } = evidenceAt(tally, ageing);
  const [worked, failed] = [rounded(weight * rate), rounded(weight * (1 - rate))];
  const least = lowerBound(worked, failed);
  return {
    action: newestFirst[0]?.action ?? '',
    attempts: attempts.length,
    successes: rounded(successes),
    successRate: rounded(successes) / attempts.length,
    effective: rounded(weight),
    mean: (worked + 1) / (worked + failed + 2),
    lowerBound: least,
    sureness: surenessOf(upperBound(worked, failed) - least),
    lastAttemptAt: tally.newestAt,
    evidence: newestFirst.map(({ source }) => source),
  };
}

/** The weight of a tally now, and its success rate. */
function evidenceAt(tally: OutcomeTally, { now, halfLifeDays }: Ageing): { weight: number; rate: number } {
  if (tally.weight === 0) return { weight: 0, rate: 0 };
  const remembered = Math.min(tally.weight, minWeight);
  const weight = Math.max(remembered, agedTo(tally, now, halfLifeDays).weight);
  return { weight, rate: tally.successes / tally.weight };
}

/** Sums differ in their last digits by the order of what is added; equal evidence must count the same. */
function rounded(sum: number): number {
  return Math.round(sum * 1e9) / 1e9;
}

function surenessOf(width: number): ActionStatistics['sureness'] {
  if (width <= sureWidth) return 'sure';
  return width <= fairlySureWidth ? 'fairly sure' : 'unsure';
}

/** Newest first; attempts of the same moment by their text, so that the order of the input does not matter. */
function byAge(left: Attempt, right: Attempt): number {
  return (
    right.at - left.at ||
    alphabetically(left.action, right.action) ||
    alphabetically(left.source.id, right.source.id)
  );
}

function alphabetically(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function byPromise(left: ActionStatistics, right: ActionStatistics): number {
  return (
    right.lowerBound - left.lowerBound ||
    right.attempts - left.attempts ||
    right.lastAttemptAt - left.lastAttemptAt
  );
}
