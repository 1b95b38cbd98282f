import type { IndexPart } from '../../../ports/store.ts';
import type { MemoryColumns } from '../columns.ts';
import { packIds } from '../id-list.ts';
import { documentIn } from '../postings.ts';
import type { Shard } from '../shard.ts';
import { sealed } from './bytes.ts';
import type { KeptLists } from './kept-lists.ts';
import { packAmendments, packColumns } from './pack-columns.ts';
import { bucketsFor, packLists } from './pack-lists.ts';
import { listsPart, partNames, type Segment } from './segment.ts';

/** A segment as it will be kept. */
export interface PackedSegment {
  readonly segment: Segment;
  readonly parts: readonly IndexPart[];
  /** Its ids, as they are among the parts. */
  readonly ids: Uint8Array;
}

/**
 * Packs the slots of a shard from one to another into one segment, in place of segments that hold some of them. Of memories that
 * are gone nothing is left but their places.
 */
export async function packSegment(
  shard: Shard,
  lists: KeptLists,
  number: number,
  { from, to, replaced, amended }: SlotsToKeep,
): Promise<PackedSegment> {
  const { columns, matrix, unkept } = shard;
  blank(columns, from, to);
  const merged = await listsIn(shard, lists, replaced, from, to);
  const segment = { number, base: from, count: to - from, buckets: bucketsFor(merged), amended };
  const ids = packIds(Array.from({ length: to - from }, (_, index) => idAt(columns, from + index)));
  const spoken = [...unkept.speakers].flatMap(([term, labels]) =>
    [...labels].filter((label) => merged.has(label)).flatMap((label) => [term, label]),
  );
  const named: Array<readonly [name: string, bytes: Uint8Array]> = [
    [partNames.columns, packColumns(columns, from, to)],
    [partNames.ids, ids],
    [partNames.speakers, new Uint8Array(Float64Array.from(spoken).buffer)],
    [partNames.amendments, packAmendments(columns, amended)],
    ...packLists(merged, segment.buckets, from).map((bytes, bucket) => [listsPart(bucket), bytes] as const),
  ];
  const parts = named.map(([name, bytes]) => ({ segment: number, name, bytes: sealed(bytes) }));
  if (matrix !== null)
    parts.push({ segment: number, name: partNames.vectors, bytes: matrix.copyOut(from, to) });
  return { segment, ids, parts };
}

/** Slots that become one segment. */
export interface SlotsToKeep {
  readonly from: number;
  readonly to: number;
  /** The segments that hold slots from `from` on. */
  readonly replaced: readonly Segment[];
  /** Slots before `from` whose values are to be told anew. */
  readonly amended: readonly number[];
}

const idAt = (columns: MemoryColumns, slot: number): string =>
  columns.dead[slot] === 1 ? '' : columns.ids.at(slot);

/** A memory that is gone leaves no number that was made from its words. */
function blank(columns: MemoryColumns, from: number, to: number): void {
  for (let slot = from; slot < to; slot += 1) {
    if (columns.dead[slot] === 0) continue;
    for (const name of ['identity', 'session', 'position', 'saying', 'length', 'windowLength'] as const)
      columns[name][slot] = 0;
  }
}

async function listsIn(
  { columns, unkept }: Shard,
  lists: KeptLists,
  replaced: readonly Segment[],
  from: number,
  to: number,
): Promise<Map<number, number[]>> {
  const merged = new Map<number, number[]>();
  const add = (key: number, numbers: Uint32Array): void => {
    let list = merged.get(key);
    for (const number of numbers) {
      const slot = documentIn(number);
      if (slot < from || slot >= to || columns.dead[slot] === 1) continue;
      if (list === undefined) {
        list = [];
        merged.set(key, list);
      }
      list.push(number);
    }
  };
  for (const segment of replaced) {
    for (const bucket of await lists.all(segment))
      for (const key of bucket.keys) add(key, bucket.listOf(key));
  }
  for (const key of unkept.lists.keys())
    for (const run of unkept.lists.runs(key)) add(key, run.numbers.subarray(run.from, run.to));
  return merged;
}
