import type { IndexEntry, IndexPlace, Store } from '../../ports/store.ts';
import type { GrantedViewer } from '../../records/grant.ts';
import { searchedText } from '../../records/memory.ts';
import type { MeaningSpace } from '../meaning.ts';
import { pack } from '../vectors/pack.ts';
import { type IndexChanges, type IndexedCorpus, memoriesOf } from './corpus.ts';
import { makingWith } from './kept/about.ts';
import { createIndexKeeper } from './kept/index-keeper.ts';
import { type KeepingSizes, usualSizes } from './kept/keep-index.ts';
import { StaleIndex } from './kept/segment.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Shard } from './shard.ts';

/** Memories read at a time: few enough not to block the process for longer than some milliseconds. */
const pieceSize = 250;
/** Texts sent at a time to an embedder that is not instant. */
const embedPiece = 64;
/** With more slots than this, the index is rebuilt when more than a third of them are dead. */
const rebuildFrom = 3_000;

/** A memory without a vector of the embedder in use. */
interface WaitingMemory {
  readonly entry: IndexEntry;
  readonly shard: Shard;
}

/** The index up to a mark in the changes of the store. */
interface IndexState {
  /** By `shardKey`. */
  readonly shards: Map<string, Shard>;
  readonly waiting: Map<string, WaitingMemory>;
  mark: string | null;
}

const nothingKnown = (): IndexState => ({ shards: new Map(), waiting: new Map(), mark: null });

/** Tried so often when another process keeps the same index at the same time. */
const attempts = 5;

/** All memories of one project, or all else that is recorded there, by owner. */
export interface PlaceIndex {
  readonly meaning: MeaningSpace | null;
  /** Reads all changes that were committed before the call. */
  follow(): Promise<void>;
  /** Reads a bounded number of them, and keeps them; true when these were all. */
  followOn(): Promise<boolean>;
  /** Opens what is kept anew with the next call of `follow`: a part of it was replaced by another process. */
  reopen(): void;
  /** The memories of owners within reach of a reader, and the copies among them that its grants let it read. */
  shardsOf(reader: GrantedViewer): readonly Shard[];
  /** The same of every owner, for an index that holds only what was shared with the reader. */
  sharedShards(reader: GrantedViewer): readonly Shard[];
  /** How many memories have no vector yet. */
  readonly waiting: number;
  /** Embeds at most this many of them and stores the vectors. Returns how many. */
  embedSome(limit: number): Promise<number>;
  readonly bytes: number;
  free(): void;
}

/** What an index is made of, and whether it is kept. */
export interface IndexOptions {
  /** What is in it, all memories of the project by default: what is left out has no influence on what is found, not even by how rare its words are. */
  readonly corpus?: IndexedCorpus | undefined;
  /** Kept in the store for other processes, at these sizes; null to keep and open nothing. */
  readonly keeping?: KeepingSizes | null;
}

