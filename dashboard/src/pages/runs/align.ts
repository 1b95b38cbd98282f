/** A step of one run beside its counterpart in the other; null where the other has none. */
export interface AlignedPair<Item> {
  readonly left: Item | null;
  readonly right: Item | null;
}

/**
 * Puts two lists side by side so that as many equal items as possible stand in one line (longest common subsequence).
 *
 * @example
 * align(['a', 'b'], ['b'], (item) => item); // [{ left: 'a', right: null }, { left: 'b', right: 'b' }]
 */
export function align<Item>(
  left: readonly Item[],
  right: readonly Item[],
  keyOf: (item: Item) => string,
): AlignedPair<Item>[] {
  const common = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  const isSame = (row: number, column: number): boolean =>
    keyOf(left[row] as Item) === keyOf(right[column] as Item);
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1)
      (common[row] as number[])[column] = isSame(row, column)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
  const pairs: AlignedPair<Item>[] = [];
  let [row, column] = [0, 0];
  while (row < left.length || column < right.length) {
    if (row < left.length && column < right.length && isSame(row, column)) {
      pairs.push({ left: left[row] as Item, right: right[column] as Item });
      row += 1;
      column += 1;
    } else if (column >= right.length || (row < left.length && at(row + 1, column) >= at(row, column + 1))) {
      pairs.push({ left: left[row] as Item, right: null });
      row += 1;
    } else {
      pairs.push({ left: null, right: right[column] as Item });
      column += 1;
    }
  }
  return pairs;
}
