import { numbersFrom } from '../agents-data.ts';

/** Draws that are the same for the same seed. */
export interface Draws {
  /** A whole number within both bounds. */
  between(low: number, high: number): number;
  oneOf<Item>(items: readonly [Item, ...Item[]]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/**
 * @example
 * drawsFrom(7).between(1, 6); // the same number every time
 */
export function drawsFrom(seed: number): Draws {
  const next = numbersFrom(seed);
  // Neighbouring seeds begin alike.
  for (let skipped = 0; skipped < 16; skipped += 1) next();
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    between,
    oneOf: (items) => items[between(0, items.length - 1)] ?? items[0],
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .sort((left, right) => left.place - right.place)
        .map(({ item }) => item),
  };
}