export function createPlaceIndex(
  store: Store,
  place: IndexPlace,
  meaning: MeaningSpace | null,
  { corpus = memoriesOf(store, place), keeping = usualSizes }: IndexOptions = {},
): PlaceIndex {
  /** Replaced as a whole, so that a search never sees an index that is being rebuilt. */
  let known = nothingKnown();
  const making = makingWith(meaning?.embedder.id ?? null, corpus.selection);
  const keeper = createIndexKeeper(store, place, meaning, making, keeping);
  /** Changes read in one round: as many as fill a segment. */
  const { mostInSegment: roundSize } = keeping ?? usualSizes;
  let isOpen = false;

  const shardKey = (entry: IndexEntry): string =>
    keyOfShard({ agent: entry.scope.agent, carried: corpus.apartBy(entry) });

  function shardOf({ shards }: IndexState, entry: IndexEntry): Shard {
    const key = shardKey(entry);
    const there = shards.get(key);
    if (there !== undefined) return there;
    const shard = keeper.newShard(entry.scope.agent, corpus.apartBy(entry));
    shards.set(key, shard);
    return shard;
  }

  function replaceBy(next: IndexState): void {
    const { shards } = known;
    known = next;
    for (const shard of shards.values()) shard.free();
  }

  async function apply(into: IndexState, changes: IndexChanges): Promise<void> {
    const { shards, waiting } = into;
    if (changes.entries.length + changes.removed.length === 0) return;
    // What is about to change may be among what was kept.
    for (const shard of shards.values()) await shard.prepare();
    for (const id of changes.removed) {
      waiting.delete(id);
      for (const shard of shards.values()) shard.drop(id);
    }
    const fresh = changes.entries.filter((entry) => isNews(shards.get(shardKey(entry)), entry));
    const vectors = await vectorsFor(fresh);
    fresh.forEach((entry, index) => {
      const shard = shardOf(into, entry);
      // Who reads it may have changed.
      for (const other of shards.values()) if (other !== shard) other.drop(entry.id);
      const slot = shard.put(entry);
      const vector = vectors[index];
      waiting.delete(entry.id);
      if (vector !== undefined) shard.setVector(slot, vector);
      else if (meaning !== null) waiting.set(entry.id, { entry, shard });
    });
    // Now, a piece at a time, instead of all at once in the next search.
    for (const shard of shards.values()) await shard.settle();
  }

  async function vectorsFor(
    entries: readonly IndexEntry[],
  ): Promise<ReadonlyArray<Float32Array | Uint8Array | undefined>> {
    if (meaning === null || entries.length === 0) return [];
    const { embedder } = meaning;
    if (embedder.instant === true) return embedder.embed(entries.map(searchedText));
    const ids = entries.map(({ id }) => id);
    const kept = await store.vectorsOf(embedder.id, ids);
    const byId = new Map(kept.map((vector) => [vector.id, vector]));
    return entries.map(({ id, revision }) => {
      const vector = byId.get(id);
      return vector?.revision === revision ? vector.vector : undefined;
    });
  }

  /** Reads one round; `lost` when the store no longer knows what was deleted since the mark. */
  async function readOn(into: IndexState): Promise<'all' | 'some' | 'lost'> {
    for (let read = 0; ; ) {
      const changes = await corpus.changes(into.mark, pieceSize);
      if (changes.restart) return 'lost';
      await apply(into, changes);
      into.mark = changes.mark;
      read += changes.entries.length + changes.removed.length;
      const isRound = read >= roundSize;
      // At the end of a round all is kept, and not only what fills a segment: a process that lives short leaves it to the next one.
      if (into.waiting.size === 0) await keeper.keep(into.mark, changes.more && !isRound);
      if (!changes.more) return 'all';
      await new Promise(setImmediate);
      if (isRound) return 'some';
    }
  }

  async function open(): Promise<void> {
    isOpen = true;
    const { mark, shards } = await keeper.open();
    replaceBy({
      shards: new Map(shards.map((shard) => [keyOfShard(shard), shard])),
      waiting: new Map(),
      mark,
    });
  }

  const followOn = oneAtATime(async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (!isOpen) await open();
        const read = await readOn(known);
        if (read !== 'lost' && !isMostlyDead(known)) return read === 'all';
        keeper.beginAnew();
        replaceBy(nothingKnown());
        return (await readOn(known)) === 'all';
      } catch (error) {
        if (!(error instanceof StaleIndex)) throw error;
        isOpen = false;
        keeper.suspect();
        if (attempt === attempts) keeper.giveUp();
      }
    }
  });

  return {
    meaning,
    async follow() {
      while (!(await followOn()));
    },
    followOn,
    reopen() {
      isOpen = false;
      keeper.suspect();
    },
    shardsOf(reader) {
      const isOpen = (shard: Shard): boolean => corpus.isWithinReach(reader, shard);
      return place.corpus === 'recorded'
        ? inOneOrder(known).filter(isOpen)
        : lentShards(known, reader).filter(isOpen);
    },
    sharedShards: (reader) => lentShards(known, reader),
    get waiting() {
      return known.waiting.size;
    },
    async embedSome(limit) {
      if (meaning === null) return 0;
      const { embedder } = meaning;
      let made = 0;
      while (made < limit && known.waiting.size > 0) {
        const { waiting } = known;
        const piece = [...waiting.values()].slice(0, Math.min(embedPiece, limit - made));
        const vectors = await embedder.embed(piece.map(({ entry }) => searchedText(entry)));
        const kept = piece.map(({ entry: { id, revision } }, index) => {
          const vector = pack(vectors[index] ?? new Float32Array(embedder.dimensions));
          return { id, revision, vector };
        });
        piece.forEach((one, index) => {
          // A memory that was deleted or changed meanwhile no longer waits for this vector.
          if (waiting.get(one.entry.id) !== one) return;
          waiting.delete(one.entry.id);
          const slot = one.shard.slotOf(one.entry.id);
          const vector = kept[index]?.vector;
          if (slot !== undefined && vector !== undefined) one.shard.setVector(slot, vector);
        });
        await store.commit([{ type: 'keep-vectors', embedder: embedder.id, vectors: kept }]);
        made += piece.length;
      }
      return made;
    },
    get bytes() {
      return [...known.shards.values()].reduce((sum, shard) => sum + shard.bytes, 0);
    },
    free() {
      isOpen = false;
      replaceBy(nothingKnown());
    },
  };
}

function keyOfShard({ agent, carried }: Pick<Shard, 'agent' | 'carried'>): string {
  // Names are not empty and have no line breaks.
  return [agent ?? '', ...carried].join('\n');
}

/** In one order, whichever was known first: which of many copies are named depends on it. */
function inOneOrder({ shards }: IndexState): Shard[] {
  return [...shards].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, shard]) => shard);
}

/** Those whose grants the reader has. */
function lentShards(known: IndexState, { carriers = [] }: GrantedViewer): Shard[] {
  const held = new Set(carriers.map(({ id }) => id));
  return inOneOrder(known).filter(({ carried }) => carried.every((id) => held.has(id)));
}

function isMostlyDead({ shards }: IndexState): boolean {
  return [...shards.values()].some(({ size, totals }) => size > rebuildFrom && totals.dead * 3 > size);
}

/** The store may report a change twice. */
function isNews(shard: Shard | undefined, { id, revision }: IndexEntry): boolean {
  const slot = shard?.slotOf(id);
  return shard === undefined || slot === undefined || shard.columns.revision[slot] !== revision;
}
