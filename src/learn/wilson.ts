/** How many standard deviations 95 % of a normal distribution lie within. */
export const deviations = 1.959963984540054;

/**
 * The 95 % interval of Wilson around a rate, which holds for few observations, too. At 0 and 1 it ends there.
 *
 * @param successes need not be whole: a partial success counts half
 * @example wilsonInterval(8, 10); // { low: 0.49, high: 0.94 }
 */
export function wilsonInterval(
  successes: number,
  n: number,
): { readonly low: number; readonly high: number } {
  const rate = successes / n;
  const square = deviations ** 2;
  const centre = (rate + square / (2 * n)) / (1 + square / n);
  const margin = (deviations / (1 + square / n)) * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n ** 2));
  return {
    low: rate === 0 ? 0 : Math.max(0, centre - margin),
    high: rate === 1 ? 1 : Math.min(1, centre + margin),
  };
}
