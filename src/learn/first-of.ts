/**
 * The first items in an order, as sorting all and cutting the rest off gives them; items that are equal stay as they came. Of thousands
 * that are in about this order already, few are compared more than once.
 *
 * @example
 * firstOf([3, 1, 2], 2, (left, right) => left - right); // [1, 2]
 */
export function firstOf<Item>(
  items: readonly Item[],
  limit: number,
  compare: (left: Item, right: Item) => number,
): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    const last = first[limit - 1];
    if (last !== undefined && compare(last, item) <= 0) continue;
    first.splice(placeOf(item, first, compare), 0, item);
    if (first.length > limit) first.pop();
  }
  return first;
}

/** Where it goes among sorted ones: behind those that are equal to it. */
function placeOf<Item>(
  item: Item,
  sorted: readonly Item[],
  compare: (left: Item, right: Item) => number,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle] as Item, item) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
