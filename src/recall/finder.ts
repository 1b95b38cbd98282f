import { readerWith } from '../access/grants.ts';
import type { Settings } from '../config/settings.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { FoundMemory, MemoryFinder, MemoryQuery } from '../ports/memory-finder.ts';
import type { ProjectOfUser, Store } from '../ports/store.ts';
import type { Viewer } from '../records/scope.ts';
import { termsOf } from '../text/terms.ts';
import { createComparedTexts } from './compared-texts.ts';
import { idOf, type Match } from './index/best-matches.ts';
import { kindNumber } from './index/columns.ts';
import { type IndexedPart, keyOf, memoriesOf, partsSharedWith } from './index/indexed-part.ts';
import { StaleIndex } from './index/kept/segment.ts';
import { createPlaceIndex, type PlaceIndex } from './index/place-index.ts';
import { searchShards } from './index/search-shards.ts';
import { type Shard, taggedWith } from './index/shard.ts';
import { createMeanings } from './meaning.ts';
import { sharedTerms } from './text-similarity.ts';

/** The rest of a longer query is not read. */
const maxQueryLength = 10_000;
const maxQueryTerms = 64;
/** Memories that a search embeds, when its embedder is not instant; the others wait for the job. */
const embedAtOnce = 64;
/** Tried so often when other processes replace parts of the index while it is searched. */
const searchAttempts = 6;
/** How often to look for memories of other processes that have no vector. */
const lookAgainMs = 10_000;

/** The finder, and what keeps its vectors up to date in the background. */
export interface IndexedFinder extends MemoryFinder {
  /** How many memories have no vector of the embedder in use; null when that is not known yet. */
  waiting(): Promise<number | null>;
  /** Looks through the projects of the store for memories without a vector and makes a bounded number of them. */
  embedSome(limit: number): Promise<{ readonly done: number; readonly left: number | null }>;
  close(): void;
}

interface Opened {
  readonly part: IndexedPart;
  readonly index: PlaceIndex;
  lastUsed: number;
  /** Calls that are using it right now; it is kept for them. */
  users: number;
}

/**
 * Finds memories in an index that is kept in memory, one for each project that is asked about. It follows the
 * store, so that it knows what any process has committed.
 */
