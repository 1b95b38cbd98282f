import { randomBytes, randomFillSync } from 'node:crypto';
import type { Clock, Ids, Random } from '../ports/clock.ts';

/** The machine's own clock and randomness: what the engine uses unless a test injects others. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
};

const pool = new Uint32Array(256);
let used = pool.length;

/** Cryptographic, because ids must not be guessable across tenants; drawn in blocks, because that is fast. */
export const systemRandom: Random = () => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return (pool[used++] ?? 0) / 2 ** 32;
};

export const systemSecret = (): string => randomBytes(32).toString('base64url');

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Ids in the form of a ULID behind a prefix: ten digits of time, sixteen of randomness. Within one process a
 * later id is always greater, even in the same millisecond.
 */
export function createIds(clock: Clock, random: Random): Ids {
  let lastTime = -1;
  let tail: number[] = [];
  /** All digits but the last: in the same millisecond only that one changes, but for every 32nd id. */
  let head = '';
  return (prefix) => {
    const now = clock.now();
    if (now > lastTime) {
      lastTime = now;
      tail = Array.from({ length: 16 }, () => Math.floor(random() * 32));
      head = timeDigits(now) + digitsOf(tail);
    } else {
      increase(tail);
      if (tail[15] === 0) head = timeDigits(lastTime) + digitsOf(tail);
    }
    return `${prefix}_${head}${alphabet[tail[15] ?? 0]}`;
  };
}

function digitsOf(tail: readonly number[]): string {
  return tail
    .slice(0, 15)
    .map((digit) => alphabet[digit])
    .join('');
}

/** The next number in base 32. Overflow would take 2^80 ids in one millisecond. */
function increase(digits: number[]): void {
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const digit = digits[index] ?? 0;
    digits[index] = (digit + 1) % 32;
    if (digit < 31) return;
  }
}

function timeDigits(time: number): string {
  let rest = time;
  let digits = '';
  for (let index = 0; index < 10; index += 1) {
    digits = alphabet[rest % 32] + digits;
    rest = Math.floor(rest / 32);
  }
  return digits;
}
