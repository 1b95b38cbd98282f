/** Runs one round of work at a time. Each call waits for a round that begins after it; waiting calls share one. */
export function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const begin = (): Promise<Result> => {
    const round = work().finally(() => {
      if (current === round) current = undefined;
    });
    current = round;
    return round;
  };
  return () => {
    if (next !== undefined) return next;
    if (current === undefined) return begin();
    const after = () => {
      next = undefined;
      return begin();
    };
    next = current.then(after, after);
    return next;
  };
}
