import type { IndexPlace, Store } from '../../../ports/store.ts';
import type { ColumnGroup, MemoryColumns, MemoryDetails } from '../columns.ts';
import { createKeptChunks, type KeptChunks } from './kept-chunks.ts';
import { type KeptLists, openKeptLists } from './kept-lists.ts';
import { createKeptParts, type KeptParts } from './kept-parts.ts';
import { columnBytes, unpackColumns } from './pack-columns.ts';
import { readDetails, readId } from './pack-details.ts';
import { chunkSizes, partNames, type Segment, StaleIndex } from './segment.ts';

/** Chunks that are held from search to search, of either kind: some 15 MB. */
const maxHeldChunks = 4_096;

/** What is kept of a shard, read when it is needed. */
export interface KeptShard {
  readonly parts: KeptParts;
  readonly lists: KeptLists;
  readonly details: KeptChunks;
  readonly vectors: KeptChunks;
  readonly bytes: number;
  /** The id of a kept slot whose details were read; undefined for one that is not kept. */
  idAt(slot: number): string | undefined;
  detailsAt(slot: number): MemoryDetails | undefined;
  /** Fills the columns that are needed to follow changes. */
  loadPlaces(columns: MemoryColumns): Promise<void>;
  loadTimes(columns: MemoryColumns): Promise<void>;
  /** The segments that there are from now on. */
  replace(segments: readonly Segment[]): void;
}

export function createKeptShard(store: Pick<Store, 'indexParts'>, place: IndexPlace): KeptShard {
  const parts = createKeptParts(store, place);
  const lists = openKeptLists(parts);
  const chunksOf = (name: keyof typeof chunkSizes): KeptChunks =>
    createKeptChunks(parts, { name, slots: chunkSizes[name], maxHeld: maxHeldChunks });
  const details = chunksOf('details');
  const vectors = chunksOf('vectors');
  let hasTimes = false;

  async function load(columns: MemoryColumns, group: ColumnGroup, name: string): Promise<void> {
    const there = parts.segments;
    const read = await parts.read(there.map((segment) => ({ segment, name })));
    if (parts.segments !== there) throw new StaleIndex();
    there.forEach(({ base, count }, index) => {
      const bytes = read[index] as Uint8Array;
      if (bytes.length !== columnBytes(columns, group, count)) throw new StaleIndex();
      unpackColumns(columns, group, base, count, bytes);
    });
  }

  return {
    parts,
    lists,
    details,
    vectors,
    get bytes() {
      return details.bytes + vectors.bytes;
    },
    idAt(slot) {
      const chunk = details.at(slot);
      return chunk && readId(chunk);
    },
    detailsAt(slot) {
      const chunk = details.at(slot);
      return chunk && readDetails(chunk);
    },
    loadPlaces: (columns) => load(columns, 'places', partNames.places),
    async loadTimes(columns) {
      if (hasTimes) return;
      await load(columns, 'times', partNames.times);
      hasTimes = true;
    },
    replace(next) {
      parts.replace(next);
      lists.forget();
      details.forget();
      vectors.forget();
    },
  };
}
