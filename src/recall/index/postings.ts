/** Slices of a list grow between these sizes, so that rare terms take little room and common ones are read in long runs. */
const firstSlice = 4;
const maxSliceLength = 4_096;
/** Numbers of 32 bits in a page of memory; a slice never crosses the end of one. */
const pageLength = 1 << 18;
const noSlice = 0xffffffff;

/** More occurrences of a term in a document make no difference. */
export const maxOccurrences = 255;
/** Documents are numbered with the remaining 24 bits. */
export const maxDocuments = 1 << 24;

/**
 * Which documents have which terms, and how often: one list for each term, all in a few large arrays. Lists only grow;
 * readers skip removed documents until the index is rebuilt.
 */
export interface Postings<Key = string> {
  readonly terms: number;
  readonly bytes: number;
  keys(): Iterable<Key>;
  add(term: Key, document: number, occurrences: number): void;
  /** How many documents were added with the term. */
  count(term: Key): number;
  read(term: Key, visit: (document: number, occurrences: number) => void): void;
  /** The same as runs of numbers, for fast loops. `documentIn` and `occurrencesIn` decode a number. */
  runs(term: Key): NumberRun[];
}

/** Numbers from `from` up to, not including, `to`. */
export interface NumberRun {
  readonly numbers: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** Whether a document is in one of these runs, each of which is in the order of documents. */
export function isListed(runs: readonly NumberRun[], document: number): boolean {
  return runs.some(({ numbers, from, to }) => {
    let [low, high] = [from, to - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = documentIn(numbers[middle] as number);
      if (found === document) return true;
      if (found < document) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  });
}

export const documentIn = (number: number): number => number >>> 8;
export const occurrencesIn = (number: number): number => number & 255;

/** Where the list of a term begins, where it is written, and how long it is. */
interface PostingList {
  first: number;
  last: number;
  /** Places used in the last slice, and places it has. */
  used: number;
  room: number;
  length: number;
}

export function createPostings<Key = string>(): Postings<Key> {
  const lists = new Map<Key, PostingList>();
  const pages: Uint32Array[] = [];
  /** The place where the next slice begins, counted over all pages. */
  let free = 0;

  /** A slice of `room` numbers and, after them, the place of the slice that follows it. */
  function newSlice(room: number): number {
    if ((free % pageLength) + room + 1 > pageLength) free = pages.length * pageLength;
    const place = free;
    const page = Math.floor(place / pageLength);
    const numbers = pages[page] ?? new Uint32Array(pageLength);
    pages[page] = numbers;
    numbers[(place % pageLength) + room] = noSlice;
    free += room + 1;
    return place;
  }

  function write(place: number, value: number): void {
    const page = pages[Math.floor(place / pageLength)];
    if (page !== undefined) page[place % pageLength] = value;
  }

  function listOf(term: Key): PostingList {
    const known = lists.get(term);
    if (known !== undefined) return known;
    const first = newSlice(firstSlice);
    const list = { first, last: first, used: 0, room: firstSlice, length: 0 };
    lists.set(term, list);
    return list;
  }

  function runs(term: Key): NumberRun[] {
    const found: NumberRun[] = [];
    const list = lists.get(term);
    if (list === undefined) return found;
    let place = list.first;
    let room = firstSlice;
    let left = list.length;
    while (left > 0) {
      const page = pages[Math.floor(place / pageLength)];
      if (page === undefined) break;
      const start = place % pageLength;
      const length = Math.min(room, left);
      found.push({ numbers: page, from: start, to: start + length });
      left -= length;
      place = page[start + room] ?? noSlice;
      room = Math.min(room * 2, maxSliceLength);
    }
    return found;
  }

  return {
    get terms() {
      return lists.size;
    },
    get bytes() {
      return pages.length * pageLength * 4 + lists.size * 150;
    },
    keys: () => lists.keys(),
    add(term, document, occurrences) {
      const list = listOf(term);
      if (list.used === list.room) {
        const room = Math.min(list.room * 2, maxSliceLength);
        const next = newSlice(room);
        write(list.last + list.room, next);
        Object.assign(list, { last: next, used: 0, room });
      }
      write(list.last + list.used, document * 256 + Math.min(occurrences, maxOccurrences));
      list.used += 1;
      list.length += 1;
    },
    count: (term) => lists.get(term)?.length ?? 0,
    runs,
    read(term, visit) {
      for (const { numbers, from, to } of runs(term)) {
        for (let at = from; at < to; at += 1) {
          const number = numbers[at] as number;
          visit(documentIn(number), occurrencesIn(number));
        }
      }
    },
  };
}
