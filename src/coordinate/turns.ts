/** Lets work under one name be done by a few at a time, in the order it came. */
export interface Turns {
  take<Result>(name: string, limit: number, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Creates turns.
 *
 * @example
 * const turns = createTurns();
 * await turns.take('ada', 1, () => build());
 */
export function createTurns(): Turns {
  const going = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  return {
    async take(name, limit, work) {
      const queue = waiting.get(name) ?? [];
      waiting.set(name, queue);
      if ((going.get(name) ?? 0) >= limit) await new Promise<void>((begin) => queue.push(begin));
      else going.set(name, (going.get(name) ?? 0) + 1);
      try {
        return await work();
      } finally {
        // The turn is handed on, so that nobody who comes now gets in between.
        const next = queue.shift();
        if (next === undefined) going.set(name, (going.get(name) ?? 1) - 1);
        else next();
      }
    },
  };
}
