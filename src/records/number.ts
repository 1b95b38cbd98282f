import * as z from 'zod';

/** How many of something there are. */
export const count = z.number().int().nonnegative();

/**
 * A whole number within limits. Chained checks (`z.number().int().min(1).max(5)`) would build four schemas, and there are
 * a hundred such numbers in the settings, which every command reads.
 *
 * @example
 * const limit = wholeNumber(1, 1_000).default(10);
 */
export function wholeNumber(minimum: number, maximum: number): z.ZodInt {
  return z.int().check(z.gte(minimum), z.lte(maximum));
}
