import { termsOf } from '../text/terms.ts';

/**
 * How much of what a text says is said by each of the others, from 0 to 1: the terms they share, where those that
 * few of the others have count more.
 *
 * @example
 * sharedTerms('refund an order', ['refund order 42', 'deploy the site']); // [1, 0]
 */
export function sharedTerms(
  text: string,
  others: readonly string[],
  setOf: (text: string) => ReadonlySet<string> = (each) => new Set(termsOf(each)),
): number[] {
  const asked = setOf(text);
  const having = others.map(setOf);
  const weights = new Map(
    [...asked].map((term) => {
      const count = having.filter((terms) => terms.has(term)).length;
      return [term, Math.log(1 + (others.length - count + 0.5) / (count + 0.5))];
    }),
  );
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return having.map((terms) => {
    let shared = 0;
    for (const [term, weight] of weights) if (terms.has(term)) shared += weight;
    return total === 0 ? 0 : shared / total;
  });
}
