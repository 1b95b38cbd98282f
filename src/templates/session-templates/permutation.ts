/** Up to this many divisions of the sessions are all counted; of more, this many are drawn at random. */
const maxWays = 20_000;
/** Groups for which no p-value could be this low are too small to be tested. */
const significanceLevel = 0.05;

/**
 * The p-value of the difference between the means of two groups, by a two-sided permutation test, which assumes nothing about
 * the distribution of the values. Null when the groups are so small that no difference could be significant.
 *
 * @example permutationTest([1, 1, 1, 1], [0, 0, 0, 0], Math.random); // 2 of 70 ways: 0.029
 */
export function permutationTest(
  left: readonly number[],
  right: readonly number[],
  random: () => number,
): number | null {
  const ways = combinations(left.length + right.length, left.length);
  const extremes = left.length === right.length ? 2 : 1;
  if (left.length < 2 || right.length < 2 || extremes / ways > significanceLevel) return null;
  const all = [...left, ...right];
  const expected = (sum(all) / all.length) * left.length;
  // Sums of the same values in another order differ in their last digits.
  const tolerance = 1e-9 * (1 + Math.max(...all.map(Math.abs)) * all.length);
  const observed = Math.abs(sum(left) - expected) - tolerance;
  const isAsExtreme = (chosen: number): boolean => Math.abs(chosen - expected) >= observed;
  if (ways <= maxWays) return countExtreme(all, left.length, isAsExtreme) / ways;
  let extreme = 1;
  for (let draw = 0; draw < maxWays; draw += 1) {
    if (isAsExtreme(sumOfSome(all, left.length, random))) extreme += 1;
  }
  return extreme / (maxWays + 1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The number of ways to choose `some` of n; large numbers are approximate. */
function combinations(n: number, some: number): number {
  let ways = 1;
  for (let index = 1; index <= some; index += 1) ways = (ways * (n - some + index)) / index;
  return Math.round(ways);
}

/** Goes through all ways to choose `some` of the values. */
function countExtreme(
  values: readonly number[],
  some: number,
  isAsExtreme: (chosen: number) => boolean,
): number {
  let extreme = 0;
  const choose = (from: number, left: number, chosen: number): void => {
    if (left === 0) {
      if (isAsExtreme(chosen)) extreme += 1;
      return;
    }
    for (let index = from; index <= values.length - left; index += 1) {
      choose(index + 1, left - 1, chosen + (values[index] ?? 0));
    }
  };
  choose(0, some, 0);
  return extreme;
}

/** The sum of `some` values drawn at random: a shuffle that stops after as many. */
function sumOfSome(values: readonly number[], some: number, random: () => number): number {
  const pool = [...values];
  let total = 0;
  for (let index = 0; index < some; index += 1) {
    const picked = index + Math.floor(random() * (pool.length - index));
    const value = pool[picked] ?? 0;
    pool[picked] = pool[index] ?? 0;
    total += value;
  }
  return total;
}
