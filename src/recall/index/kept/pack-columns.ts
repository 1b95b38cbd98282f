import { type ColumnGroup, columnGroups, type MemoryColumns } from '../columns.ts';
import { joined, numbersIn } from './bytes.ts';

/** What is known of the memories in these slots, as bytes: the columns of a group, one after the other. */
export function packColumns(
  columns: MemoryColumns,
  group: ColumnGroup,
  from: number,
  to: number,
): Uint8Array {
  const pieces = columnGroups[group].map((name) => {
    const { buffer, byteOffset, BYTES_PER_ELEMENT } = columns[name];
    return new Uint8Array(buffer, byteOffset + from * BYTES_PER_ELEMENT, (to - from) * BYTES_PER_ELEMENT);
  });
  return joined(pieces);
}

/** Fills the columns of a group from a slot on; they have room for it. Returns how many bytes they took. */
export function unpackColumns(
  columns: MemoryColumns,
  group: ColumnGroup,
  from: number,
  count: number,
  bytes: Uint8Array,
): number {
  let start = 0;
  for (const name of columnGroups[group]) {
    const column = columns[name];
    const length = column.BYTES_PER_ELEMENT * count;
    const target = new Uint8Array(column.buffer, column.byteOffset + from * column.BYTES_PER_ELEMENT, length);
    target.set(bytes.subarray(start, start + length));
    start += length;
  }
  return start;
}

/** How many bytes the columns of a group take for so many memories. */
export function columnBytes(columns: MemoryColumns, group: ColumnGroup, count: number): number {
  return columnGroups[group].reduce((sum, name) => sum + columns[name].BYTES_PER_ELEMENT * count, 0);
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
