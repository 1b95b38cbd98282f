import { documentIn, maxOccurrences, occurrencesIn } from '../postings.ts';
import { aligned, joined } from './bytes.ts';

/** Lists by key: numbers that `documentIn` and `occurrencesIn` decode, in the order of documents. */
export type ListsByKey = ReadonlyMap<number, readonly number[] | Uint32Array>;

/** About so many bytes lie in a bucket: a question reads one bucket for each of its words. */
const bucketBytes = 16_384;
/** What a list takes, roughly: its key, where it ends, and two bytes an entry. */
const bytesPerList = 12;
const bytesPerEntry = 2;
/** Four of a distance of 25 bits, one of how often. */
const bytesPerEntryAtMost = 5;

/** How many buckets hold lists of this size well. */
export function bucketsFor(lists: ListsByKey): number {
  let bytes = lists.size * bytesPerList;
  for (const list of lists.values()) bytes += list.length * bytesPerEntry;
  return Math.max(1, Math.ceil(bytes / bucketBytes));
}

/** In which bucket the list of a key is. */
export const bucketOf = (key: number, buckets: number): number => key % buckets;

/**
 * Lists in buckets. A bucket: how many lists, their keys in order (64 bits), where each ends (32 bits), and the lists. A list
 * is the distance from document to document, twice, plus one when how often follows; numbers of 7 bits a byte.
 *
 * @param base the document from which distances are counted.
 */
export function packLists(lists: ListsByKey, buckets: number, base: number): Uint8Array[] {
  const keysOf = Array.from({ length: buckets }, (): number[] => []);
  for (const key of lists.keys()) keysOf[bucketOf(key, buckets)]?.push(key);
  return keysOf.map((keys) =>
    packBucket(
      keys.sort((left, right) => left - right),
      lists,
      base,
    ),
  );
}

function packBucket(keys: readonly number[], lists: ListsByKey, base: number): Uint8Array {
  const ends = new Uint32Array(keys.length);
  const entries = keys.reduce((sum, key) => sum + (lists.get(key)?.length ?? 0), 0);
  const bytes = new Uint8Array(entries * bytesPerEntryAtMost);
  let end = 0;
  keys.forEach((key, index) => {
    end = writeList(bytes, end, lists.get(key) ?? [], base);
    ends[index] = end;
  });
  return joined([
    new Uint8Array(Float64Array.of(keys.length, ...keys).buffer),
    new Uint8Array(ends.buffer),
    bytes.subarray(0, end),
  ]);
}

/** Answers where the list ends. */
function writeList(
  bytes: Uint8Array,
  start: number,
  list: readonly number[] | Uint32Array,
  base: number,
): number {
  let end = start;
  let last = base;
  for (const number of list) {
    const document = documentIn(number);
    const occurrences = occurrencesIn(number);
    let left = (document - last) * 2 + (occurrences === 1 ? 0 : 1);
    while (left > 127) {
      bytes[end++] = (left & 127) | 128;
      left >>>= 7;
    }
    bytes[end++] = left;
    if (occurrences !== 1) bytes[end++] = occurrences;
    last = document;
  }
  return end;
}

/** A bucket that was read. */
export interface Bucket {
  readonly keys: Float64Array;
  /** The list of a key; empty when there is none. */
  listOf(key: number): Uint32Array;
}

/** @throws RangeError for bytes that are no bucket. */
export function readBucket(bytes: Uint8Array, base: number): Bucket {
  const read = aligned(bytes);
  const [count = 0] = new Float64Array(read.buffer, read.byteOffset, 1);
  const keys = new Float64Array(read.buffer, read.byteOffset + 8, count);
  const endsAt = 8 + 8 * count;
  const ends = new Uint32Array(read.buffer, read.byteOffset + endsAt, count);
  const lists = read.subarray(endsAt + 4 * count);
  return {
    keys,
    listOf(key) {
      const place = placeOf(keys, key);
      if (place === -1) return new Uint32Array(0);
      return readList(lists.subarray(place === 0 ? 0 : ends[place - 1], ends[place]), base);
    },
  };
}

function placeOf(keys: Float64Array, key: number): number {
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = keys[middle] as number;
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function readList(bytes: Uint8Array, base: number): Uint32Array {
  // An entry takes at least one byte.
  const numbers = new Uint32Array(bytes.length);
  let count = 0;
  let document = base;
  for (let at = 0; at < bytes.length; count += 1) {
    let distance = 0;
    let shift = 0;
    let byte = 128;
    while (byte > 127 && at < bytes.length) {
      byte = bytes[at] as number;
      distance |= (byte & 127) << shift;
      shift += 7;
      at += 1;
    }
    document += distance >>> 1;
    let occurrences = 1;
    if ((distance & 1) === 1) {
      occurrences = Math.min(bytes[at] ?? 1, maxOccurrences);
      at += 1;
    }
    numbers[count] = document * 256 + occurrences;
  }
  return numbers.subarray(0, count);
}
