import type { MemoryEntry } from '../../ports/store.ts';
import { memoryText } from '../../records/memory.ts';
import { latestMoment } from '../../records/record.ts';
import { termsOf } from '../../text/terms.ts';
import { numberOf, sameWords } from '../same-words.ts';
import type { VectorMatrix } from '../vectors/vectors.ts';
import {
  createColumns,
  type MemoryColumns,
  makeRoom,
  noSlot,
  type ToldByWords,
  writeColumns,
} from './columns.ts';
import { createConversations } from './conversations.ts';
import type { KeptLists } from './kept/kept-lists.ts';
import { createPostings, documentIn, occurrencesIn, type Postings } from './postings.ts';
import { asks, speakerOf } from './spoken.ts';
import { remembering, windowLengthOf, windowNormOf, windowOf } from './windows.ts';

/** Names of lists of tags and speakers. Words do not contain these characters. */
export const taggedWith = (tag: string): string => `#${tag}`;
const spokenBy = (label: string): string => `@${label}`;

/** A label on fewer memories than this is no speaker: "Error: …" stands before many things. */
const minSpoken = 3;

/** Lengths of windows are whole numbers of these, so that their sum does not depend on the order of adding. */
const lengthParts = 20;

/** All memories of one owner. Each has a number, its slot; one that changes gets a new slot. */
export interface Shard {
  /** Whose memories they are; null for those of the project itself. */
  readonly agent: string | null;
  /** The grants by which they were copied: only who has all of these searches them. None for what was recorded. */
  readonly carried: readonly string[];
  readonly columns: MemoryColumns;
  /** The lists of terms; those that are kept must be loaded before they are read. */
  readonly postings: Pick<Postings, 'count' | 'read' | 'runs'>;
  readonly matrix: VectorMatrix | null;
  /** Slots given out. */
  readonly size: number;
  /** Slots whose memory is gone or was replaced. */
  readonly dead: number;
  /** How many may be returned, and the number of their terms, with those of their neighbours. */
  readonly open: number;
  readonly openLength: number;
  /** When the oldest and the newest were recorded. */
  readonly firstCreated: number;
  readonly lastCreated: number;
  readonly bytes: number;
  /** What is not kept in the store yet. */
  readonly unkept: UnkeptChanges;
  put(entry: MemoryEntry): number;
  drop(id: string): void;
  slotOf(id: string): number | undefined;
  /** Reads what is kept about these terms, so that they can be searched for. */
  load(terms: readonly string[], tag?: string): Promise<void>;
  /** Finds memories of kept segments again that are about to change, with the sessions they and new ones are in. */
  recollect(ids: ReadonlySet<number>, sessions: ReadonlySet<number>): void;
  /** Visits the memories of speakers with one of these terms in their name. */
  readSpokenBy(terms: readonly string[], visit: (slot: number) => void): void;
  /** Sets the vector of a slot. Neighbours take it into account from the next search on. */
  setVector(slot: number, vector: Float32Array | Uint8Array): void;
  /** Updates the values that depend on neighbours; needed before a search. */
  settle(): void;
  /** Takes over kept segments, whose values are in the columns, or the state that was just kept. */
  adopt(speakers: Iterable<readonly [term: number, label: number]>): void;
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
  readonly lists: Postings<number>;
  /** Terms of the names of speakers, with the list of each. */
  readonly speakers: ReadonlyMap<number, ReadonlySet<number>>;
}

