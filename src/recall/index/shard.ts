import type { MemoryEntry } from '../../ports/store.ts';
import { memoryText } from '../../records/memory.ts';
import { latestMoment } from '../../records/record.ts';
import { termsOf } from '../../text/terms.ts';
import { numberOf, sameWords } from '../same-words.ts';
import type { VectorMatrix } from '../vectors/vectors.ts';
import { createColumns, type MemoryColumns, noSlot, type ToldByWords, writeColumns } from './columns.ts';
import { createConversations } from './conversations.ts';
import { createPostings, maxDocuments, type Postings } from './postings.ts';
import { asks, speakerOf } from './spoken.ts';

/** How much the words and the meaning of the memories said just before and after count. */
export const neighbourWeights = {
  near: 0.4,
  /** Two places away. */
  far: 0.25,
  /** For a memory right after a question: it answers it without repeating the words of the question. */
  answered: 0.8,
} as const;

const { near, far, answered } = neighbourWeights;

/** Names of lists of tags and speakers. Words do not contain these characters. */
export const taggedWith = (tag: string): string => `#${tag}`;
const spokenBy = (label: string): string => `@${label}`;

/** A label on fewer memories than this is no speaker: "Error: …" stands before many things. */
const minSpoken = 3;

/** All memories of one owner, in memory. Each has a number, its slot; one that changes gets a new slot. */
export interface Shard {
  /** Whose memories they are; null for those of the project itself. */
  readonly agent: string | null;
  /** The grants by which they were copied: only who has all of these searches them. None for what was recorded. */
  readonly carried: readonly string[];
  readonly columns: MemoryColumns;
  readonly postings: Postings;
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
  put(entry: MemoryEntry): number;
  drop(id: string): void;
  slotOf(id: string): number | undefined;
  /** Visits the memories of speakers with one of these terms in their name. */
  readSpokenBy(terms: readonly string[], visit: (slot: number) => void): void;
  /** Sets the vector of a slot. Neighbours take it into account from the next search on. */
  setVector(slot: number, vector: Float32Array | Uint8Array): void;
  /** Updates the values that depend on neighbours; needed before a search. */
  settle(): void;
  free(): void;
}

