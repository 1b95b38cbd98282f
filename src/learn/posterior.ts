/** Lanczos coefficients for the logarithm of the gamma function, good to 15 digits. */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  const shifted = x - 1;
  const base = shifted + 7.5;
  let series = lanczos[0] ?? 0;
  for (let index = 1; index < lanczos.length; index += 1) series += (lanczos[index] ?? 0) / (shifted + index);
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(series);
}

const tiny = 1e-300;

/** For the divisions of a continued fraction. */
const apart = (value: number): number => (value < tiny && value > -tiny ? tiny : value);

/** The continued fraction of the incomplete beta function (Lentz's method). */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / apart(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= 300; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / apart(1 + even * d);
    c = apart(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / apart(1 + odd * d);
    c = apart(1 + odd / c);
    const change = d * c;
    result *= change;
    if (Math.abs(change - 1) < 1e-12) break;
  }
  return result;
}

/** Probability that a Beta(a, b) variable is at most x. */
export function betaProbability(x: number, a: number, b: number, scale = logBeta(a, b)): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log(1 - x) - scale);
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** The value that a Beta(a, b) variable stays below with this probability. Fed with a random number it draws from it. */
export function betaQuantile(probability: number, a: number, b: number): number {
  const scale = logBeta(a, b);
  let low = 0;
  let high = 1;
  for (let round = 0; round < 50; round += 1) {
    const middle = (low + high) / 2;
    if (betaProbability(middle, a, b, scale) < probability) low = middle;
    else high = middle;
  }
  return low;
}

/** The logarithm of the beta function: how likely a given history of a successes and b failures is. */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** The chance that the true rate is below the bound. */
const doubt = 0.1;

/**
 * What the success rate is at least, with 90 % certainty: a quantile of the Beta posterior with a uniform prior.
 *
 * @example
 * lowerBound(1, 0); // 0.32
 * lowerBound(95, 5); // 0.91
 */
export function lowerBound(successes: number, failures: number): number {
  return betaQuantile(doubt, successes + 1, failures + 1);
}

/** What the success rate is at most, with 90 % certainty. */
export function upperBound(successes: number, failures: number): number {
  return betaQuantile(1 - doubt, successes + 1, failures + 1);
}
