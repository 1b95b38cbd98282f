import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock, Ids } from '../ports/clock.ts';
import { fixedClock } from '../testing/index.ts';
import { createIds, systemClock, systemRandom } from './system.ts';

const make = (ids: Ids, count: number): string[] => Array.from({ length: count }, () => ids('run'));
const isRising = (list: readonly string[]): boolean =>
  list.every((id, index) => index === 0 || id > (list[index - 1] ?? ''));

describe('ids', () => {
  it('have a prefix, ten digits of time and sixteen of chance', () => {
    expect(createIds(fixedClock(), systemRandom)('mem')).toMatch(/^mem_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(createIds(fixedClock(0), () => 0)('run')).toBe(`run_${'0'.repeat(26)}`);
    expect(createIds(fixedClock(2 ** 48 - 1), () => 0)('run')).toBe(`run_7ZZZZZZZZZ${'0'.repeat(16)}`);
  });

  it('sort by the time they were made', () => {
    const time = fc.nat({ max: 2 ** 48 - 1 });
    fc.assert(
      fc.property(time, time, (first, second) => {
        fc.pre(first < second);
        const earlier = createIds(fixedClock(first), systemRandom)('run');
        expect(earlier < createIds(fixedClock(second), systemRandom)('run')).toBe(true);
      }),
    );
  });

  it('rise within one millisecond, also over a full digit', () => {
    expect(isRising(make(createIds(fixedClock(), systemRandom), 2_000))).toBe(true);
    expect(
      make(
        createIds(fixedClock(), () => 0),
        34,
      ).at(-1),
    ).toMatch(/0{14}11$/);
  });

  it('rise when the clock goes back', () => {
    let now = 2_000;
    const clock: Clock = { now: () => now, elapsed: () => 0 };
    const ids = createIds(clock, systemRandom);
    const made = [2_000, 1_000, 1_500, 2_000, 2_001, 5].map((time) => {
      now = time;
      return ids('run');
    });
    expect(isRising(made)).toBe(true);
  });

  it('of two processes in one millisecond differ', () => {
    const all = Array.from({ length: 500 }, () => createIds(fixedClock(), systemRandom)('run'));
    expect(new Set(all).size).toBe(500);
  });
});

describe('the machine', () => {
  it('gives numbers from 0 to just below 1, beyond one block of them', () => {
    const numbers = Array.from({ length: 1_000 }, systemRandom);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    expect(new Set(numbers).size).toBeGreaterThan(990);
  });

  it('tells the time in whole milliseconds, and durations that never go back', () => {
    expect(Number.isInteger(systemClock.now())).toBe(true);
    const since = systemClock.elapsed();
    expect(systemClock.elapsed()).toBeGreaterThanOrEqual(since);
  });
});
