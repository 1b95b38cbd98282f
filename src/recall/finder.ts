import { readerWith } from '../access/grants.ts';
import type { Settings } from '../config/settings.ts';
import type { Embedder } from '../ports/embedder.ts';
import type {
  FoundMemory,
  MemoryFinder,
  MemoryQuery,
  RecordedMatch,
  RecordedQuery,
} from '../ports/memory-finder.ts';
import type { ProjectOfUser, Store } from '../ports/store.ts';
import type { RecordedKey, RecordedKind } from '../records/recorded.ts';
import type { Viewer } from '../records/scope.ts';
import { termsOf } from '../text/terms.ts';
import { createComparedTexts } from './compared-texts.ts';
import type { Match } from './index/best-matches.ts';
import { type IndexedCorpus, memoriesOf, recordedOf } from './index/corpus.ts';
import { type IndexedPart, keyOf, memoriesIn, partsSharedWith } from './index/indexed-part.ts';
import { makingWith, readAbout } from './index/kept/about.ts';
import { createPlaceIndex, type IndexOptions, type PlaceIndex } from './index/place-index.ts';
import type { Shard } from './index/shard.ts';
import { createMeanings, type MeaningSpace } from './meaning.ts';
import { findMissingIndexes, type MissingIndexes } from './missing-indexes.ts';
import { searchIndexes } from './search-indexes.ts';
import { sharedTerms } from './text-similarity.ts';

/** The rest of a longer query is not read. */
const maxQueryLength = 10_000;
const maxQueryTerms = 64;
/** Memories that a search embeds, when its embedder is not instant; the others wait for the job. */
const embedAtOnce = 64;
/** Indexes that are open at the same time: an empty one takes room as well, and names of projects are made up easily. */
const maxOpened = 500;
/** How often to look for memories of other processes that have no vector. */
const lookAgainMs = 10_000;

/** The finder, and what keeps its vectors up to date in the background. */
export interface IndexedFinder extends MemoryFinder {
  /** How many memories have no vector of the embedder in use; null when that is not known yet. */
  waiting(): Promise<number | null>;
  /** Looks through the projects of the store for memories without a vector and makes a bounded number of them. */
  embedSome(limit: number): Promise<{ readonly done: number; readonly left: number | null }>;
  /** The indexes that no process has built yet. */
  readonly missing: MissingIndexes;
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
  /** A query loses its secrets before it is sent to an embedder that is a service. */
  redact: (text: string) => Promise<string>,
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

  const corpusOf = (part: IndexedPart): IndexedCorpus =>
    part.corpus === 'recorded' ? recordedOf(store, part) : memoriesOf(store, part, memoriesIn(part));

  /** Messages are many, and are not sent to a service: without an embedder of our own they are found by their words. */
  async function meaningIn({ corpus }: IndexedPart): Promise<MeaningSpace | null> {
    const opened = await meanings.current();
    return corpus === 'recorded' && opened?.embedder.instant !== true ? null : opened;
  }

  const missing = findMissingIndexes(store, {
    async partsOf(place) {
      const opened = await meanings.current();
      const recorded = { ...place, corpus: 'recorded' } as const;
      if (meanings.trouble !== undefined) return [];
      // With a service the vectors come first, which is another job.
      return opened === null || opened.embedder.instant === true ? [place, recorded] : [recorded];
    },
    async isKept(part) {
      const embedder = (await meaningIn(part))?.embedder.id ?? null;
      const kept = await store.keptIndex({ ...part, corpus: part.corpus ?? 'memories' });
      return kept !== undefined && readAbout(kept.about, makingWith(embedder)) !== undefined;
    },
    async hasEntries(part, count) {
      const { entries, more } = await corpusOf(part).changes(null, count);
      return more || entries.length >= count;
    },
    build: (part) => using(part, (index) => index.follow()),
  });

