// A small seeded generator (mulberry32): the same seed gives the same table.
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Puts a list into random order, in place. */
export function shuffle(values, random) {
  for (let last = values.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random() * (last + 1));
    [values[last], values[chosen]] = [values[chosen], values[last]];
  }
  return values;
}