export function createShard(
  agent: string | null,
  matrix: VectorMatrix | null,
  carried: readonly string[] = [],
  kept: KeptLists | null = null,
): Shard {
  const columns = createColumns();
  const conversations = createConversations<number>(columns);
  const slots = new Map<string, number>();
  /** The lists of speakers that have a term in their name. */
  const speakers = new Map<number, Set<number>>();
  const unsettled = new Set<number>();
  const amended = new Set<number>();
  const stains = new Set<number>();
  let live = createPostings<number>();
  let keptSize = 0;
  let dead = 0;
  let open = 0;
  let openParts = 0;
  let firstCreated = latestMoment;
  let lastCreated = 0;

  const runsOf = (key: number) => [...(kept?.runs(key) ?? []), ...live.runs(key)];

  function read(key: number, visit: (slot: number, occurrences: number) => void): void {
    for (const { numbers, from, to } of runsOf(key)) {
      for (let at = from; at < to; at += 1) {
        const number = numbers[at] as number;
        visit(documentIn(number), occurrencesIn(number));
      }
    }
  }

  function markAround(slot: number): void {
    for (const [near] of windowOf(columns, slot)) unsettled.add(near);
  }

  function amend(slot: number): void {
    if (slot < keptSize) amended.add(slot);
  }

  const partsOf = (slot: number): number => Math.round((columns.windowLength[slot] ?? 0) * lengthParts);

  function drop(id: string): void {
    const slot = slots.get(id);
    if (slot === undefined) return;
    markAround(slot);
    slots.delete(id);
    const session = columns.session[slot] ?? 0;
    if (session !== 0) conversations.leave(session, slot);
    if (columns.open[slot] === 1) {
      open -= 1;
      openParts -= partsOf(slot);
    }
    columns.open[slot] = 0;
    columns.dead[slot] = 1;
    matrix?.clear(slot);
    unsettled.delete(slot);
    dead += 1;
    amend(slot);
    if (slot < keptSize) stains.add(slot);
  }

  function enterTerms(slot: number, entry: MemoryEntry): ToldByWords {
    const text = memoryText(entry);
    const terms = termsOf(text);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) live.add(numberOf(term), slot, count);
    for (const tag of new Set(entry.tags)) live.add(numberOf(taggedWith(tag)), slot, 1);
    if (entry.sessionId !== null) enterSpeaker(slot, speakerOf(text));
    const saying = numberOf(sameWords(entry.kind, text));
    return { length: terms.length, asks: asks(text), saying };
  }

  function enterSpeaker(slot: number, label: string): void {
    if (label === '') return;
    const list = numberOf(spokenBy(label));
    live.add(list, slot, 1);
    for (const term of termsOf(label)) nameSpeaker(numberOf(term), list);
  }

  function nameSpeaker(term: number, list: number): void {
    const lists = speakers.get(term) ?? new Set();
    speakers.set(term, lists.add(list));
  }

  const listsOfSpeakers = (terms: readonly string[]): Set<number> =>
    new Set(terms.flatMap((term) => [...(speakers.get(numberOf(term)) ?? [])]));

  function isSpeaker(list: number): boolean {
    let spoken = 0;
    read(list, (slot) => {
      spoken += 1 - (columns.dead[slot] as number);
    });
    return spoken >= minSpoken;
  }

  return {
    agent,
    carried,
    columns,
    matrix,
    postings: {
      count: (term) => runsOf(numberOf(term)).reduce((sum, { from, to }) => sum + to - from, 0),
      read: (term, visit) => read(numberOf(term), visit),
      runs: (term) => runsOf(numberOf(term)),
    },
    get size() {
      return columns.ids.length;
    },
    get dead() {
      return dead;
    },
    get open() {
      return open;
    },
    get openLength() {
      return openParts / lengthParts;
    },
    get firstCreated() {
      return firstCreated;
    },
    get lastCreated() {
      return lastCreated;
    },
    get bytes() {
      return (kept?.bytes ?? 0) + live.bytes + columns.open.length * 100 + columns.ids.length * 40;
    },
    get unkept() {
      return { from: keptSize, amended, stains, lists: live, speakers };
    },
    put(entry) {
      drop(entry.id);
      const slot = columns.ids.length;
      writeColumns(columns, slot, entry, enterTerms(slot, entry));
      slots.set(entry.id, slot);
      firstCreated = Math.min(firstCreated, entry.createdAt);
      lastCreated = Math.max(lastCreated, entry.createdAt);
      if (columns.open[slot] === 1) {
        open += 1;
        openParts += partsOf(slot);
      }
      const session = columns.session[slot] ?? 0;
      if (session !== 0) {
        conversations.enter(session, columns.position[slot] ?? 0, slot);
        markAround(slot);
      }
      return slot;
    },
    drop,
    slotOf: (id) => slots.get(id),
    async load(terms, tag) {
      const words = [...terms, ...(tag === undefined ? [] : [taggedWith(tag)])].map(numberOf);
      await kept?.load([...words, ...listsOfSpeakers(terms)]);
    },
    recollect(ids, sessions) {
      const wanted = new Set(sessions);
      for (let slot = 0; slot < keptSize; slot += 1) {
        if (columns.dead[slot] === 1 || !ids.has(columns.identity[slot] as number)) continue;
        slots.set(columns.ids.at(slot), slot);
        const session = columns.session[slot] as number;
        if (session !== 0) wanted.add(session);
      }
      conversations.recollect(wanted, keptSize);
    },
    readSpokenBy(terms, visit) {
      for (const list of listsOfSpeakers(terms)) if (isSpeaker(list)) read(list, visit);
    },
    setVector(slot, vector) {
      if (vector instanceof Float32Array) matrix?.set(slot, vector);
      else matrix?.setPacked(slot, vector);
      if (columns.before[slot] !== noSlot || columns.after[slot] !== noSlot) markAround(slot);
    },
    settle() {
      if (unsettled.size === 0) return;
      const cosine = remembering(matrix);
      for (const slot of unsettled) {
        const before = partsOf(slot);
        columns.windowLength[slot] = windowLengthOf(columns, slot);
        columns.windowNorm[slot] = windowNormOf(columns, cosine, slot);
        if (columns.open[slot] === 1) openParts += partsOf(slot) - before;
        amend(slot);
      }
      unsettled.clear();
    },
    adopt(spoken) {
      for (const [term, list] of spoken) nameSpeaker(term, list);
      keptSize = columns.ids.length;
      makeRoom(columns, keptSize);
      live = createPostings();
      amended.clear();
      stains.clear();
      [dead, open, openParts] = [0, 0, 0];
      for (let slot = 0; slot < keptSize; slot += 1) {
        dead += columns.dead[slot] as number;
        if (columns.open[slot] === 1) {
          open += 1;
          openParts += partsOf(slot);
        }
        if (columns.dead[slot] === 1) continue;
        firstCreated = Math.min(firstCreated, columns.createdAt[slot] as number);
        lastCreated = Math.max(lastCreated, columns.createdAt[slot] as number);
      }
    },
    free: () => matrix?.free(),
  };
}