export function createShard(
  agent: string | null,
  matrix: VectorMatrix | null,
  carried: readonly string[] = [],
): Shard {
  const columns = createColumns();
  const postings = createPostings();
  const conversations = createConversations(columns);
  const slots = new Map<string, number>();
  /** The session of each slot, to take it out again. */
  const sessions: Array<string | null> = [];
  /** The labels that have a term in them. */
  const speakers = new Map<string, Set<string>>();
  const unsettled = new Set<number>();
  let dead = 0;
  let open = 0;
  let openLength = 0;
  let firstCreated = latestMoment;
  let lastCreated = 0;

  function markAround(slot: number): void {
    for (const [near] of windowOf(columns, slot)) unsettled.add(near);
  }

  function drop(id: string): void {
    const slot = slots.get(id);
    if (slot === undefined) return;
    markAround(slot);
    slots.delete(id);
    const session = sessions[slot] ?? null;
    if (session !== null) conversations.leave(session, slot);
    if (columns.open[slot] === 1) {
      open -= 1;
      openLength -= columns.windowLength[slot] ?? 0;
    }
    columns.open[slot] = 0;
    matrix?.clear(slot);
    unsettled.delete(slot);
    dead += 1;
  }

  function enterTerms(slot: number, entry: MemoryEntry): ToldByWords {
    const text = memoryText(entry);
    const terms = termsOf(text);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) postings.add(term, slot, count);
    for (const tag of new Set(entry.tags)) postings.add(taggedWith(tag), slot, 1);
    if (entry.sessionId !== null) enterSpeaker(slot, speakerOf(text));
    const saying = numberOf(sameWords(entry.kind, text));
    return { length: terms.length, asks: asks(text), saying };
  }

  function enterSpeaker(slot: number, label: string): void {
    if (label === '') return;
    postings.add(spokenBy(label), slot, 1);
    for (const term of termsOf(label)) {
      const labels = speakers.get(term) ?? new Set();
      speakers.set(term, labels.add(label));
    }
  }

  return {
    agent,
    carried,
    columns,
    postings,
    matrix,
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
      return openLength;
    },
    get firstCreated() {
      return firstCreated;
    },
    get lastCreated() {
      return lastCreated;
    },
    get bytes() {
      return postings.bytes + columns.open.length * 60 + columns.ids.length * 140;
    },
    put(entry) {
      drop(entry.id);
      const slot = columns.ids.length;
      writeColumns(columns, slot, entry, enterTerms(slot, entry));
      slots.set(entry.id, slot);
      firstCreated = Math.min(firstCreated, entry.createdAt);
      lastCreated = Math.max(lastCreated, entry.createdAt);
      sessions[slot] = entry.position === null ? null : entry.sessionId;
      if (columns.open[slot] === 1) {
        open += 1;
        openLength += columns.windowLength[slot] ?? 0;
      }
      if (entry.sessionId !== null && entry.position !== null) {
        conversations.enter(entry.sessionId, entry.position, slot);
        markAround(slot);
      }
      return slot;
    },
    drop,
    slotOf: (id) => slots.get(id),
    readSpokenBy(terms, visit) {
      const labels = new Set(terms.flatMap((term) => [...(speakers.get(term) ?? [])]));
      for (const label of labels) {
        if (postings.count(spokenBy(label)) >= minSpoken) postings.read(spokenBy(label), visit);
      }
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
        const length = windowLengthOf(columns, slot);
        if (columns.open[slot] === 1) openLength += length - (columns.windowLength[slot] ?? 0);
        columns.windowLength[slot] = length;
        columns.windowNorm[slot] = windowNormOf(columns, cosine, slot);
      }
      unsettled.clear();
    },
    free: () => matrix?.free(),
  };
}

/** How far neighbours count. */
const reach = 2;

/** A slot and its neighbours with their weights. */
function windowOf(columns: MemoryColumns, slot: number): Array<readonly [slot: number, weight: number]> {
  const window: Array<readonly [number, number]> = [[slot, 1]];
  for (const side of [columns.before, columns.after]) {
    let at = slot;
    for (let distance = 1; distance <= reach; distance += 1) {
      at = side[at] ?? noSlot;
      if (at === noSlot) break;
      const isQuestion = side === columns.before && columns.asks[at] === 1;
      window.push([at, distance > 1 ? far : isQuestion ? answered : near]);
    }
  }
  return window;
}

function windowLengthOf(columns: MemoryColumns, slot: number): number {
  return windowOf(columns, slot).reduce(
    (sum, [near, weight]) => sum + weight * (columns.length[near] ?? 0),
    0,
  );
}

type Cosine = (left: number, right: number) => number;

/** Caches cosines: windows overlap, so most pairs are needed several times. */
function remembering(matrix: VectorMatrix | null): Cosine {
  const known = new Map<number, number>();
  return (left, right) => {
    const key = Math.min(left, right) * maxDocuments + Math.max(left, right);
    const before = known.get(key);
    if (before !== undefined) return before;
    const cosine = matrix?.cosine(left, right) ?? 0;
    known.set(key, cosine);
    return cosine;
  };
}

/** The length of the weighted sum of unit vectors follows from the cosines between them. */
function windowNormOf(columns: MemoryColumns, cosine: Cosine, slot: number): number {
  const window = windowOf(columns, slot);
  let square = 0;
  window.forEach(([left, leftWeight], index) => {
    square += leftWeight * leftWeight * cosine(left, left);
    for (const [right, rightWeight] of window.slice(index + 1)) {
      square += 2 * leftWeight * rightWeight * cosine(left, right);
    }
  });
  return Math.sqrt(Math.max(square, 1e-6));
}
