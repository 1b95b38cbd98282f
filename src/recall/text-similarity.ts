/** The share of the terms of a text that each of the others has, from 0 to 1. Rare terms count more. */
export function sharedTerms(
  text: string,
  others: readonly string[],
  setOf: (text: string) => ReadonlySet<string>,
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
