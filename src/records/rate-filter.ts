import * as z from 'zod';

const form = /^(>=|<=|>|<|=)?\s*(\d+(?:\.\d+)?)\s*(%?)$/;

/**
 * Which success rates are wanted, as people type it: `>80%`, `<= 0.5`, `90%`. A bare number means at least that much;
 * without a percent sign a number up to 1 is a fraction.
 */
export const rateFilterSchema = z
  .string()
  .trim()
  .regex(form, 'must be a rate such as ">80%", "<=50%" or "0.8"')
  .refine((text) => boundOf(text) <= 1, 'must be at most 100%');

function boundOf(text: string): number {
  const [, , number = '0', percent = ''] = form.exec(text) ?? [];
  const value = Number(number);
  return percent === '%' || value > 1 ? value / 100 : value;
}

/**
 * Whether a success rate is wanted.
 *
 * @example
 * fitsRate('>80%', 0.9); // true
 */
export function fitsRate(filter: string, rate: number): boolean {
  const [, sign = '>='] = form.exec(filter) ?? [];
  const bound = boundOf(filter);
  switch (sign) {
    case '>':
      return rate > bound;
    case '<':
      return rate < bound;
    case '<=':
      return rate <= bound;
    case '=':
      return Math.abs(rate - bound) < 0.005;
    default:
      return rate >= bound;
  }
}
