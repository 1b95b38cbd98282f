import type { MemoryEntry } from '../../ports/store.ts';
import { type MemoryKind, memoryKinds } from '../../records/memory.ts';

/** No neighbour. */
export const nobody = -1;

/** What the index knows of each memory besides its words, one array for each fact: a search passes over all of them. */
export interface MemoryColumns {
  readonly ids: string[];
  /** 1 when it may be answered, as far as time does not decide it. */
  open: Uint8Array;
  kind: Uint8Array;
  /** 1 when it ends with a question. */
  asks: Uint8Array;
  revision: Uint32Array;
  createdAt: Float64Array;
  /** When it expires or stops to hold; Infinity when it does not. */
  until: Float64Array;
  confidence: Float64Array;
  confirmedAt: Float64Array;
  /** Equal for memories that say the same, word for word. */
  saying: Float64Array;
  /** NaN when nobody knows. */
  success: Float64Array;
  /** Terms it has. */
  length: Float32Array;
  /** The same with those of its neighbours, as far as they count. */
  windowLength: Float32Array;
  /** The length of the sum of its vector and those of its neighbours. */
  windowNorm: Float32Array;
  /** The memory said before it and after it in the same session. */
  before: Int32Array;
  after: Int32Array;
}

const first = 64;

export function createColumns(): MemoryColumns {
  return {
    ids: [],
    open: new Uint8Array(first),
    kind: new Uint8Array(first),
    asks: new Uint8Array(first),
    revision: new Uint32Array(first),
    createdAt: new Float64Array(first),
    until: new Float64Array(first),
    confidence: new Float64Array(first),
    confirmedAt: new Float64Array(first),
    saying: new Float64Array(first),
    success: new Float64Array(first),
    length: new Float32Array(first),
    windowLength: new Float32Array(first),
    windowNorm: new Float32Array(first),
    before: new Int32Array(first),
    after: new Int32Array(first),
  };
}

type Numbers = Uint8Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** Half as much again: doubling a million memories would take what nobody needs. */
function grown<Array extends Numbers>(array: Array, size: number): Array {
  if (array.length >= size) return array;
  const larger = new (array.constructor as new (length: number) => Array)(Math.ceil(size * 1.5));
  larger.set(array);
  return larger;
}

function makeRoom(columns: MemoryColumns, size: number): void {
  columns.open = grown(columns.open, size);
  columns.kind = grown(columns.kind, size);
  columns.asks = grown(columns.asks, size);
  columns.revision = grown(columns.revision, size);
  columns.createdAt = grown(columns.createdAt, size);
  columns.until = grown(columns.until, size);
  columns.confidence = grown(columns.confidence, size);
  columns.confirmedAt = grown(columns.confirmedAt, size);
  columns.saying = grown(columns.saying, size);
  columns.success = grown(columns.success, size);
  columns.length = grown(columns.length, size);
  columns.windowLength = grown(columns.windowLength, size);
  columns.windowNorm = grown(columns.windowNorm, size);
  columns.before = grown(columns.before, size);
  columns.after = grown(columns.after, size);
}

const kindNumbers = new Map(memoryKinds.map((kind, index) => [kind, index]));

export function kindNumber(kind: MemoryKind): number {
  return kindNumbers.get(kind) ?? memoryKinds.length;
}

/** What its words tell about a memory. */
export interface ToldByWords {
  readonly length: number;
  readonly asks: boolean;
  readonly saying: number;
}

/** Writes what is known of a memory into the place of that number. */
export function writeColumns(
  columns: MemoryColumns,
  slot: number,
  entry: MemoryEntry,
  { length, asks, saying }: ToldByWords,
): void {
  if (slot >= columns.open.length) makeRoom(columns, slot + 1);
  columns.ids[slot] = entry.id;
  columns.open[slot] = entry.standing === 'active' ? 1 : 0;
  columns.kind[slot] = kindNumber(entry.kind);
  columns.asks[slot] = asks ? 1 : 0;
  columns.saying[slot] = saying;
  columns.revision[slot] = entry.revision;
  columns.createdAt[slot] = entry.createdAt;
  columns.until[slot] = Math.min(
    entry.expiresAt ?? Number.POSITIVE_INFINITY,
    entry.validUntil ?? Number.POSITIVE_INFINITY,
  );
  columns.confidence[slot] = entry.confidence;
  columns.confirmedAt[slot] = entry.confirmedAt ?? entry.createdAt;
  columns.success[slot] = entry.successRate ?? Number.NaN;
  columns.length[slot] = length;
  columns.windowLength[slot] = length;
  columns.windowNorm[slot] = 1;
  columns.before[slot] = nobody;
  columns.after[slot] = nobody;
}
