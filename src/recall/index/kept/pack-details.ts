import type { MemoryDetails } from '../columns.ts';
import { idIn, packIds } from '../id-list.ts';
import { isLittleEndian, joined } from './bytes.ts';
import { StaleIndex } from './segment.ts';

/** The details of a chunk of memories, and their ids: four numbers for each memory, then the ids. */
export function packDetails(details: readonly MemoryDetails[], ids: readonly string[]): Uint8Array {
  const numbers = details.flatMap(({ createdAt, confidence, confirmedAt, success }) => [
    createdAt,
    confidence,
    confirmedAt,
    success,
  ]);
  return joined([new Uint8Array(Float64Array.from(numbers).buffer), packIds(ids)]);
}

const numbersPerMemory = 4;
const bytesPerNumber = 8;

/** A memory in a chunk that was read. */
interface PlaceInChunk {
  readonly bytes: Uint8Array;
  readonly index: number;
  readonly count: number;
}

export function readDetails({ bytes, index, count }: PlaceInChunk): MemoryDetails {
  const length = count * numbersPerMemory * bytesPerNumber;
  if (bytes.length < length) throw new StaleIndex();
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  const numberAt = (place: number): number =>
    view.getFloat64((index * numbersPerMemory + place) * bytesPerNumber, isLittleEndian);
  return { createdAt: numberAt(0), confidence: numberAt(1), confirmedAt: numberAt(2), success: numberAt(3) };
}

export function readId({ bytes, index, count }: PlaceInChunk): string {
  return idIn(bytes, count * numbersPerMemory * bytesPerNumber, index);
}
