import type { Clock, Random } from '../../../../ports/clock.ts';

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** The clock of a story: it stands still until something takes time. What the engine itself does takes none. */
export interface StoryClock extends Clock {
  /** Lets time pass. */
  pass(milliseconds: number): void;
  /** Goes on to a time; never back. */
  goTo(time: number): void;
}

export function createStoryClock(start: number): StoryClock {
  let passed = 0;
  const pass = (milliseconds: number): void => {
    passed += Math.max(0, milliseconds);
  };
  return {
    now: () => start + Math.floor(passed),
    elapsed: () => passed,
    pass,
    goTo: (time) => pass(time - start - passed),
  };
}

/** Numbers that are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
