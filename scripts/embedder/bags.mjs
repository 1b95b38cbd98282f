// Texts as bags of word numbers, all in one array: what the trainer reads.

/** Turns pairs of texts into bags; a pair with an empty or an equal side teaches nothing and is left out. */
export function toBags(pairs, wordsOf, longest = 48) {
  const cells = [];
  const starts = [0];
  const keys = [];
  for (const [left, right] of pairs) {
    const sides = [wordsOf(left).slice(0, longest), wordsOf(right).slice(0, longest)];
    const names = sides.map((side) => side.toSorted((one, other) => one - other).join());
    if (sides.some((side) => side.length === 0) || names[0] === names[1]) continue;
    for (const [index, side] of sides.entries()) {
      cells.push(...side);
      starts.push(cells.length);
      keys.push(hash(names[index]));
    }
  }
  return {
    words: Uint16Array.from(cells),
    starts: Uint32Array.from(starts),
    keys: Int32Array.from(keys),
    pairs: keys.length / 2,
  };
}

function hash(text) {
  let value = 2166136261;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 16777619);
  return value;
}