export function createFinder(
  store: Store,
  settings: Settings['recall'],
  /** Queries go to the embedder, which may be a service, and are compared with what has lost its secrets. */
  redact: (text: string) => string,
  openEmbedder: () => Promise<Embedder | null>,
  /** Called once when the embedder fails. */
  onTrouble: (error: unknown) => void,
): IndexedFinder {
  const places = new Map<string, Opened>();
  /** Projects that have not been searched for missing vectors since this process began. */
  let unvisited: ProjectOfUser[] | undefined;
  let lookedAt = 0;
  let uses = 0;
  // An index made without the embedder is made again with it. Calls that use the old one keep it until they are done.
  const meanings = createMeanings(openEmbedder, onTrouble, () => places.clear());

  /** Lends an index. */
  async function using<Result>(
    part: IndexedPart,
    work: (index: PlaceIndex) => Promise<Result>,
  ): Promise<Result> {
    const meaning = await meanings.current();
    const key = keyOf(part);
    // Neither one that is made for a single reader is kept, nor one that lacks vectors only because the embedder fails now.
    const isKept = part.sharedWith === undefined && meanings.trouble === undefined;
    const options = { holds: memoriesOf(part), ...(isKept ? {} : { keeping: null }) };
    const open = (): PlaceIndex => createPlaceIndex(store, part, meaning, options);
    const place = places.get(key) ?? { part, index: open(), lastUsed: 0, users: 0 };
    places.set(key, place);
    uses += 1;
    place.lastUsed = uses;
    place.users += 1;
    try {
      return await work(place.index);
    } finally {
      place.users -= 1;
      makeRoom();
    }
  }

  /** Lends several at once. */
  function usingAll<Result>(
    [first, ...rest]: readonly IndexedPart[],
    work: (indexes: readonly PlaceIndex[]) => Promise<Result>,
  ): Promise<Result> {
    if (first === undefined) return work([]);
    return using(first, (index) => usingAll(rest, (others) => work([index, ...others])));
  }

  /** Frees the indexes that were not used for longest. */
  function makeRoom(): void {
    const latestFirst = [...places].sort(([, left], [, right]) => right.lastUsed - left.lastUsed);
    let bytes = 0;
    for (const [number, [key, { index, users }]] of latestFirst.entries()) {
      bytes += index.bytes;
      if (number === 0 || users > 0 || bytes <= settings.memoryMb * 1_000_000) continue;
      places.delete(key);
      index.free();
    }
  }

  /** Null when nothing is known about the meaning of a query. */
  async function vectorOf(query: string, { meaning }: PlaceIndex): Promise<Float32Array | null> {
    if (meaning === null || query.trim() === '') return null;
    const vectors = await meanings.attempt(() => meaning.embedder.embed([query]));
    return vectors?.[0] ?? null;
  }

  const compared = createComparedTexts();

  const openParts = (): IndexedPart[] => [...places.values()].map(({ part }) => part);
  const waiting = (): number => [...places.values()].reduce((sum, { index }) => sum + index.waiting, 0);

  return {
    async find({ user, project, agent }: Viewer, wanted: MemoryQuery) {
      const reader = readerWith({ user, project, agent }, await store.openGrants(user), wanted.now);
      const shared = partsSharedWith(reader);
      return usingAll([{ user, project }, ...shared], async ([own, ...others]) => {
        const query = redact(wanted.query.slice(0, maxQueryLength));
        const embedded = wanted.wordsOnly === true || own === undefined ? null : vectorOf(query, own);
        const indexes = own === undefined ? others : [own, ...others];
        const terms = [...new Set(termsOf(query))].slice(0, maxQueryTerms);
        for (let attempt = 1; ; attempt += 1) {
          const [vector] = await Promise.all([embedded, ...indexes.map((index) => index.follow())]);
          for (const index of indexes) {
            if (index.waiting > 0) await meanings.attempt(() => index.embedSome(embedAtOnce));
          }
          const shardsNow = (): Shard[] => [
            ...(own?.shardsOf(reader) ?? []),
            ...others.flatMap((index) => index.sharedShards(reader)),
          ];
          const shards = shardsNow();
          try {
            await Promise.all(shards.map((shard) => shard.load(terms, wanted.tag)));
            // Another search of this process may have opened the index anew.
            if (!isSame(shards, shardsNow())) throw new StaleIndex();
            const question = { text: query, terms, vector };
            const accepts = acceptor(shards, wanted);
            return searchShards(shards, question, settings.relevance, wanted.limit, accepts).map(foundIn);
          } catch (error) {
            // Segments were replaced meanwhile. The last attempt may fail: then something else is wrong.
            if (!(error instanceof StaleIndex) || attempt === searchAttempts) throw error;
            // Once may be this process itself, which has kept the index while this search was reading it.
            if (attempt > 1) for (const index of indexes) index.reopen();
          }
        }
      });
    },
    async similarity(text, others) {
      const shared = sharedTerms(text, others, compared.termsIn);
      const meaning = await meanings.current();
      // Any other embedder is a service, to which the texts would be sent each time.
      if (meaning?.embedder.instant !== true) return shared;
      const cosines = await compared.cosines(meaning, text, others);
      return shared.map((words, index) => (words + (cosines[index] ?? 0)) / 2);
    },
    async waiting() {
      const meaning = await meanings.current();
      // Null makes the job try, and report the error.
      if (meanings.trouble !== undefined) return null;
      if (meaning === null || meaning.embedder.instant === true) return 0;
      if (unvisited === undefined || unvisited.length > 0) return null;
      if (performance.now() - lookedAt > lookAgainMs) {
        lookedAt = performance.now();
        for (const place of openParts()) await using(place, (index) => index.follow());
      }
      return waiting();
    },
    async embedSome(limit) {
      const meaning = await meanings.current();
      if (meanings.trouble !== undefined) throw meanings.trouble;
      if (meaning === null || meaning.embedder.instant === true) return { done: 0, left: 0 };
      unvisited ??= [...(await store.listPlaces())];
      const next = waiting() === 0 ? unvisited.pop() : undefined;
      let done = 0;
      for (const place of [...(next === undefined ? [] : [next]), ...openParts()]) {
        done += await using(place, async (index) => {
          await index.follow();
          return index.embedSome(limit - done);
        });
      }
      return { done, left: unvisited.length > 0 ? null : waiting() };
    },
    close() {
      compared.free();
      for (const { index } of places.values()) index.free();
      places.clear();
    },
  };
}

function isSame(left: readonly Shard[], right: readonly Shard[]): boolean {
  return left.length === right.length && left.every((shard, place) => shard === right[place]);
}

/** Whether a memory fits the query. */
function acceptor(shards: readonly Shard[], { kind, tag, minSimilarity = 0, now }: MemoryQuery) {
  const wantedKind = kind === undefined ? undefined : kindNumber(kind);
  const tagged =
    tag === undefined ? undefined : new Map(shards.map((shard) => [shard, slotsWith(shard, tag)]));
  return (shard: Shard, slot: number, similarity: number): boolean => {
    const { columns } = shard;
    return (
      columns.open[slot] === 1 &&
      (columns.until[slot] ?? 0) > now &&
      (wantedKind === undefined || columns.kind[slot] === wantedKind) &&
      (tagged === undefined || tagged.get(shard)?.has(slot) === true) &&
      similarity >= minSimilarity
    );
  };
}

function slotsWith(shard: Shard, tag: string): ReadonlySet<number> {
  const slots = new Set<number>();
  shard.postings.read(taggedWith(tag), (slot) => slots.add(slot));
  return slots;
}

function foundIn(match: Match): FoundMemory {
  const { shard, slot, ...parts } = match;
  const { columns } = shard;
  const success = columns.success[slot] ?? Number.NaN;
  return {
    id: idOf(match),
    ...parts,
    createdAt: columns.createdAt[slot] ?? 0,
    confidence: columns.confidence[slot] ?? 0,
    confirmedAt: columns.confirmedAt[slot] ?? 0,
    success: Number.isNaN(success) ? null : success,
  };
}
