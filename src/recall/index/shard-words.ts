import type { IndexEntry } from '../../ports/store.ts';
import { memoryText, searchedText } from '../../records/memory.ts';
import { termsOf } from '../../text/terms.ts';
import { numberOf, sameWords } from '../same-words.ts';
import type { ToldByWords } from './columns.ts';
import type { KeptLists } from './kept/kept-lists.ts';
import { createPostings, documentIn, type NumberRun, occurrencesIn, type Postings } from './postings.ts';
import { asks, speakerOf } from './spoken.ts';

/** Names of lists of tags and speakers. Words do not contain these characters. */
const taggedWith = (tag: string): string => `#${tag}`;
const spokenBy = (label: string): string => `@${label}`;

/** A label on fewer memories than this is no speaker: "Error: …" stands before many things. */
const minSpoken = 3;

/** Which memories of a shard have which words, tags and speakers. Lists that are kept must be loaded before they are read. */
export interface ShardWords {
  /** Lists of what is not kept yet. */
  readonly unkept: Postings<number>;
  /** Terms of the names of speakers, with the list of each. */
  readonly speakers: ReadonlyMap<number, ReadonlySet<number>>;
  readonly bytes: number;
  /** Enters the words of a memory, and says what they tell about it. */
  enter(slot: number, entry: IndexEntry): ToldByWords;
  /** Reads what is kept about these terms, so that they can be searched for. */
  load(terms: readonly string[], tag?: string): Promise<void>;
  count(term: string): number;
  runs(term: string): readonly NumberRun[];
  read(term: string, visit: (slot: number, occurrences: number) => void): void;
  readTagged(tag: string, visit: (slot: number) => void): void;
  /** The memories of speakers with one of these terms in their name. */
  spokenBy(terms: readonly string[]): readonly NumberRun[];
  /** Takes over the speakers of kept segments. */
  nameSpeakers(speakers: Iterable<readonly [term: number, label: number]>): void;
  /** All lists are kept from now on. */
  adopt(): void;
}

/** @param isGone whether the memory of a slot is gone. */
export function createShardWords(kept: KeptLists | null, isGone: (slot: number) => boolean): ShardWords {
  /** The lists of speakers that have a term in their name. */
  const speakers = new Map<number, Set<number>>();
  let live = createPostings<number>();

  const runsOf = (key: number): NumberRun[] => [...(kept?.runs(key) ?? []), ...live.runs(key)];

  function read(key: number, visit: (slot: number, occurrences: number) => void): void {
    for (const { numbers, from, to } of runsOf(key)) {
      for (let at = from; at < to; at += 1) {
        const number = numbers[at] as number;
        visit(documentIn(number), occurrencesIn(number));
      }
    }
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
    for (const { numbers, from, to } of runsOf(list)) {
      for (let at = from; at < to && spoken < minSpoken; at += 1)
        if (!isGone(documentIn(numbers[at] as number))) spoken += 1;
    }
    return spoken >= minSpoken;
  }

  return {
    get unkept() {
      return live;
    },
    speakers,
    get bytes() {
      return (kept?.bytes ?? 0) + live.bytes;
    },
    enter(slot, entry) {
      const text = searchedText(entry);
      const terms = termsOf(text);
      const counts = new Map<string, number>();
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const [term, count] of counts) live.add(numberOf(term), slot, count);
      for (const tag of new Set(entry.tags)) live.add(numberOf(taggedWith(tag)), slot, 1);
      if (entry.sessionId !== null) enterSpeaker(slot, speakerOf(text));
      const saying = numberOf(sameWords(entry.kind, memoryText(entry)));
      return { length: terms.length, asks: asks(text), saying };
    },
    async load(terms, tag) {
      const words = [...terms, ...(tag === undefined ? [] : [taggedWith(tag)])].map(numberOf);
      await kept?.load([...words, ...listsOfSpeakers(terms)]);
    },
    count: (term) => runsOf(numberOf(term)).reduce((sum, { from, to }) => sum + to - from, 0),
    runs: (term) => runsOf(numberOf(term)),
    read: (term, visit) => read(numberOf(term), visit),
    readTagged: (tag, visit) => read(numberOf(taggedWith(tag)), visit),
    spokenBy: (terms) => [...listsOfSpeakers(terms)].filter(isSpeaker).flatMap(runsOf),
    nameSpeakers(spoken) {
      for (const [term, list] of spoken) nameSpeaker(term, list);
    },
    adopt() {
      live = createPostings();
    },
  };
}
