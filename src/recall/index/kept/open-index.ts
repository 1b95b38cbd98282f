import type { IndexPlace, Store } from '../../../ports/store.ts';
import type { MeaningSpace } from '../../meaning.ts';
import { sharedBlocks } from '../../vectors/vectors.ts';
import { makeRoom } from '../columns.ts';
import { createShard, type Shard } from '../shard.ts';
import { type AboutShard, readAbout } from './about.ts';
import { numbersIn } from './bytes.ts';
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
  making: string,
): Promise<OpenedIndex> {
  let generation = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const kept = await store.keptIndex(place);
    generation = kept?.generation ?? 0;
    const about = kept && readAbout(kept.about, making);
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

/** Segments that are read at a time: of a large index not all bytes should be in memory twice. */
const segmentsAtOnce = 16;

async function openShard(
  store: IndexReads,
  place: IndexPlace,
  meaning: MeaningSpace | null,
  { agent, carried, segments: listed, totals }: AboutShard,
): Promise<KeptHome> {
  const kept = createKeptShard(store, place);
  const shard = createShard(agent, meaning?.space ?? null, carried, kept);
  const names = meaning === null ? wholeParts : [...wholeParts, partNames.sketches];
  const opened: Segment[] = [];
  try {
    makeRoom(shard.columns, Math.max(0, ...listed.map(endOf)));
    const sketched = listed.map(({ count }) => shard.vectors?.sketches.roomFor(count) ?? 0);
    sharedBlocks().expect(sketched.reduce((sum, bytes) => sum + bytes, 0));
    // In the order they were written: a later one tells values of earlier slots anew.
    for (const piece of inPieces(listed.toSorted(byNumber), segmentsAtOnce)) {
      const wanted = piece.flatMap((segment) => names.map((name) => ({ segment, name })));
      const parts = await kept.parts.read(wanted);
      for (const [index, segment] of piece.entries())
        opened.push(fill(shard, segment, parts.slice(index * names.length, (index + 1) * names.length)));
    }
    // The list says in which order their slots come.
    kept.replace(listed.map(({ number }) => opened.find((segment) => segment.number === number) as Segment));
    shard.adopt(totals, kept.parts.end);
    return { shard, kept };
  } catch (error) {
    shard.free();
    throw error;
  }
}

const byNumber = (left: Pick<Segment, 'number'>, right: Pick<Segment, 'number'>): number =>
  left.number - right.number;

function inPieces<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, piece) =>
    items.slice(piece * size, (piece + 1) * size),
  );
}

/** Fills in what is kept of a segment: its parts, in the order of their names. */
function fill(
  { columns, vectors, words }: Shard,
  segment: Omit<Segment, 'amended'>,
  [scanned, amendments, speakers, sketches]: readonly Uint8Array[],
): Segment {
  if (scanned?.length !== columnBytes(columns, 'scanned', segment.count)) throw new StaleIndex();
  unpackColumns(columns, 'scanned', segment.base, segment.count, scanned);
  const amended = amendments ?? new Uint8Array(0);
  amendColumns(columns, amended);
  words.nameSpeakers(pairsIn(numbersIn(speakers ?? new Uint8Array(0))));
  if (vectors !== null) {
    if (sketches?.length !== vectors.sketches.bytesFor(segment.count)) throw new StaleIndex();
    vectors.sketches.insert(segment.base, endOf(segment), sketches);
  }
  return { ...segment, amended: amendedSlots(amended) };
}

function pairsIn(numbers: Float64Array): Array<readonly [number, number]> {
  const count = Math.floor(numbers.length / 2);
  return Array.from({ length: count }, (_, index) => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0]);
}
