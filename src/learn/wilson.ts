/** How many standard deviations 95 % of a normal distribution lie within. */
export const deviations = 1.959963984540054;

/** The 95 % Wilson interval of a rate, which holds for few observations, too. A partial success counts half. */
export function wilsonInterval(successes: number, n: number): { low: number; high: number } {
  const rate = successes / n;
  const square = deviations ** 2;
  const centre = (rate + square / (2 * n)) / (1 + square / n);
  const margin = (deviations / (1 + square / n)) * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n ** 2));
  return {
    low: rate === 0 ? 0 : Math.max(0, centre - margin),
    high: rate === 1 ? 1 : Math.min(1, centre + margin),
  };
}
