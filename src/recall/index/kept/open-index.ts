import type { ProjectOfUser, Store } from '../../../ports/store.ts';
import type { MeaningSpace } from '../../meaning.ts';
import { makeRoom } from '../columns.ts';
import { createShard, type Shard } from '../shard.ts';
import { type KeptShard, makingWith, readAbout } from './about.ts';
import { numbersIn, unsealed } from './bytes.ts';
import { type KeptLists, openKeptLists } from './kept-lists.ts';
import { amendColumns, amendedSlots, columnBytes, unpackColumns } from './pack-columns.ts';
import { endOf, partNames, type Segment, StaleIndex } from './segment.ts';

/** A shard with what is kept of it. */
export interface KeptHome {
  readonly shard: Shard;
  readonly lists: KeptLists;
  segments: readonly Segment[];
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

/** Reads the kept index of a project, but not the lists of its words. One that is damaged or was made in another way is useless. */
export async function openIndex(
  store: IndexReads,
  place: ProjectOfUser,
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

async function openShard(
  store: IndexReads,
  place: ProjectOfUser,
  meaning: MeaningSpace | null,
  { agent, carried, segments: kept }: KeptShard,
): Promise<KeptHome> {
  const names = [...Object.values(partNames)].filter(
    (name) => meaning !== null || name !== partNames.vectors,
  );
  const wanted = kept.flatMap(({ number }) => names.map((name) => ({ segment: number, name })));
  const parts = new Map(
    (await store.indexParts(place, wanted)).map(({ segment, name, bytes }) => [`${segment} ${name}`, bytes]),
  );
  const partOf = ({ number }: Pick<Segment, 'number'>, name: string): Uint8Array => {
    const bytes = parts.get(`${number} ${name}`);
    if (bytes === undefined) throw new StaleIndex();
    // Vectors are most of an index. A wrong one makes a search worse, and no other part wrong.
    return name === partNames.vectors ? bytes : unsealed(bytes);
  };
  const segments = kept.map((segment) => ({
    ...segment,
    amended: amendedSlots(partOf(segment, partNames.amendments)),
  }));
  const lists = openKeptLists(store, place, segments);
  const shard = createShard(agent, meaning?.space.newMatrix() ?? null, carried, lists);
  try {
    fill(shard, segments, meaning?.space.bytesPerVector ?? 0, partOf);
    return { shard, lists, segments };
  } catch (error) {
    shard.free();
    throw error;
  }
}

function fill(
  shard: Shard,
  segments: readonly Segment[],
  bytesPerVector: number,
  partOf: (segment: Segment, name: string) => Uint8Array,
): void {
  const { columns, matrix } = shard;
  makeRoom(columns, Math.max(0, ...segments.map(endOf)));
  // In the order they were written: a later one tells values of earlier slots anew.
  for (const segment of segments.toSorted((left, right) => left.number - right.number)) {
    const bytes = partOf(segment, partNames.columns);
    if (bytes.length !== columnBytes(columns, segment.count)) throw new StaleIndex();
    unpackColumns(columns, segment.base, segment.count, bytes);
    amendColumns(columns, partOf(segment, partNames.amendments));
  }
  const speakers: Array<readonly [number, number]> = [];
  for (const segment of segments) {
    columns.ids.addPacked(partOf(segment, partNames.ids));
    const spoken = numbersIn(partOf(segment, partNames.speakers));
    for (let at = 0; at + 1 < spoken.length; at += 2) speakers.push([spoken[at] ?? 0, spoken[at + 1] ?? 0]);
    if (matrix === null) continue;
    const vectors = partOf(segment, partNames.vectors);
    if (vectors.length !== segment.count * bytesPerVector) throw new StaleIndex();
    matrix.copyIn(segment.base, vectors);
  }
  if (columns.ids.length !== Math.max(0, ...segments.map(endOf))) throw new StaleIndex();
  // Vectors of memories that are gone since, whose segments were not written again yet.
  for (let slot = 0; slot < columns.ids.length; slot += 1) if (columns.dead[slot] === 1) matrix?.clear(slot);
  shard.adopt(speakers);
}
