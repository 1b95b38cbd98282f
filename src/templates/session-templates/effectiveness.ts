import { wilsonInterval } from '../../learn/wilson.ts';
import type { SessionTemplateContent } from '../../records/session-template.ts';

/** How sessions that were seeded with a version ended. */
export interface Effectiveness {
  /** Seeded sessions whose end is known. */
  readonly sessions: number;
  readonly successRate: number;
  /** The 95 % Wilson interval, which holds for few sessions, too. */
  readonly low: number;
  readonly high: number;
}

type Figures = Pick<SessionTemplateContent, 'successes' | 'failures'>;

/** Null while no seeded session has ended. */
export function effectivenessOf({ successes, failures }: Figures): Effectiveness | null {
  const sessions = successes + failures;
  if (sessions === 0) return null;
  return { sessions, successRate: successes / sessions, ...wilsonInterval(successes, sessions) };
}

/** A template without benefit is retired after this many times `judgedAfter` sessions. */
const uselessAfterFactor = 10;

/**
 * Why a version is to be retired, or undefined when it stays (SES-6). It is judged after `judgedAfter` seeded sessions,
 * against how cold sessions of its type end, or against one half while fewer than `judgedAfter` of them are known:
 *
 * - Even the upper bound of its success rate is below the cold rate: it does harm.
 * - After ten times as many sessions its success rate is not above the cold one: it does not help, and costs tokens.
 *
 * The cold rate is taken as if one more had succeeded and one more had failed: 5 of 5 is not certain.
 */
export function reasonToRetire(version: Figures, cold: Figures, judgedAfter: number): string | undefined {
  const effect = effectivenessOf(version);
  if (effect === null || effect.sessions < judgedAfter) return undefined;
  const coldSessions = cold.successes + cold.failures;
  const isKnown = coldSessions >= judgedAfter;
  const coldRate = isKnown ? (cold.successes + 1) / (coldSessions + 2) : 0.5;
  const baseline = isKnown ? `${percent(coldRate)} of ${coldSessions} cold ones do` : 'half is expected';
  const seeded = `${percent(effect.successRate)} of ${effect.sessions} seeded sessions succeeded`;
  if (effect.high < coldRate) return `It does harm: ${seeded}; ${baseline}.`;
  if (effect.sessions >= uselessAfterFactor * judgedAfter && effect.successRate <= coldRate) {
    return `It does not help: ${seeded}; ${baseline}.`;
  }
  return undefined;
}

function percent(rate: number): string {
  return `${Math.round(rate * 100)} %`;
}

/** The record by which templates are compared. */
export interface TemplateStanding extends Figures {
  readonly usage: number;
}

/**
 * The best of several (SES-3): the least used, until it is known how well they work; then the one with the highest lower
 * bound of its success rate. A new one beside known ones is tried first, but not for ever: where sessions end without an
 * outcome, it would displace what works.
 */
export function bestOf<Item extends TemplateStanding>(
  items: readonly Item[],
  judgedAfter: number,
): Item | undefined {
  const sessions = ({ successes, failures }: Item): number => successes + failures;
  const known = items.filter((item) => sessions(item) >= judgedAfter);
  const tried = items.filter(
    (item) => sessions(item) < judgedAfter && (known.length === 0 || item.usage < 2 * judgedAfter),
  );
  if (tried.length > 0) return tried.reduce((best, item) => (item.usage < best.usage ? item : best));
  const low = (item: Item): number => effectivenessOf(item)?.low ?? 0;
  return known.reduce<Item | undefined>(
    (best, item) => (best === undefined || low(item) > low(best) ? item : best),
    undefined,
  );
}
