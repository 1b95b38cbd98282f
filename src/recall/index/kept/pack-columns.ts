import type { MemoryColumns } from '../columns.ts';
import { joined, numbersIn } from './bytes.ts';

/** The order of columns in the bytes of a segment: those of eight bytes first, so that each begins where it must. */
const layout = [
  'createdAt',
  'until',
  'confidence',
  'confirmedAt',
  'saying',
  'success',
  'identity',
  'session',
  'position',
  'revision',
  'before',
  'after',
  'length',
  'windowLength',
  'windowNorm',
  'open',
  'dead',
  'kind',
  'asks',
] as const satisfies ReadonlyArray<keyof MemoryColumns>;

type PackedColumn = MemoryColumns[(typeof layout)[number]];

const bytesIn = (array: PackedColumn, count: number): number => array.BYTES_PER_ELEMENT * count;

/** What is known of the memories in these slots, as bytes. */
export function packColumns(columns: MemoryColumns, from: number, to: number): Uint8Array {
  const pieces = layout.map((name) => {
    const { buffer, byteOffset, BYTES_PER_ELEMENT } = columns[name];
    return new Uint8Array(buffer, byteOffset + from * BYTES_PER_ELEMENT, (to - from) * BYTES_PER_ELEMENT);
  });
  return joined(pieces);
}

/** Fills the columns from a slot on; they have room for it. */
export function unpackColumns(columns: MemoryColumns, from: number, count: number, bytes: Uint8Array): void {
  let start = 0;
  for (const name of layout) {
    const column = columns[name];
    const length = bytesIn(column, count);
    const target = new Uint8Array(column.buffer, column.byteOffset + from * column.BYTES_PER_ELEMENT, length);
    target.set(bytes.subarray(start, start + length));
    start += length;
  }
}

/** How many bytes the columns of so many memories take. */
export function columnBytes(columns: MemoryColumns, count: number): number {
  return layout.reduce((sum, name) => sum + bytesIn(columns[name], count), 0);
}

/** What changes about a memory that is kept already: its neighbours, what follows from them, and whether it is there. */
const amendable = ['before', 'after', 'windowLength', 'windowNorm', 'open', 'dead'] as const;

/** The slot, and its values. */
const valuesPerAmendment = 1 + amendable.length;

/** The values that these slots have now. */
export function packAmendments(columns: MemoryColumns, slots: readonly number[]): Uint8Array {
  const values = slots.flatMap((slot) => [slot, ...amendable.map((name) => columns[name][slot] ?? 0)]);
  return new Uint8Array(Float64Array.from(values).buffer);
}

/** Which slots are amended. */
export function amendedSlots(bytes: Uint8Array): number[] {
  const values = numbersIn(bytes);
  const count = Math.floor(values.length / valuesPerAmendment);
  return Array.from({ length: count }, (_, index) => values[index * valuesPerAmendment] ?? 0);
}

/** Gives slots the values that they had when they were packed. */
export function amendColumns(columns: MemoryColumns, bytes: Uint8Array): void {
  const values = numbersIn(bytes);
  for (let at = 0; at + valuesPerAmendment <= values.length; at += valuesPerAmendment) {
    const slot = values[at] ?? 0;
    amendable.forEach((name, place) => {
      columns[name][slot] = values[at + 1 + place] ?? 0;
    });
  }
}
