import type { Clock } from '../ports/clock.ts';

/** A clock that stands still until it is told to go on. */
export interface FixedClock extends Clock {
  /** Lets this many milliseconds pass. */
  advance(milliseconds: number): void;
}

/** Noon of the first of January 2025, UTC. */
const startOfTime: number = Date.UTC(2025, 0, 1, 12);

/**
 * Time under control of the test: it passes only by `advance`.
 *
 * @example
 * const clock = fixedClock();
 * clock.advance(1_500);
 * clock.elapsed(); // 1500
 */
export function fixedClock(start: number = startOfTime): FixedClock {
  let passed = 0;
  return {
    now: () => start + Math.floor(passed),
    elapsed: () => passed,
    advance(milliseconds) {
      passed += milliseconds;
    },
  };
}
