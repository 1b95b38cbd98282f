import type { SeededRandom } from '../random.ts';
import { randomDate } from '../words.ts';

export type Comparison = '<' | '<=' | '>' | '>=';
const comparisons: readonly Comparison[] = ['<', '<=', '>', '>='];

export const randomComparison = (random: SeededRandom): Comparison => random.oneOf(comparisons);

export function holds<Value extends number | string>(
  left: Value,
  comparison: Comparison,
  right: Value,
): boolean {
  switch (comparison) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

/** The same seen from the other side: `a < b` is `b > a`. */
export const mirrored: Readonly<Record<Comparison, Comparison>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** A number, often near the limit, for which the comparison with it comes out as wanted. */
export function numberFor(
  comparison: Comparison,
  limit: number,
  wanted: boolean,
  random: SeededRandom,
): number {
  if (holds(limit, comparison, limit) === wanted && random.chance(0.15)) return limit;
  const distance = random.chance(0.3)
    ? random.between(1, 2)
    : random.between(1, Math.max(3, Math.floor(limit / 2)));
  const isAbove = holds(limit + 1, comparison, limit) === wanted;
  return Math.round((isAbove ? limit + distance : limit - distance) * 100) / 100;
}

export function dateFor(
  comparison: Comparison,
  limit: string,
  wanted: boolean,
  random: SeededRandom,
): string {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const date = randomDate(random);
    if (holds(date, comparison, limit) === wanted) return date;
  }
  return limit.replace('2026', holds('2025', comparison, '2026') === wanted ? '2025' : '2027');
}
