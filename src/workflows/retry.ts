import type { RetryPolicy } from '../ports/workflow-definition.ts';

const usualDelayMs = 1_000;
const usualMaxDelayMs = 60_000;

/**
 * How long to wait before the next try; null when there is none. Half of the time is left to chance, so that those that failed
 * together do not come back together.
 *
 * @example
 * delayBefore({ attempts: 3 }, 1, new Error('busy'), () => 0.5); // 750
 */
export function delayBefore(
  policy: RetryPolicy,
  attempt: number,
  error: unknown,
  random: () => number,
): number | null {
  const { attempts = 1, delayMs = usualDelayMs, maxDelayMs = usualMaxDelayMs, isWorthRetrying } = policy;
  if (attempt >= attempts || isWorthRetrying?.(error) === false) return null;
  const full = Math.min(maxDelayMs, delayMs * 2 ** (attempt - 1));
  return Math.round(full * (0.5 + random() / 2));
}
