import { dayMs } from '../../records/lifetime.ts';
import type { ActionStatistics } from '../../records/pattern.ts';
import { counted } from '../../text/counted.ts';
import { betaQuantile } from '../posterior.ts';

/** The action to take and the reason, in words. The action is null when nothing that was tried ever worked. */
export interface Advice {
  readonly action: ActionStatistics | null;
  readonly why: string;
}

/** The most promising action, such as one of which `19 of 20 attempts worked, the last 2 days ago.` */
export function recommend(ranked: readonly ActionStatistics[], now: number): Advice {
  if (ranked.length === 0) return { action: null, why: 'Nothing was tried in this situation yet.' };
  const action = ranked.find(({ successes }) => successes > 0) ?? null;
  if (action !== null) return { action, why: whyOf(action, now) };
  const attempts = ranked.reduce((sum, tried) => sum + tried.attempts, 0);
  return { action, why: `Nothing that was tried has worked: ${counted(attempts, 'attempt')}, all failed.` };
}

function whyOf({ attempts, successes, lastAttemptAt, sureness }: ActionStatistics, now: number): string {
  const last = attempts === 1 ? '' : 'the last ';
  const tally = `${shown(successes)} of ${counted(attempts, 'attempt')} worked, ${last}${daysAgo(now - lastAttemptAt)}`;
  return sureness === 'unsure' ? `${tally}. That is too little to be sure.` : `${tally}.`;
}

/** Partial successes leave fractions. */
function shown(successes: number): string {
  return String(Math.round(successes * 10) / 10);
}

function daysAgo(ageMs: number): string {
  const days = Math.floor(Math.max(0, ageMs) / dayMs);
  return days === 0 ? 'today' : `${counted(days, 'day')} ago`;
}

/** Draws an action by Thompson sampling: each is taken as often as it is likely to be the best one. */
export function explore(ranked: readonly ActionStatistics[], random: () => number): ActionStatistics | null {
  let best: ActionStatistics | null = null;
  let highest = -1;
  for (const action of ranked) {
    const strength = action.effective + 2;
    const drawn = betaQuantile(random(), action.mean * strength, (1 - action.mean) * strength);
    if (drawn <= highest) continue;
    best = action;
    highest = drawn;
  }
  return best;
}
