import { EngramError } from '../errors.ts';

/**
 * The error that a piece of work is refused with; fails when it is not refused.
 *
 * @example
 * expect(refusal(() => parseStoreUrl('ftp://x')).code).toBe('unsupported');
 */
export function refusal(work: () => unknown): EngramError {
  try {
    work();
  } catch (error) {
    return asRefusal(error);
  }
  return asRefusal(undefined);
}

/** What was thrown, when it is a refusal. */
export function asRefusal(thrown: unknown): EngramError {
  if (EngramError.is(thrown)) return thrown;
  throw new Error(`Expected to be refused with an EngramError, but got: ${String(thrown)}`);
}
