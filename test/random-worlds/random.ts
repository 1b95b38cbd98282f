/** Draws that are always the same for a seed. */
export interface SeededRandom {
  /** A whole number from 0 up to, but not including, the bound. */
  below(bound: number): number;
  /** A whole number within both bounds. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  oneOf<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
  /** So many of the items, in any order; fewer if there are not enough. */
  some<Item>(items: readonly Item[], count: number): Item[];
}

/**
 * Draws from a seed (mulberry32: small, quick, and without the patterns that neighbouring seeds show in simpler ones).
 *
 * @example
 * randomFrom(7).below(10); // the same digit every time
 */
export function randomFrom(seed: number): SeededRandom {
  let state = seed | 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(fraction() * bound);
  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, place: fraction() }))
      .sort((left, right) => left.place - right.place)
      .map(({ item }) => item);
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => fraction() < probability,
    oneOf: <Item>(items: readonly Item[]): Item => {
      if (items.length === 0) throw new Error('There is nothing to choose from.');
      return items[below(items.length)] as Item;
    },
    shuffled,
    some: (items, count) => shuffled(items).slice(0, count),
  };
}
