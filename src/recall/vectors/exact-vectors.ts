import { type Blocks, queryAddress } from './blocks.ts';
import { bytesPerComponent, cosineFrom, pack } from './pack.ts';

/** Vectors in a slab of memory. */
const slabSize = 1_024;

/** The vectors of one owner as they were made, by slot: those of slots that are not kept yet, and those that were read again. */
export interface ExactVectors {
  /** Keeps a vector as `pack` wrote it. */
  set(slot: number, packed: Uint8Array): void;
  clear(slot: number): void;
  /** The bytes of vectors one after the other; zeros where there is none. Kept ones must have been read. */
  copyOut(from: number, to: number): Uint8Array;
  /** The cosine of the query with each of these slots; kept ones must have been read. */
  cosines(query: Float32Array, slots: readonly number[]): Float32Array;
  cosine(left: number, right: number): number;
  /** Gives up what is kept elsewhere by now: all slots below this one. */
  release(below: number): void;
  readonly stride: number;
  readonly bytes: number;
}

/** @param keptAt the bytes of a vector that was read from where it is kept; undefined for one that is not kept. */
export function createExactVectors(
  blocks: Blocks,
  stride: number,
  keptAt: (slot: number) => Uint8Array | undefined,
): ExactVectors {
  const slabs = new Map<number, Uint8Array>();
  const none = new Uint8Array(stride);

  function placeOf(slot: number, slab: Uint8Array): Uint8Array {
    const start = (slot % slabSize) * stride;
    return slab.subarray(start, start + stride);
  }

  function at(slot: number): Uint8Array {
    const kept = keptAt(slot);
    if (kept !== undefined) return kept;
    const slab = slabs.get(Math.floor(slot / slabSize));
    return slab === undefined ? none : placeOf(slot, slab);
  }

  function slabFor(slot: number): Uint8Array {
    const number = Math.floor(slot / slabSize);
    const there = slabs.get(number) ?? new Uint8Array(slabSize * stride);
    slabs.set(number, there);
    return there;
  }

  return {
    stride,
    set: (slot, packed) => placeOf(slot, slabFor(slot)).set(packed),
    clear(slot) {
      const slab = slabs.get(Math.floor(slot / slabSize));
      if (slab !== undefined) placeOf(slot, slab).fill(0);
    },
    copyOut(from, to) {
      const bytes = new Uint8Array((to - from) * stride);
      for (let slot = from; slot < to; slot += 1) bytes.set(at(slot), (slot - from) * stride);
      return bytes;
    },
    cosines(query, slots) {
      const cosines = new Float32Array(slots.length);
      // Four vectors are read at once.
      const count = Math.ceil(slots.length / 4) * 4;
      const block = blocks.scratch(count * (stride + 4));
      const sums = block + count * stride;
      blocks.write(queryAddress, pack(query));
      slots.forEach((slot, index) => {
        blocks.write(block + index * stride, at(slot));
      });
      blocks.score(queryAddress, block, sums, stride, count / 4);
      const view = blocks.read(sums, count * 4);
      const found = new DataView(view.buffer, view.byteOffset, view.byteLength);
      for (let index = 0; index < slots.length; index += 1)
        cosines[index] = cosineFrom(found.getInt32(4 * index, true));
      return cosines;
    },
    cosine(left, right) {
      const one = numbersIn(at(left));
      const other = numbersIn(at(right));
      let sum = 0;
      for (let index = 0; index < one.length; index += 1)
        sum += (one[index] as number) * (other[index] as number);
      return cosineFrom(sum);
    },
    release(below) {
      for (const number of slabs.keys()) if ((number + 1) * slabSize <= below) slabs.delete(number);
    },
    get bytes() {
      return slabs.size * slabSize * stride;
    },
  };
}

/** Bytes of a database begin anywhere; numbers of two bytes do not. */
function numbersIn(bytes: Uint8Array): Int16Array {
  const aligned = bytes.byteOffset % bytesPerComponent === 0 ? bytes : bytes.slice();
  return new Int16Array(aligned.buffer, aligned.byteOffset, aligned.length / bytesPerComponent);
}
