/**
 * Lets so many pieces of work go on at once; the others wait, first come, first served.
 *
 * @example
 * const inTurn = atMost(4);
 * await Promise.all(urls.map((url) => inTurn(() => load(url))));
 */
export function atMost(count: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const waiting: Array<() => void> = [];
  let going = 0;
  return async (work) => {
    if (going < count) going += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Who waits takes the place over; it is not free in between.
      const next = waiting.shift();
      if (next === undefined) going -= 1;
      else next();
    }
  };
}
