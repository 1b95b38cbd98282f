import { setTimeout as pause } from 'node:timers/promises';
import { readerWith } from '../access/grants.ts';
import type { Settings } from '../config/settings.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { MemoryFinder, MemoryQuery, RecordedQuery } from '../ports/memory-finder.ts';
import type { ProjectOfUser, Store } from '../ports/store.ts';
import type { Viewer } from '../records/scope.ts';
import { termsOf } from '../text/terms.ts';
import { createComparedTexts } from './compared-texts.ts';
import { foundIn, foundRecorded } from './found-in.ts';
import type { Match } from './index/best-matches.ts';
import { type IndexedCorpus, memoriesOf, recordedEntry, recordedOf } from './index/corpus.ts';
import {
  type IndexedPart,
  keyOf,
  memoriesIn,
  partsSharedWith,
  placeOf,
  selectionIn,
} from './index/indexed-part.ts';
import { makingWith, readAbout } from './index/kept/about.ts';
import { createPlaceIndex, type IndexOptions, type PlaceIndex } from './index/place-index.ts';
import type { Shard } from './index/shard.ts';
import { createMeanings, type MeaningSpace } from './meaning.ts';
import { searchMeanwhile, type UnindexedPart } from './meanwhile.ts';
import { findMissingIndexes, type MissingIndexes } from './missing-indexes.ts';
import { createOpenIndexes } from './open-indexes.ts';
import { type IndexQuestion, searchIndexes } from './search-indexes.ts';
import { sharedTerms } from './text-similarity.ts';

