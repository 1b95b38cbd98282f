import { formatPath } from '../../model/path.ts';
import { type Binding, operations } from '../../model/plan.ts';
import { operate, rounded } from '../../model/resolve.ts';
import { isDistinctive } from './telling.ts';
import type { Wanted } from './wanted.ts';

/** More numbers than this explain anything. */
const mostNumbers = 40;

interface Source {
  readonly value: number;
  readonly isInput: boolean;
  readonly binding: () => Binding;
}

/**
 * An amount that was calculated: the numbers of a collection added up, or two numbers put together. Only when there is
 * one way to explain it: among many numbers some give any sum.
 */
export function bindCalculated(wanted: Wanted): Binding | undefined {
  const { value } = wanted;
  if (typeof value !== 'number' || !isDistinctive(value)) return undefined;
  const decimals = decimalsOf(value);
  if (decimals > 6) return undefined;
  const sums = sumsOf(wanted).filter(({ sum }) => rounded(sum, decimals) === value);
  const [sum] = sums;
  if (sum !== undefined && sums.length === 1) {
    return { from: 'sum', step: sum.step, path: sum.path, decimals };
  }
  const numbers = numbersOf(wanted);
  if (numbers.length > mostNumbers) return undefined;
  // Whole numbers of results meet by accident: that two of them make it, a second run must show.
  const isTelling = !Number.isInteger(value) || wanted.again.length > 0;
  const ways = numbers.flatMap((left, at) =>
    numbers.flatMap((right, other) =>
      operations
        // An order that makes no difference is tried once.
        .filter(
          (operation) => at !== other && (operation === 'subtract' || operation === 'divide' || at < other),
        )
        .filter((operation) => rounded(operate(operation, left.value, right.value), decimals) === value)
        .filter(() => isTelling || left.isInput || right.isInput)
        .map((operation) => ({ left, right, operation })),
    ),
  );
  const [way] = ways;
  if (way === undefined || ways.length > 1) return undefined;
  return {
    from: 'arithmetic',
    operation: way.operation,
    left: way.left.binding(),
    right: way.right.binding(),
    decimals,
  };
}

function decimalsOf(value: number): number {
  return (String(value).split('.')[1] ?? '').length;
}

/** The numbers of every collection, added up; of the latest result that has such a collection. */
function sumsOf({ origins }: Wanted): Array<{ step: number; path: string; sum: number }> {
  return origins.earlier.flatMap(({ leaves }, step) => {
    const byPath = new Map<string, number[]>();
    for (const { general, itemDepth, value } of leaves) {
      if (itemDepth === 0 || typeof value !== 'number') continue;
      const path = formatPath(general);
      byPath.set(path, [...(byPath.get(path) ?? []), value]);
    }
    return [...byPath]
      .filter(([, numbers]) => numbers.length > 1)
      .map(([path, numbers]) => ({ step, path, sum: numbers.reduce((sum, number) => sum + number, 0) }));
  });
}

/** Numbers that say something, each value once: inputs first, then fixed places of the latest results. */
function numbersOf({ origins, parameters }: Wanted): Source[] {
  const inputs = Object.entries(origins.inputs).flatMap(([name, given]): Source[] =>
    typeof given === 'number'
      ? [
          {
            value: given,
            isInput: true,
            binding: () => ({
              from: 'parameter',
              name: parameters.add({ name, source: 'input', example: given }),
            }),
          },
        ]
      : [],
  );
  const results = origins.earlier
    .flatMap(({ leaves }, step) =>
      leaves.flatMap(({ itemDepth, path, value }): Source[] =>
        itemDepth === 0 && typeof value === 'number' && value !== 0 && value !== 1
          ? [{ value, isInput: false, binding: () => ({ from: 'result', step, path: formatPath(path) }) }]
          : [],
      ),
    )
    .reverse();
  const all = [...inputs, ...results];
  return all.filter(({ value }, index) => all.findIndex((other) => other.value === value) === index);
}
