import { type MemoryColumns, noSlot } from './columns.ts';
import { maxDocuments } from './postings.ts';
import type { ShardVectors } from './shard-vectors.ts';

/** How much the words and the meaning of the memories said just before and after count. */
export const neighbourWeights = {
  near: 0.4,
  /** Two places away. */
  far: 0.25,
  /** For a memory right after a question: it answers it without repeating the words of the question. */
  answered: 0.8,
} as const;

const { near, far, answered } = neighbourWeights;

/** A slot and its neighbours with their weights. */
export function windowOf(
  columns: MemoryColumns,
  slot: number,
): Array<readonly [slot: number, weight: number]> {
  const window: Array<readonly [number, number]> = [];
  visitWindow(columns, slot, (each, weight) => window.push([each, weight]));
  return window;
}

/** Visits a slot and its neighbours with their weights: the same as `windowOf`, without making lists of them. */
export function visitWindow(
  { before, after, asks }: MemoryColumns,
  slot: number,
  visit: (slot: number, weight: number) => void,
): void {
  visit(slot, 1);
  const left = before[slot] ?? noSlot;
  if (left !== noSlot) {
    visit(left, asks[left] === 1 ? answered : near);
    const further = before[left] ?? noSlot;
    if (further !== noSlot) visit(further, far);
  }
  const right = after[slot] ?? noSlot;
  if (right !== noSlot) {
    visit(right, near);
    const further = after[right] ?? noSlot;
    if (further !== noSlot) visit(further, far);
  }
}

export function windowLengthOf(columns: MemoryColumns, slot: number): number {
  return windowOf(columns, slot).reduce(
    (sum, [near, weight]) => sum + weight * (columns.length[near] ?? 0),
    0,
  );
}

export type Cosine = (left: number, right: number) => number;

/** Caches cosines: windows overlap, so most pairs are needed several times. */
export function remembering(vectors: Pick<ShardVectors, 'cosine'> | null): Cosine {
  const known = new Map<number, number>();
  return (left, right) => {
    const key = Math.min(left, right) * maxDocuments + Math.max(left, right);
    const before = known.get(key);
    if (before !== undefined) return before;
    const cosine = vectors?.cosine(left, right) ?? 0;
    known.set(key, cosine);
    return cosine;
  };
}

/** The length of the weighted sum of unit vectors follows from the cosines between them. */
export function windowNormOf(columns: MemoryColumns, cosine: Cosine, slot: number): number {
  const window = windowOf(columns, slot);
  let square = 0;
  window.forEach(([left, leftWeight], index) => {
    square += leftWeight * leftWeight * cosine(left, left);
    for (const [right, rightWeight] of window.slice(index + 1)) {
      square += 2 * leftWeight * rightWeight * cosine(left, right);
    }
  });
  return Math.sqrt(Math.max(square, 1e-6));
}
