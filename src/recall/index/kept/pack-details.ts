import type { MemoryDetails } from '../columns.ts';
import { idIn, packIds } from '../id-list.ts';
import { aligned, joined, numbersIn } from './bytes.ts';
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
  const [createdAt = 0, confidence = 0, confirmedAt = 0, success = Number.NaN] = numbersIn(
    aligned(bytes).subarray(0, length),
  ).subarray(index * numbersPerMemory, (index + 1) * numbersPerMemory);
  return { createdAt, confidence, confirmedAt, success };
}

export function readId({ bytes, index, count }: PlaceInChunk): string {
  return idIn(aligned(bytes).subarray(count * numbersPerMemory * bytesPerNumber), index);
}
