import type { IndexEntry } from '../../ports/store.ts';
import { memoryKinds, successOf } from '../../records/memory.ts';
import { recordedKinds } from '../../records/recorded.ts';
import { numberOf } from '../same-words.ts';
import { createIdList } from './id-list.ts';

/** No neighbour. */
export const noSlot = -1;

const firstSize = 64;

/**
 * What the index knows of each memory besides its words, one array for each fact. Those of kept memories are read in groups, when
 * they are needed: see `columnGroups`.
 */
export type MemoryColumns = ReturnType<typeof createColumns>;

export function createColumns() {
  return {
    ids: createIdList(),
    /** 1 when it may be returned, apart from its expiry. */
    open: new Uint8Array(firstSize),
    /** 1 when it is gone or was replaced. */
    dead: new Uint8Array(firstSize),
    kind: new Uint8Array(firstSize),
    /** 1 when it ends with a question. */
    asks: new Uint8Array(firstSize),
    revision: new Uint32Array(firstSize),
    createdAt: new Float64Array(firstSize),
    /** When it expires or is no longer valid; Infinity when never. */
    until: new Float64Array(firstSize),
    confidence: new Float64Array(firstSize),
    confirmedAt: new Float64Array(firstSize),
    /** Equal for memories that say the same, word for word. */
    saying: new Float64Array(firstSize),
    /** Its id and its session as numbers (0: none), by which kept memories are found again, and its place there. */
    identity: new Float64Array(firstSize),
    session: new Float64Array(firstSize),
    position: new Float64Array(firstSize),
    /** NaN when it is unknown. */
    success: new Float64Array(firstSize),
    /** The number of its terms. */
    length: new Float32Array(firstSize),
    /** The same with those of its neighbours, by their weight. */
    windowLength: new Float32Array(firstSize),
    /** The length of the sum of its vector and those of its neighbours. */
    windowNorm: new Float32Array(firstSize),
    /** The memory said before it and after it in the same session. */
    before: new Int32Array(firstSize),
    after: new Int32Array(firstSize),
  };
}

/** Columns that are read together. Those of eight bytes come first, so that each begins where it must. */
export const columnGroups = {
  /** For every search, of all memories. */
  scanned: [
    'until',
    'saying',
    'before',
    'after',
    'windowLength',
    'windowNorm',
    'open',
    'dead',
    'kind',
    'asks',
  ],
  /** To follow changes, of all memories. */
  places: ['identity', 'session', 'position', 'length', 'revision'],
  /** For a question that names a date, of all memories. */
  times: ['createdAt'],
} as const satisfies Record<string, ReadonlyArray<ColumnName>>;

export type ColumnGroup = keyof typeof columnGroups;
type ColumnName = Exclude<keyof MemoryColumns, 'ids'>;

type TypedColumn = MemoryColumns[ColumnName];

/** Half as much again: doubling a million memories would waste memory. */
function grown(column: TypedColumn, size: number): TypedColumn {
  const larger = new (column.constructor as new (length: number) => TypedColumn)(Math.ceil(size * 1.5));
  larger.set(column);
  return larger;
}

/** Makes room for so many memories. */
export function makeRoom(columns: MemoryColumns, size: number): void {
  if (size <= columns.open.length) return;
  const { ids: _, ...arrays } = columns;
  for (const [name, column] of Object.entries(arrays))
    Object.assign(columns, { [name]: grown(column, size) });
}

/** Kinds of memories are counted from below, others from above. */
const kindNumbers = new Map<IndexEntry['kind'], number>([
  ...memoryKinds.map((kind, index) => [kind, index] as const),
  ...recordedKinds.map((kind, index) => [kind, 255 - index] as const),
]);

export function kindNumber(kind: IndexEntry['kind']): number {
  return kindNumbers.get(kind) ?? memoryKinds.length;
}

/** What is asked of memories that may be answered only. */
export interface MemoryDetails {
  readonly createdAt: number;
  readonly confidence: number;
  readonly confirmedAt: number;
  /** NaN when it is unknown. */
  readonly success: number;
}

export function detailsIn(columns: MemoryColumns, slot: number): MemoryDetails {
  return {
    createdAt: columns.createdAt[slot] ?? 0,
    confidence: columns.confidence[slot] ?? 0,
    confirmedAt: columns.confirmedAt[slot] ?? 0,
    success: columns.success[slot] ?? Number.NaN,
  };
}

/** What the index derives from the text of a memory. */
export interface ToldByWords {
  readonly length: number;
  readonly asks: boolean;
  readonly saying: number;
}

export function writeColumns(
  columns: MemoryColumns,
  slot: number,
  entry: IndexEntry,
  { length, asks, saying }: ToldByWords,
): void {
  makeRoom(columns, slot + 1);
  columns.ids.add(entry.id);
  columns.identity[slot] = numberOf(entry.id);
  columns.session[slot] = sessionNumber(entry);
  columns.position[slot] = entry.position ?? 0;
  columns.dead[slot] = 0;
  columns.open[slot] = entry.standing === 'active' ? 1 : 0;
  columns.kind[slot] = kindNumber(entry.kind);
  columns.asks[slot] = asks ? 1 : 0;
  columns.saying[slot] = saying;
  columns.revision[slot] = entry.revision;
  columns.createdAt[slot] = entry.createdAt;
  columns.until[slot] = Math.min(entry.expiresAt ?? Infinity, entry.validUntil ?? Infinity);
  columns.confidence[slot] = entry.confidence;
  columns.confirmedAt[slot] = entry.confirmedAt ?? entry.createdAt;
  columns.success[slot] = successOf(entry) ?? Number.NaN;
  columns.length[slot] = length;
  columns.windowLength[slot] = length;
  columns.windowNorm[slot] = 1;
  columns.before[slot] = noSlot;
  columns.after[slot] = noSlot;
}

/** The session that a memory has a place in, as a number; 0 when it has none. */
function sessionNumber({ sessionId, position }: IndexEntry): number {
  return sessionId === null || position === null ? 0 : numberOf(sessionId);
}
