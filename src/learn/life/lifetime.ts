import type { Settings } from '../../config/settings.ts';
import { shortTermMs } from '../../records/lifetime.ts';
import type { Memory } from '../../records/memory.ts';
import { times } from '../../text/counted.ts';
import { type Change, changed } from './change.ts';

/** `long-term` stays, `short-term` goes unless it proves useful, `dated` goes at a moment somebody chose. */
export type Lifetime = 'long-term' | 'short-term' | 'dated';

/**
 * How long a memory is meant to live. It is short-term when it expires exactly `shortTermDays` after it was recorded, to
 * the millisecond. Every other expiry was chosen by somebody and is kept.
 */
export function lifetimeOf(
  memory: Pick<Memory, 'createdAt' | 'expiresAt'>,
  settings: Pick<Settings['memory'], 'shortTermDays'>,
): Lifetime {
  if (memory.expiresAt === null) return 'long-term';
  return memory.expiresAt - memory.createdAt === shortTermMs(settings) ? 'short-term' : 'dated';
}

/** How much the record of a memory supports keeping it: a use counts 1, a success 2, a failure -2. */
export function supportOf({ accessCount, evidence }: Pick<Memory, 'accessCount' | 'evidence'>): number {
  return accessCount + 2 * (evidence.successes - evidence.failures);
}

/** A short-term memory that keeps being used or confirmed loses its expiry (MEM-3); null for every other. */
export function promotion(memory: Memory, settings: Settings['memory']): Change | null {
  if (lifetimeOf(memory, settings) !== 'short-term' || memory.standing !== 'active') return null;
  if (supportOf(memory) < settings.promoteAfterUses) return null;
  const note = `It was used ${times(memory.accessCount)} and is kept for good.`;
  return changed(memory, { expiresAt: null }, 'promoted', note);
}
