import type { IndexPlace, Store } from '../../../ports/store.ts';
import type { MeaningSpace } from '../../meaning.ts';
import { makeRoom } from '../columns.ts';
import { createShard, type Shard } from '../shard.ts';
import { type AboutShard, makingWith, readAbout } from './about.ts';
import { numbersIn } from './bytes.ts';
import { createKeptParts } from './kept-parts.ts';
import { createKeptShard, type KeptShard } from './kept-shard.ts';
import { amendColumns, amendedSlots, columnBytes, unpackColumns } from './pack-columns.ts';
import { endOf, partNames, type Segment, StaleIndex } from './segment.ts';

/** A shard with what is kept of it. */
export interface KeptHome {
  readonly shard: Shard;
  readonly kept: KeptShard;
}

/** An index as it was kept. */
export interface OpenedIndex {
  readonly generation: number;
  readonly mark: string | null;
  /** Nothing of it can be used. */
  readonly isUseless: boolean;
  readonly homes: readonly KeptHome[];
}

type IndexReads = Pick<Store, 'keptIndex' | 'indexParts'>;

/** Tried so often when other processes replace segments while they are read. */
const attempts = 3;

/** Reads what every search needs of the kept index of a project. One that is damaged or was made in another way is useless. */
export async function openIndex(
  store: IndexReads,
  place: IndexPlace,
  meaning: MeaningSpace | null,
): Promise<OpenedIndex> {
  let generation = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const kept = await store.keptIndex(place);
    generation = kept?.generation ?? 0;
    const about = kept && readAbout(kept.about, makingWith(meaning?.embedder.id ?? null));
    if (about === undefined) break;
    const { mark, shards } = about;
    const homes: KeptHome[] = [];
    try {
      for (const shard of shards) homes.push(await openShard(store, place, meaning, shard));
      return { generation, mark, isUseless: false, homes };
    } catch (error) {
      for (const { shard } of homes) shard.free();
      if (!(error instanceof StaleIndex || error instanceof RangeError)) throw error;
    }
  }
  return { generation, mark: null, isUseless: true, homes: [] };
}

const wholeParts = [partNames.scanned, partNames.amendments, partNames.speakers] as const;

async function openShard(
  store: IndexReads,
  place: IndexPlace,
  meaning: MeaningSpace | null,
  { agent, carried, segments: listed, totals }: AboutShard,
): Promise<KeptHome> {
  const names = meaning === null ? wholeParts : [...wholeParts, partNames.sketches];
  const wanted = listed.flatMap((segment) => names.map((name) => ({ segment, name })));
  const read = await createKeptParts(store, place).read(wanted);
  const parts = new Map(
    wanted.map(({ segment, name }, index) => [`${segment.number} ${name}`, read[index] as Uint8Array]),
  );
  const partOf = ({ number }: Pick<Segment, 'number'>, name: string): Uint8Array =>
    parts.get(`${number} ${name}`) as Uint8Array;
  const segments = listed.map((segment) => ({
    ...segment,
    amended: amendedSlots(partOf(segment, partNames.amendments)),
  }));
  const kept = createKeptShard(store, place, segments);
  const shard = createShard(agent, meaning?.space ?? null, carried, kept);
  try {
    fill(shard, segments, partOf);
    shard.adopt(totals, kept.parts.end);
    return { shard, kept };
  } catch (error) {
    shard.free();
    throw error;
  }
}

function fill(
  { columns, vectors, words }: Shard,
  segments: readonly Segment[],
  partOf: (segment: Segment, name: string) => Uint8Array,
): void {
  makeRoom(columns, Math.max(0, ...segments.map(endOf)));
  // In the order they were written: a later one tells values of earlier slots anew.
  for (const segment of segments.toSorted((left, right) => left.number - right.number)) {
    const bytes = partOf(segment, partNames.scanned);
    if (bytes.length !== columnBytes(columns, 'scanned', segment.count)) throw new StaleIndex();
    unpackColumns(columns, 'scanned', segment.base, segment.count, bytes);
    amendColumns(columns, partOf(segment, partNames.amendments));
  }
  for (const segment of segments) {
    const spoken = numbersIn(partOf(segment, partNames.speakers));
    words.nameSpeakers(pairsIn(spoken));
    if (vectors === null) continue;
    const sketches = partOf(segment, partNames.sketches);
    if (sketches.length !== vectors.sketches.bytesFor(segment.count)) throw new StaleIndex();
    vectors.sketches.copyIn(segment.base, endOf(segment), sketches);
  }
}

function pairsIn(numbers: Float64Array): Array<readonly [number, number]> {
  const count = Math.floor(numbers.length / 2);
  return Array.from({ length: count }, (_, index) => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0]);
}