  /** Lends an index. */
  async function using<Result>(
    part: IndexedPart,
    work: (index: PlaceIndex) => Promise<Result>,
  ): Promise<Result> {
    const meaning = await meaningIn(part);
    const key = keyOf(part);
    // Neither one that is made for a single reader is kept, nor one that lacks vectors only because the embedder fails now.
    const isKept = part.sharedWith === undefined && meanings.trouble === undefined;
    const options: IndexOptions = { corpus: corpusOf(part), ...(isKept ? {} : { keeping: null }) };
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
      const hasRoom = bytes <= settings.memoryMb * 1_000_000 && number < maxOpened;
      if (number === 0 || users > 0 || hasRoom) continue;
      places.delete(key);
      index.free();
    }
  }

  /** Null when nothing is known about the meaning of a query. */
  async function vectorOf(query: string, { meaning }: PlaceIndex): Promise<Float32Array | null> {
    if (meaning === null || query.trim() === '') return null;
    const { embedder } = meaning;
    const sent = embedder.instant === true ? query : await redact(query);
    const vectors = await meanings.attempt(() => embedder.embed([sent]));
    return vectors?.[0] ?? null;
  }

  /** The best matches of a query in some indexes, by words and, with an embedder, by meaning. */
  async function search(
    indexes: readonly PlaceIndex[],
    shardsNow: () => Shard[],
    wanted: MemoryQuery | RecordedQuery,
  ): Promise<Match[]> {
    const text = wanted.query.slice(0, maxQueryLength);
    const [first] = indexes;
    const vector = wanted.wordsOnly === true || first === undefined ? null : vectorOf(text, first);
    const terms = [...new Set(termsOf(text))].slice(0, maxQueryTerms);
    const question = { text, terms, vector };
    return searchIndexes(indexes, shardsNow, question, wanted, settings.relevance, async (index) => {
      if (index.waiting > 0) await meanings.attempt(() => index.embedSome(embedAtOnce));
    });
  }

  const compared = createComparedTexts();

  const openParts = (): IndexedPart[] =>
    [...places.values()].map(({ part }) => part).filter(({ corpus }) => corpus !== 'recorded');
  const waiting = (): number => [...places.values()].reduce((sum, { index }) => sum + index.waiting, 0);

  return {
    async find({ user, project, agent }: Viewer, wanted: MemoryQuery) {
      const reader = readerWith({ user, project, agent }, await store.openGrants(user), wanted.now);
      const shared = partsSharedWith(reader);
      return usingAll([{ user, project }, ...shared], async ([own, ...others]) => {
        const indexes = own === undefined ? others : [own, ...others];
        const shardsNow = (): Shard[] => [
          ...(own?.shardsOf(reader) ?? []),
          ...others.flatMap((index) => index.sharedShards(reader)),
        ];
        return (await search(indexes, shardsNow, wanted)).map(foundIn);
      });
    },
    async findRecorded({ user, project, agent }: Viewer, wanted: RecordedQuery) {
      return using({ user, project, corpus: 'recorded' }, async (index) => {
        const shardsNow = (): Shard[] => [...index.shardsOf({ user, project, agent })];
        return (await search([index], shardsNow, wanted)).map(foundRecorded);
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
    missing,
    close() {
      compared.free();
      for (const { index } of places.values()) index.free();
      places.clear();
    },
  };
}

/** Written out: a search makes a hundred of these, and copies of the rest of an object take longer than all else here. */
function foundIn(match: Match): FoundMemory {
  const { createdAt, confidence, confirmedAt, success } = match.shard.detailsOf(match.slot);
  return {
    id: match.id,
    relevance: match.relevance,
    words: match.words,
    reach: match.reach,
    meaning: match.meaning,
    speaker: match.speaker,
    date: match.date,
    similarity: match.similarity,
    duplicates: match.duplicates,
    createdAt,
    confidence,
    confirmedAt,
    success: Number.isNaN(success) ? null : success,
  };
}

/** In the index, ids begin with the kind: `recordedOf` writes them so. */
function foundRecorded(match: Match): RecordedMatch {
  const keyOf = (key: string): RecordedKey => {
    const end = key.indexOf(' ');
    return { kind: key.slice(0, end) as RecordedKind, id: key.slice(end + 1) };
  };
  const { id, duplicates, ...found } = foundIn(match);
  return { ...found, ...keyOf(id), duplicates: duplicates.map(keyOf) };
}
