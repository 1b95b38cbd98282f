/** How many standard deviations 95 % of a normal distribution lie within. */
export const deviations = 1.959963984540054;

interface Limits {
  readonly low: number;
  readonly high: number;
}

/** The 95 % Wilson interval of a rate, which holds for few observations, too. A partial success counts half. */
export function wilsonInterval(successes: number, n: number): Limits {
  const rate = successes / n;
  const square = deviations ** 2;
  const centre = (rate + square / (2 * n)) / (1 + square / n);
  const margin = (deviations / (1 + square / n)) * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n ** 2));
  return {
    low: rate === 0 ? 0 : Math.max(0, centre - margin),
    high: rate === 1 ? 1 : Math.min(1, centre + margin),
  };
}

/** A rate and how many observations it rests on; of weighted ones, as many as would make it as sure. */
export interface ObservedRate {
  readonly rate: number;
  readonly n: number;
}

/**
 * Newcombe's hybrid score interval (1998, method 10) of the difference `first` minus `second`, with 95 % certainty: the
 * distances of the Wilson limits of both rates, put together. It never leaves -1 to 1, and is wide where observations are few.
 *
 * @example
 * differenceInterval({ rate: 56 / 70, n: 70 }, { rate: 48 / 80, n: 80 }); // low 0.0524, high 0.3339
 */
export function differenceInterval(first: ObservedRate, second: ObservedRate): Limits {
  const one = wilsonInterval(first.rate * first.n, first.n);
  const other = wilsonInterval(second.rate * second.n, second.n);
  const difference = first.rate - second.rate;
  return {
    low: difference - Math.hypot(first.rate - one.low, other.high - second.rate),
    high: difference + Math.hypot(one.high - first.rate, second.rate - other.low),
  };
}
