/** Ways to divide the sessions that are all looked at; when there are more, as many are drawn by chance. */
const maxWays = 20_000;
/** A test that could not even be this sure tells nothing. */
const wantedLevel = 0.05;

/**
 * How likely two groups differ at least as much in their means when it is by chance who is in which: the permutation test,
 * two-sided, which assumes nothing about how the values are distributed. All ways to divide them are counted when they are
 * few; otherwise some are drawn. Null when the groups are so small that no difference could be told from chance.
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
  if (left.length < 2 || right.length < 2 || extremes / ways > wantedLevel) return null;
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

/** How many ways there are to choose some of n; large numbers are only as exact as needed. */
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

/** The sum of some values drawn by chance. Only as many are put in order as are needed. */
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
