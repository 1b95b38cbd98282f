import type { ExactVectors } from '../vectors/exact-vectors.ts';
import type { Sketches } from '../vectors/sketches.ts';
import type { VectorSpace } from '../vectors/vectors.ts';
import type { KeptChunks } from './kept/kept-chunks.ts';

/** The vectors of a shard: a sketch of each, and those as they were made that are not kept yet or were read again. */
export interface ShardVectors extends Pick<ExactVectors, 'cosine' | 'cosines'> {
  readonly sketches: Sketches;
  /** Bytes of a vector. */
  readonly stride: number;
  readonly bytes: number;
  set(slot: number, packed: Uint8Array): void;
  clear(slot: number): void;
  /** Reads the kept ones of these slots: before `cosine`, `cosines` and `copyOut`. */
  load(slots: Iterable<number>): Promise<void>;
  copyOut(from: number, to: number): Uint8Array;
  /** All slots below this one are kept from now on. */
  release(below: number): void;
  free(): void;
}

export function createShardVectors(space: VectorSpace, kept: KeptChunks | null): ShardVectors {
  const stride = space.bytesPerVector;
  const sketches = space.newSketches();
  const exact = space.newExactVectors((slot) => {
    const chunk = kept?.at(slot);
    return chunk?.bytes.subarray(chunk.index * stride, (chunk.index + 1) * stride);
  });
  return {
    sketches,
    stride,
    cosine: exact.cosine,
    cosines: exact.cosines,
    copyOut: exact.copyOut,
    release: exact.release,
    get bytes() {
      return sketches.bytes + exact.bytes;
    },
    set(slot, packed) {
      exact.set(slot, packed);
      sketches.set(slot, packed);
    },
    clear(slot) {
      exact.clear(slot);
      sketches.clear(slot);
    },
    load: async (slots) => void (await kept?.load(slots)),
    free: sketches.free,
  };
}
