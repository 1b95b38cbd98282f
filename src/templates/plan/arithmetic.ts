import type { operations } from '../../records/plan.ts';

type Operator = (left: number, right: number) => number;

export const operators: Readonly<Record<(typeof operations)[number], Operator>> = {
  add: (left, right) => left + right,
  subtract: (left, right) => left - right,
  multiply: (left, right) => left * right,
  divide: (left, right) => left / right,
};

/** Rounded as people round amounts: 1.005 to two decimals is 1.01, whatever its binary form is. */
export function rounded(value: number, decimals: number): number {
  if (Number.isInteger(value)) return value;
  const scale = 10 ** decimals;
  const scaled = Number((Math.abs(value) * scale).toPrecision(15));
  return (Math.sign(value) * Math.round(scaled)) / scale + 0;
}

export function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
