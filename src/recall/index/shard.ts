import type { IndexEntry } from '../../ports/store.ts';
import { numberOf } from '../same-words.ts';
import { pack } from '../vectors/pack.ts';
import { sharedBlocks, type VectorSpace } from '../vectors/vectors.ts';
import {
  createColumns,
  detailsIn,
  type MemoryColumns,
  type MemoryDetails,
  makeRoom,
  noSlot,
  writeColumns,
} from './columns.ts';
import { createConversations } from './conversations.ts';
import type { KeptShard } from './kept/kept-shard.ts';
import { createScanCopy, type ScanColumns } from './scan-columns.ts';
import { noTotals, partsOf, type ShardTotals } from './shard-totals.ts';
import { createShardVectors, type ShardVectors } from './shard-vectors.ts';
import { createShardWords, type ShardWords } from './shard-words.ts';
import { createSlotChains } from './slot-chains.ts';
import { remembering, windowLengthOf, windowNormOf, windowOf } from './windows.ts';

/** All memories of one owner. Each has a number, its slot; one that changes gets a new slot. */
export interface Shard {
  /** Whose memories they are; null for those of the project itself. */
  readonly agent: string | null;
  /** What keeps them apart from others of the same owner: see `IndexedCorpus`. */
  readonly carried: readonly string[];
  readonly columns: MemoryColumns;
  readonly words: ShardWords;
  /** Null where there is no embedder. */
  readonly vectors: ShardVectors | null;
  readonly totals: Readonly<ShardTotals>;
  /** Slots given out. */
  readonly size: number;
  readonly bytes: number;
  /** What is not kept in the store yet. */
  readonly unkept: UnkeptChanges;
  /** Reads what is needed to follow changes of kept memories: before any call of the methods below. */
  prepare(): Promise<void>;
  put(entry: IndexEntry): number;
  drop(id: string): void;
  slotOf(id: string): number | undefined;
  /** Sets the vector of a slot. Neighbours take it into account once they are settled. */
  setVector(slot: number, vector: Float32Array | Uint8Array): void;
  /** Updates the values that depend on neighbours; needed before a search. */
  settle(): Promise<void>;
  readonly isSettled: boolean;
  /** The columns that a scan reads, in the memory of the kernel. They must be settled. */
  scanColumns(): ScanColumns;
  /** Reads what is kept about memories that may be answered: before `detailsOf`, and before their ids are asked for. */
  loadDetails(slots: Iterable<number>): Promise<void>;
  detailsOf(slot: number): MemoryDetails;
  /** Reads when each kept memory was recorded. */
  loadTimes(): Promise<void>;
  /** Takes over kept segments, whose scanned columns are there, or the state that was just kept. */
  adopt(totals: ShardTotals, size: number): void;
  free(): void;
}

/** What has changed since a shard was kept. */
export interface UnkeptChanges {
  /** The first slot that is not kept. */
  readonly from: number;
  /** Kept slots that have other values now. */
  readonly amended: ReadonlySet<number>;
  /** Kept slots that are gone: their words are still in the store. */
  readonly stains: ReadonlySet<number>;
}

