/**
 * A number of things: `1 memory`, `1,200 memories`, `1.5 attempts`. Old outcomes count less than one, so that a number need
 * not be whole; it is shown with one digit behind the point at most.
 *
 * @example
 * counted(1, 'memory', 'memories'); // '1 memory'
 */
export function counted(count: number, one: string, several = `${one}s`): string {
  const figure = figureOf(count);
  return `${figure} ${figure === '1' ? one : several}`;
}

/** As `toLocaleString` writes it. For speed: its first call in a process loads the rules of languages. */
export function figureOf(count: number): string {
  // Halves are rounded by decimal digits, and large numbers are written with an exponent: only whole numbers are simple.
  if (!Number.isSafeInteger(count) || Object.is(count, -0))
    return count.toLocaleString('en', { maximumFractionDigits: 1 });
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/**
 * How often something happened: `never`, `once`, `3 times`.
 *
 * @example
 * `It was used ${times(1)}.`; // 'It was used once.'
 */
export function times(count: number): string {
  if (count === 0) return 'never';
  return count === 1 ? 'once' : counted(count, 'time');
}
