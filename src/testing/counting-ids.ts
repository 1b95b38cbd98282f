import type { Ids } from '../ports/clock.ts';

/**
 * Ids that count up, one row of numbers for each prefix, so that a test can name them beforehand.
 *
 * @example
 * const ids = countingIds();
 * ids('run'); // 'run_000001'
 * ids('run'); // 'run_000002'
 * ids('mem'); // 'mem_000001'
 */
export function countingIds(): Ids {
  const made = new Map<string, number>();
  return (prefix) => {
    const number = (made.get(prefix) ?? 0) + 1;
    made.set(prefix, number);
    return `${prefix}_${String(number).padStart(6, '0')}`;
  };
}
