import { formatPath } from '../../json/path.ts';
import { operations } from '../../records/plan.ts';
import { operators, rounded } from './arithmetic.ts';
import type { Moment, PlanCandidate } from './candidate.ts';
import type { RecordedCall } from './recorded-call.ts';
import { type KnownSource, likeness, type ValuesKnown } from './sources.ts';

/** Among more numbers, a pair that gives the value is found by accident. */
const maxNumbers = 40;

/** Numbers calculated from known ones: counts, sums, and operations on two of them. */
export function calculated(
  value: number,
  key: string,
  { sources, counts }: ValuesKnown,
  { earlier }: Moment,
): PlanCandidate[] {
  const numbers = [...sources, ...counts].filter(
    (source): source is KnownSource & { value: number } => typeof source.value === 'number',
  );
  return [
    ...counts
      .filter((count) => count.value === value)
      .map(({ binding, bits, key: name }) => ({ binding, bits: bits - likeness(key, name) })),
    ...sumsIn(value, earlier),
    ...(numbers.length > maxNumbers ? [] : pairsOf(value, numbers)),
  ];
}

function sumsIn(value: number, earlier: Moment['earlier']): PlanCandidate[] {
  const columns = earlier.flatMap((call, step) => columnsOf(call).map((column) => ({ ...column, step })));
  return columns
    .filter(({ count }) => count > 1)
    .flatMap(({ step, path, sum, decimals: exact }) =>
      roundings(value, sum, exact).map((decimals) => ({
        binding: { from: 'sum' as const, step, path, decimals },
        bits: 5 + Math.log2(columns.length),
      })),
    );
}

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;

/** How many decimals may have been kept: as many as the value has, or all. 1.59 + 0.41 is 2, rounded or not. */
function roundings(value: number, made: number, exact: number): number[] {
  return [...new Set([decimalsOf(value), Math.min(exact, 12)])].filter(
    (decimals) => rounded(made, decimals) === value,
  );
}

/** The decimals of the exact result; a quotient may have infinitely many. */
function exactDecimals(operation: (typeof operations)[number], left: number, right: number): number {
  const [one, other] = [decimalsOf(left), decimalsOf(right)];
  return operation === 'multiply' ? one + other : operation === 'divide' ? 12 : Math.max(one, other);
}

/** The numbers at one place of all items of a list. */
interface NumberColumn {
  readonly path: string;
  readonly sum: number;
  readonly count: number;
  /** The most decimals that one of them has. */
  readonly decimals: number;
}

/** A cache: every number of every later call is compared with the same sums. */
const knownColumns = new WeakMap<RecordedCall, readonly NumberColumn[]>();

function columnsOf(call: RecordedCall): readonly NumberColumn[] {
  const known = knownColumns.get(call);
  if (known !== undefined) return known;
  const columns = new Map<string, { path: string; sum: number; count: number; decimals: number }>();
  const paths = new Map<RecordedCall['leaves'][number]['general'], string>();
  for (const { itemDepth, value, general } of call.leaves) {
    if (itemDepth === 0 || typeof value !== 'number') continue;
    const path = paths.get(general) ?? formatPath(general);
    paths.set(general, path);
    const column = columns.get(path) ?? { path, sum: 0, count: 0, decimals: 0 };
    column.sum += value;
    column.decimals = Math.max(column.decimals, decimalsOf(value));
    column.count += 1;
    columns.set(path, column);
  }
  const found = [...columns.values()];
  knownColumns.set(call, found);
  return found;
}

function pairsOf(
  value: number,
  numbers: ReadonlyArray<KnownSource & { readonly value: number }>,
): PlanCandidate[] {
  const found: PlanCandidate[] = [];
  for (const [at, left] of numbers.entries()) {
    for (const [other, right] of numbers.entries()) {
      if (at === other) continue;
      for (const operation of operations) {
        // These operations are commutative.
        if ((operation === 'add' || operation === 'multiply') && at > other) continue;
        if (isIdle(operation, left.value, right.value)) continue;
        const made = operators[operation](left.value, right.value);
        const exact = exactDecimals(operation, left.value, right.value);
        for (const decimals of roundings(value, made, exact))
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
