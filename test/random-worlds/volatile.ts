import type { SeededRandom } from './random.ts';

/** What differs between any two answers and means nothing: when, how long, which request. */
export interface Volatile {
  time(): string;
  requestId(): string;
  milliseconds(): number;
  /** A key, which is not recorded. */
  secret(): string;
}

/** The clock of a world stands still; only what answers say about themselves moves. */
export function createVolatile(random: SeededRandom): Volatile {
  const twoDigits = (number: number): string => String(number).padStart(2, '0');
  const hexadecimal = (): string => random.between(0x10000000, 0x7fffffff).toString(16);
  return {
    time: () =>
      `2026-11-${twoDigits(random.between(1, 28))}T${twoDigits(random.below(24))}:${twoDigits(random.below(60))}:${twoDigits(random.below(60))}Z`,
    requestId: () => `req_${hexadecimal()}${hexadecimal()}`,
    milliseconds: () => random.between(3, 950),
    secret: () => `sk-proj-Zx81${hexadecimal()}Qp${hexadecimal()}`,
  };
}
