import type { IndexPart } from '../../../ports/store.ts';
import type { MemoryColumns, MemoryDetails } from '../columns.ts';
import { documentIn } from '../postings.ts';
import type { Shard } from '../shard.ts';
import { sealed } from './bytes.ts';
import type { KeptHome } from './open-index.ts';
import { packAmendments, packColumns } from './pack-columns.ts';
import { packDetails } from './pack-details.ts';
import { bucketsFor, packLists } from './pack-lists.ts';
import { chunkPart, chunkSizes, listsPart, partNames, type Segment } from './segment.ts';

/** A segment as it will be kept. */
export interface PackedSegment {
  readonly segment: Segment;
  readonly parts: readonly IndexPart[];
  /** Its sketches, as they are among the parts. */
  readonly sketches: Uint8Array | null;
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

type NamedBytes = readonly [name: string, bytes: Uint8Array];

/**
 * Packs the slots of a shard from one to another into one segment, in place of segments that hold some of them. Of memories that
 * are gone nothing is left but their places.
 */
export async function packSegment(
  { shard, kept }: KeptHome,
  number: number,
  { from, to, replaced, amended }: SlotsToKeep,
): Promise<PackedSegment> {
  const { columns, vectors, words } = shard;
  const slots = Array.from({ length: to - from }, (_, index) => from + index);
  await Promise.all([shard.prepare(), shard.loadDetails(slots), shard.vectors?.load(slots)]);
  if (replaced.length > 0) await shard.loadTimes();
  blank(shard, from, to);
  const merged = await listsIn({ shard, kept }, replaced, from, to);
  const segment = { number, base: from, count: to - from, buckets: bucketsFor(merged), amended };
  const spoken = [...words.speakers].flatMap(([term, labels]) =>
    [...labels].filter((label) => merged.has(label)).flatMap((label) => [term, label]),
  );
  const sketches = vectors?.sketches.copyOut(from, to) ?? null;
  const named: NamedBytes[] = [
    [partNames.scanned, packColumns(columns, 'scanned', from, to)],
    [partNames.places, packColumns(columns, 'places', from, to)],
    [partNames.times, packColumns(columns, 'times', from, to)],
    [partNames.speakers, new Uint8Array(Float64Array.from(spoken).buffer)],
    [partNames.amendments, packAmendments(columns, amended)],
    ...packLists(merged, segment.buckets, from).map(
      (bytes, bucket): NamedBytes => [listsPart(bucket), bytes],
    ),
    ...inChunks('details', from, to, (first, end) => detailsOf(shard, first, end)),
    ...(sketches === null ? [] : [[partNames.sketches, sketches] as const]),
    ...(vectors === null ? [] : inChunks('vectors', from, to, (first, end) => vectorsOf(shard, first, end))),
  ];
  const parts = named.map(([name, bytes]) => ({ segment: number, name, bytes: sealed(bytes) }));
  return { segment, sketches, parts };
}

function inChunks(
  name: keyof typeof chunkSizes,
  from: number,
  to: number,
  pack: (first: number, end: number) => Uint8Array,
): NamedBytes[] {
  const chunks: NamedBytes[] = [];
  for (let first = from; first < to; first += chunkSizes[name])
    chunks.push([chunkPart(name, chunks.length), pack(first, Math.min(to, first + chunkSizes[name]))]);
  return chunks;
}

const goneDetails: MemoryDetails = { createdAt: 0, confidence: 0, confirmedAt: 0, success: Number.NaN };

function detailsOf({ columns, detailsOf: ofSlot }: Shard, from: number, to: number): Uint8Array {
  const slots = Array.from({ length: to - from }, (_, index) => from + index);
  const isGone = (slot: number): boolean => columns.dead[slot] === 1;
  return packDetails(
    slots.map((slot) => (isGone(slot) ? goneDetails : ofSlot(slot))),
    slots.map((slot) => (isGone(slot) ? '' : columns.ids.at(slot))),
  );
}

function vectorsOf({ columns, vectors }: Shard, from: number, to: number): Uint8Array {
  if (vectors === null) return new Uint8Array(0);
  const bytes = vectors.copyOut(from, to);
  for (let slot = from; slot < to; slot += 1)
    if (columns.dead[slot] === 1)
      bytes.fill(0, (slot - from) * vectors.stride, (slot - from + 1) * vectors.stride);
  return bytes;
}

const told = [
  'identity',
  'session',
  'position',
  'saying',
  'length',
  'windowLength',
  'createdAt',
] as const satisfies ReadonlyArray<keyof MemoryColumns>;

/** A memory that is gone leaves no number that was made from its words. */
function blank({ columns, vectors }: Shard, from: number, to: number): void {
  for (let slot = from; slot < to; slot += 1) {
    if (columns.dead[slot] === 0) continue;
    for (const name of told) columns[name][slot] = 0;
    vectors?.clear(slot);
  }
}

async function listsIn(
  { shard: { columns, words }, kept }: KeptHome,
  replaced: readonly Segment[],
  from: number,
  to: number,
): Promise<Map<number, number[]>> {
  const merged = new Map<number, number[]>();
  const add = (key: number, numbers: Uint32Array, start: number, end: number): void => {
    let list = merged.get(key);
    for (let at = start; at < end; at += 1) {
      const number = numbers[at] as number;
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
    for (const bucket of await kept.lists.all(segment))
      for (const key of bucket.keys) {
        const list = bucket.listOf(key);
        add(key, list, 0, list.length);
      }
  }
  for (const key of words.unkept.keys())
    for (const run of words.unkept.runs(key)) add(key, run.numbers, run.from, run.to);
  return merged;
}
