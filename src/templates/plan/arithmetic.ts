import type { Binding } from '../../records/plan.ts';

/** What two numbers make. */
export function operate(
  operation: Extract<Binding, { from: 'arithmetic' }>['operation'],
  left: number,
  right: number,
): number {
  switch (operation) {
    case 'add':
      return left + right;
    case 'subtract':
      return left - right;
    case 'multiply':
      return left * right;
    case 'divide':
      return left / right;
  }
}

/** Rounded as people round amounts: 1.005 has two decimals 1.01, whatever its binary form is. */
export function rounded(value: number, decimals: number): number {
  if (Number.isInteger(value)) return value;
  const scale = 10 ** decimals;
  const scaled = Number((Math.abs(value) * scale).toPrecision(15));
  return (Math.sign(value) * Math.round(scaled)) / scale + 0;
}

/** The sum of numbers. */
export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
