import { dayMs } from './lifetime.ts';
import type { Memory } from './memory.ts';

/** How much of the past still counts after a while: half of it after each half-life. */
export function faded(ageMs: number, halfLifeDays: number): number {
  return 0.5 ** (Math.max(0, ageMs) / dayMs / halfLifeDays);
}

/**
 * How sure a memory is now. What nobody confirms fades towards half of what it was; an outcome refreshes it.
 *
 * @example
 * confidenceAt({ confidence: 0.8, confirmedAt: null, createdAt: 0 }, 90 * 86_400_000, 90); // 0.6
 */
export function confidenceAt(
  memory: Pick<Memory, 'confidence' | 'confirmedAt' | 'createdAt'>,
  now: number,
  halfLifeDays: number,
): number {
  const age = now - (memory.confirmedAt ?? memory.createdAt);
  return memory.confidence * (0.5 + 0.5 * faded(age, halfLifeDays));
}