export function createShard(
  agent: string | null,
  space: VectorSpace | null,
  carried: readonly string[] = [],
  kept: KeptShard | null = null,
): Shard {
  const columns = createColumns();
  if (kept !== null) columns.ids.keptAt = kept.idAt;
  const vectors = space && createShardVectors(space, kept?.vectors ?? null);
  const words = createShardWords(kept?.lists ?? null, (slot) => columns.dead[slot] === 1);
  const identities = createSlotChains(() => columns.identity);
  const sessions = createSlotChains(() => columns.session);
  const conversations = createConversations(columns, (session) =>
    sessions.slotsWith(session).filter((slot) => columns.dead[slot] === 0),
  );
  const unsettled = new Set<number>();
  const amended = new Set<number>();
  const stains = new Set<number>();
  const scanCopy = createScanCopy(sharedBlocks);
  /** Another number whenever a column that a scan reads has changed. */
  let version = 0;
  let keptSize = 0;
  let totals = noTotals();

  function markAround(slot: number): void {
    for (const [near] of windowOf(columns, slot)) unsettled.add(near);
  }

  function amend(slot: number): void {
    if (slot < keptSize) amended.add(slot);
  }

  const slotOf = (id: string): number | undefined =>
    identities.slotsWith(numberOf(id)).find((slot) => columns.dead[slot] === 0);

  function drop(id: string): void {
    const slot = slotOf(id);
    if (slot === undefined) return;
    version += 1;
    markAround(slot);
    const session = columns.session[slot] ?? 0;
    if (session !== 0) conversations.leave(session, slot);
    if (columns.open[slot] === 1) {
      totals.open -= 1;
      totals.openParts -= partsOf(columns, slot);
    }
    columns.open[slot] = 0;
    columns.dead[slot] = 1;
    vectors?.clear(slot);
    unsettled.delete(slot);
    totals.dead += 1;
    amend(slot);
    if (slot < keptSize) stains.add(slot);
  }

  return {
    agent,
    carried,
    columns,
    words,
    vectors,
    get totals() {
      return totals;
    },
    get size() {
      return columns.ids.length;
    },
    get bytes() {
      return (
        words.bytes + (vectors?.bytes ?? 0) + (kept?.bytes ?? 0) + scanCopy.bytes + columns.open.length * 100
      );
    },
    get unkept() {
      return { from: keptSize, amended, stains };
    },
    async prepare() {
      if (identities.end < keptSize) await kept?.loadPlaces(columns);
      identities.extend(columns.ids.length);
      sessions.extend(columns.ids.length);
    },
    put(entry) {
      drop(entry.id);
      version += 1;
      const slot = columns.ids.length;
      writeColumns(columns, slot, entry, words.enter(slot, entry));
      totals.firstCreated = Math.min(totals.firstCreated, entry.createdAt);
      totals.lastCreated = Math.max(totals.lastCreated, entry.createdAt);
      totals.soonestUntil = Math.min(totals.soonestUntil, columns.until[slot] ?? 0);
      if (columns.open[slot] === 1) {
        totals.open += 1;
        totals.openParts += partsOf(columns, slot);
      }
      const session = columns.session[slot] ?? 0;
      if (session !== 0) {
        conversations.enter(session, columns.position[slot] ?? 0, slot);
        markAround(slot);
      }
      identities.extend(slot + 1);
      sessions.extend(slot + 1);
      return slot;
    },
    drop,
    slotOf,
    setVector(slot, vector) {
      vectors?.set(slot, vector instanceof Float32Array ? pack(vector) : vector);
      if (columns.before[slot] !== noSlot || columns.after[slot] !== noSlot) markAround(slot);
    },
    async settle() {
      // Others may be marked while vectors are read.
      while (unsettled.size > 0) {
        const near = new Set([...unsettled].flatMap((slot) => windowOf(columns, slot).map(([each]) => each)));
        await vectors?.load(near);
        const cosine = remembering(vectors);
        for (const slot of unsettled) {
          if (!windowOf(columns, slot).every(([each]) => near.has(each))) continue;
          const before = partsOf(columns, slot);
          columns.windowLength[slot] = windowLengthOf(columns, slot);
          columns.windowNorm[slot] = windowNormOf(columns, cosine, slot);
          if (columns.open[slot] === 1) totals.openParts += partsOf(columns, slot) - before;
          version += 1;
          amend(slot);
          unsettled.delete(slot);
        }
      }
    },
    get isSettled() {
      return unsettled.size === 0;
    },
    scanColumns: () => scanCopy.of(columns, columns.ids.length, version),
    loadDetails: async (slots) => void (await kept?.details.load(slots)),
    detailsOf: (slot) => kept?.detailsAt(slot) ?? detailsIn(columns, slot),
    loadTimes: async () => void (await kept?.loadTimes(columns)),
    adopt(next, size) {
      totals = { ...next };
      version += 1;
      keptSize = size;
      makeRoom(columns, size);
      columns.ids.keep(size);
      conversations.forget();
      words.adopt();
      amended.clear();
      stains.clear();
    },
    free() {
      vectors?.free();
      scanCopy.free();
    },
  };
}