/** The rest of a longer query is not read. */
const maxQueryLength = 10_000;
const maxQueryTerms = 64;
/** Memories that a search embeds, when its embedder is not instant; the others wait for the job. */
const embedAtOnce = 64;
/** Rounds of reading that a search does itself. When more is to be read, words find until it is. */
const roundsOfASearch = 2;
/** The rest is read so long after it: the answer comes first, and a process that ends with it begins nothing. */
const buildAfterMs = 50;
/** What a search leaves to the background while it is read: searches without a pause between them would leave it nothing. */
const leftToBuildingMs = 100;
/** That of a text with itself may be a little above 1: vectors are rounded. */
const maxCosine = 1.001;
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
  /** Ends what is being built, where others can go on. */
  close(): Promise<void>;
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
  /** Called once when an answer is by words, because an index is not built yet. */
  onUnbuilt: () => void = () => {},
): IndexedFinder {
  /** Projects that have not been searched for missing vectors since this process began. */
  let unvisited: ProjectOfUser[] | undefined;
  let lookedAt = 0;
  let isUnbuiltTold = false;
  const closing = new AbortController();
  /** Indexes that are being built in the background, by their key. */
  const building = new Map<string, Promise<void>>();
  // An index made without the embedder is made again with it. Calls that use the old one keep it until they are done.
  const meanings = createMeanings(openEmbedder, onTrouble, () => indexes.forget());

  const corpusOf = (part: IndexedPart): IndexedCorpus =>
    part.corpus === 'recorded'
      ? recordedOf(store, part)
      : memoriesOf(store, part, memoriesIn(part), selectionIn(part));

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
    buildOn: (part) => indexes.using(part, (index) => index.followOn()),
  });

  const indexes = createOpenIndexes(settings.memoryMb * 1_000_000, async (part) => {
    const meaning = await meaningIn(part);
    // One that lacks vectors only because the embedder fails now is not kept.
    const isKept = meanings.trouble === undefined;
    const options: IndexOptions = { corpus: corpusOf(part), ...(isKept ? {} : { keeping: null }) };
    return createPlaceIndex(store, placeOf(part), meaning, options);
  });

  /** Reads the rest into an index, in the background. */
  function buildSoon(part: IndexedPart): void {
    const build = async (index: PlaceIndex): Promise<void> => {
      await pause(buildAfterMs, undefined, { signal: closing.signal, ref: false });
      while (!closing.signal.aborted && !(await index.followOn()));
    };
    const key = keyOf(part);
    // Whatever goes wrong, the next search meets it, too, and reports it.
    const whole = indexes.using(part, build).catch(() => {});
    building.set(
      key,
      whole.finally(() => building.delete(key)),
    );
  }

  /** Whether all that was committed before is in the index. */
  async function isWhole(
    index: PlaceIndex,
    part: IndexedPart,
    wanted: MemoryQuery | RecordedQuery,
  ): Promise<boolean> {
    if (wanted.waitForIndex === true) {
      await index.follow();
      return true;
    }
    const isBuilding = building.has(keyOf(part));
    if (isBuilding) await pause(leftToBuildingMs);
    if (isBuilding && building.has(keyOf(part))) return false;
    for (let round = 1; round <= roundsOfASearch; round += 1) if (await index.followOn()) return true;
    buildSoon(part);
    return false;
  }

  /** Null when nothing is known about the meaning of a query. */
  async function vectorOf(query: string, meaning: MeaningSpace | null): Promise<Float32Array | null> {
    if (meaning === null || query.trim() === '') return null;
    const { embedder } = meaning;
    const sent = embedder.instant === true ? query : await redact(query);
    const vectors = await meanings.attempt(() => embedder.embed([sent]));
    return vectors?.[0] ?? null;
  }

  function questionOf(wanted: MemoryQuery | RecordedQuery, meaning: MeaningSpace | null): IndexQuestion {
    const text = wanted.query.slice(0, maxQueryLength);
    const all = [...new Set(termsOf(text))];
    const terms = all.slice(0, maxQueryTerms);
    // A memory may have them among those that are not looked up.
    const minWords = Math.max(0, (wanted.minWords ?? 0) - (all.length - terms.length));
    return { text, terms, minWords, vector: wanted.wordsOnly === true ? null : vectorOf(text, meaning) };
  }

  /** The best matches of a query in the first of some parts and the others, by words and, with an embedder, by meaning. */
  async function search<Found>(
    [first, ...others]: readonly [IndexedPart, ...IndexedPart[]],
    wanted: MemoryQuery | RecordedQuery,
    shardsIn: (indexes: readonly PlaceIndex[]) => Shard[],
    foundIn: (match: Match) => Found,
    unindexed: Pick<UnindexedPart, 'read' | 'shardsOf'>,
  ): Promise<Found[]> {
    const parts = [first, ...others];
    const meaning = await meaningIn(first);
    const question = questionOf(wanted, meaning);
    const ready = async (index: PlaceIndex, number: number): Promise<boolean> => {
      if (!(await isWhole(index, parts[number] ?? first, wanted))) return false;
      if (index.waiting > 0) await meanings.attempt(() => index.embedSome(embedAtOnce));
      return true;
    };
    const found = await indexes.usingAll(parts, async (opened) => {
      const shardsNow = (): Shard[] => shardsIn(opened);
      const matches = await searchIndexes(opened, shardsNow, question, wanted, settings.relevance, ready);
      return matches?.map(foundIn);
    });
    if (found !== undefined) return found;
    if (!isUnbuiltTold) onUnbuilt();
    isUnbuiltTold = true;
    const where = { part: first, corpus: corpusOf(first), meaning, ...unindexed };
    return searchMeanwhile(store, where, question, wanted, settings.relevance, foundIn);
  }

  const compared = createComparedTexts();

  const openParts = (): IndexedPart[] => indexes.parts().filter(({ corpus }) => corpus !== 'recorded');

  return {
    async find({ user, project, agent }: Viewer, wanted: MemoryQuery) {
      const reader = readerWith({ user, project, agent }, await store.openGrants(user), wanted.now);
      const parts = [{ user, project }, ...partsSharedWith(reader)] as const;
      const shardsIn = ([own, ...others]: readonly PlaceIndex[]): Shard[] => [
        ...(own?.shardsOf(reader) ?? []),
        ...others.flatMap((index) => index.sharedShards(reader)),
      ];
      return search(parts, wanted, shardsIn, foundIn, {
        read: (words, limit) => store.findEntriesByWords(reader, words, limit),
        // The store has left out what the reader may not see, of the project and of what others share.
        shardsOf: (index) => index.sharedShards(reader),
      });
    },
    async findRecorded({ user, project, agent }: Viewer, wanted: RecordedQuery) {
      const viewer = { user, project, agent };
      const shardsOf = (index: PlaceIndex): readonly Shard[] => index.shardsOf(viewer);
      return search(
        [{ user, project, corpus: 'recorded' }],
        wanted,
        (opened) => opened.flatMap(shardsOf),
        foundRecorded,
        {
          read: async (words, limit) =>
            (await store.findRecordedByWords(viewer, words, limit)).map(recordedEntry),
          shardsOf,
        },
      );
    },
    async similarity(text, others, matters = () => true) {
      const shared = sharedTerms(text, others, compared.termsIn);
      const meaning = await meanings.current();
      // Any other embedder is a service, to which the texts would be sent each time.
      if (meaning?.embedder.instant !== true) return shared;
      const places = shared.flatMap((words, place) => (matters(place, (words + maxCosine) / 2) ? place : []));
      const close = places.map((place) => others[place] ?? '');
      const cosines = await compared.cosines(meaning, text, close);
      const cosineAt = new Map(places.map((place, index) => [place, cosines[index]]));
      return shared.map((words, place) => (words + (cosineAt.get(place) ?? 0)) / 2);
    },
    async waiting() {
      const meaning = await meanings.current();
      // Null makes the job try, and report the error.
      if (meanings.trouble !== undefined) return null;
      if (meaning === null || meaning.embedder.instant === true) return 0;
      if (unvisited === undefined || unvisited.length > 0) return null;
      if (performance.now() - lookedAt > lookAgainMs) {
        lookedAt = performance.now();
        for (const place of openParts()) await indexes.using(place, (index) => index.follow());
      }
      return indexes.waiting();
    },
    async embedSome(limit) {
      const meaning = await meanings.current();
      if (meanings.trouble !== undefined) throw meanings.trouble;
      if (meaning === null || meaning.embedder.instant === true) return { done: 0, left: 0 };
      unvisited ??= [...(await store.listPlaces())];
      const next = indexes.waiting() === 0 ? unvisited.pop() : undefined;
      let done = 0;
      for (const place of [...(next === undefined ? [] : [next]), ...openParts()]) {
        done += await indexes.using(place, async (index) => {
          await index.follow();
          return index.embedSome(limit - done);
        });
      }
      return { done, left: unvisited.length > 0 ? null : indexes.waiting() };
    },
    missing,
    async close() {
      closing.abort();
      await Promise.all(building.values());
      compared.free();
      indexes.free();
    },
  };
}
