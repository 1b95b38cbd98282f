import { operate, rounded } from '../../model/arithmetic.ts';
import { formatPath } from '../../model/path.ts';
import { operations } from '../../model/plan.ts';
import type { Candidate, Moment } from './candidate.ts';
import type { RecordedCall } from './recorded-call.ts';
import { type Known, likeness, type Source } from './sources.ts';

/** Of more numbers, pairs that make a given one are found by accident. */
const maxNumbers = 40;

/** Numbers made of known ones: how many there were, what they add up to, what two of them make. */
export function calculated(
  value: number,
  key: string,
  { sources, counts }: Known,
  { earlier }: Moment,
): Candidate[] {
  const decimals = String(value).split('.')[1]?.length ?? 0;
  const numbers = [...sources, ...counts].filter(
    (source): source is Source & { value: number } => typeof source.value === 'number',
  );
  return [
    ...counts
      .filter((count) => count.value === value)
      .map(({ binding, bits, key: name }) => ({ binding, bits: bits - likeness(key, name) })),
    ...sumsIn(value, decimals, earlier),
    ...(numbers.length > maxNumbers ? [] : pairsOf(value, decimals, numbers)),
  ];
}

function sumsIn(value: number, decimals: number, earlier: Moment['earlier']): Candidate[] {
  const columns = earlier.flatMap((call, step) => columnsOf(call).map((column) => ({ ...column, step })));
  return columns
    .filter(({ sum, count }) => count > 1 && rounded(sum, decimals) === value)
    .map(({ step, path }) => ({
      binding: { from: 'sum' as const, step, path, decimals },
      bits: 5 + Math.log2(columns.length),
    }));
}

/** The numbers at one place of all items of a list. */
interface Column {
  readonly path: string;
  readonly sum: number;
  readonly count: number;
}

/** Every number of every later call is compared with the same sums. */
const knownColumns = new WeakMap<RecordedCall, readonly Column[]>();

function columnsOf(call: RecordedCall): readonly Column[] {
  const known = knownColumns.get(call);
  if (known !== undefined) return known;
  const columns = new Map<string, { path: string; sum: number; count: number }>();
  const paths = new Map<RecordedCall['leaves'][number]['general'], string>();
  for (const { itemDepth, value, general } of call.leaves) {
    if (itemDepth === 0 || typeof value !== 'number') continue;
    const path = paths.get(general) ?? formatPath(general);
    paths.set(general, path);
    const column = columns.get(path) ?? { path, sum: 0, count: 0 };
    column.sum += value;
    column.count += 1;
    columns.set(path, column);
  }
  const found = [...columns.values()];
  knownColumns.set(call, found);
  return found;
}

function pairsOf(
  value: number,
  decimals: number,
  numbers: ReadonlyArray<Source & { readonly value: number }>,
): Candidate[] {
  const found: Candidate[] = [];
  for (const [at, left] of numbers.entries()) {
    for (const [other, right] of numbers.entries()) {
      if (at === other) continue;
      for (const operation of operations) {
        // Which of two numbers comes first makes no difference here.
        if ((operation === 'add' || operation === 'multiply') && at > other) continue;
        if (isIdle(operation, left.value, right.value)) continue;
        if (rounded(operate(operation, left.value, right.value), decimals) !== value) continue;
        found.push({
          binding: { from: 'arithmetic', operation, left: left.binding, right: right.binding, decimals },
          bits: 2 + left.bits + right.bits,
        });
      }
    }
  }
  return found;
}

/** Adding nothing, or multiplying by one, explains nothing. */
function isIdle(operation: (typeof operations)[number], left: number, right: number): boolean {
  if (operation === 'add') return left === 0 || right === 0;
  if (operation === 'subtract') return right === 0;
  return operation === 'multiply' ? Math.abs(left) <= 1 || Math.abs(right) <= 1 : Math.abs(right) <= 1;
}
