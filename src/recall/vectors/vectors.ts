import { EngramError } from '../../errors.ts';
import { type BlockShape, type Blocks, maxVectorLength, openBlocks, queryAddress } from './blocks.ts';
import { createExactVectors, type ExactVectors } from './exact-vectors.ts';
import { openScan } from './open-scan.ts';
import { bytesPerComponent, cosineFrom, pack } from './pack.ts';
import { sketchShape } from './sketch.ts';
import { createSketches, type Sketches } from './sketches.ts';

/** Vectors of one embedder. */
export interface VectorSpace {
  readonly dimensions: number;
  /** What a vector takes in memory. */
  readonly bytesPerVector: number;
  newMatrix(): VectorMatrix;
  /** For many vectors, of which only the likeliest are looked at: sketches of all, and those as they were made that are needed. */
  newSketches(): Sketches;
  newExactVectors(keptAt: (slot: number) => Uint8Array | undefined): ExactVectors;
}

/**
 * The vectors of one owner. Slots are document numbers 0, 1, 2…; a slot that was never set, or that was given a vector
 * without direction (zero, not finite), has cosine 0 with everything.
 */
export interface VectorMatrix {
  /** Keeps a vector; its length does not matter, only its direction. */
  set(slot: number, vector: Float32Array): void;
  /** Keeps a vector as the database has it, from `pack`. */
  setPacked(slot: number, packed: Uint8Array): void;
  clear(slot: number): void;
  /** Writes the cosine of the query with each slot below `count` into `into`, from -1 to 1, true to some 0.0001. */
  score(query: Float32Array, count: number, into: Float32Array): void;
  /** The cosine of the vectors of two slots. */
  cosine(left: number, right: number): number;
  /** Gives all memory back for others. The matrix is then empty, and may be filled again. */
  free(): void;
}

/** About the size of a block: small enough for an owner with few memories, and fast to read. */
const blockBytes = 32_768;

let blocksOfProcess: Blocks | undefined;

/**
 * Opens a space for vectors of so many dimensions. All spaces of a process share one memory.
 *
 * @example
 * const matrix = openVectorSpace(256).newMatrix();
 * matrix.set(0, embedding);
 * matrix.score(query, 1, scores);
 */
export function openVectorSpace(dimensions: number): VectorSpace {
  return vectorSpaceIn(sharedBlocks(), dimensions);
}

/** The memory that all vectors of this process lie in. */
export function sharedBlocks(): Blocks {
  blocksOfProcess ??= openBlocks(openScan());
  return blocksOfProcess;
}

/** A vector space in a given memory; tests have memories of their own. */
export function vectorSpaceIn(blocks: Blocks, dimensions: number): VectorSpace {
  const shape = shapeOf(dimensions);
  return {
    dimensions,
    bytesPerVector: shape.stride,
    newMatrix: () => newMatrix(blocks, shape, dimensions),
    newSketches: () => createSketches(blocks, sketchShape(dimensions)),
    newExactVectors: (keptAt) => createExactVectors(blocks, shape.stride, keptAt),
  };
}

/** Vectors are padded to a multiple of 16 bytes, and blocks to a multiple of 4 vectors, which are read at once. */
function shapeOf(dimensions: number): BlockShape {
  const stride = Math.ceil((dimensions * bytesPerComponent) / 16) * 16;
  if (!Number.isInteger(dimensions) || dimensions < 1 || stride > maxVectorLength) {
    const most = maxVectorLength / bytesPerComponent;
    throw new EngramError(
      'invalid_input',
      `Vectors have 1 to ${most} dimensions, not ${dimensions}. Correct what the embedder says of itself.`,
      { details: { dimensions } },
    );
  }
  return { stride, vectors: Math.max(4, Math.floor(blockBytes / stride / 4) * 4) };
}

function newMatrix(blocks: Blocks, shape: BlockShape, dimensions: number): VectorMatrix {
  const { stride, vectors } = shape;
  /** Addresses of blocks. One that nothing was put into is not there. */
  let held: (number | undefined)[] = [];

  function addressOf(slot: number): number | undefined {
    const block = held[blockOf(slot, shape)];
    return block === undefined ? undefined : block + (slot % vectors) * stride;
  }

  function setPacked(slot: number, packed: Uint8Array): void {
    expectDimensions(packed.length / bytesPerComponent, dimensions);
    const block = blockOf(slot, shape);
    held[block] ??= blocks.take(stride * vectors);
    blocks.write(addressOf(slot) ?? 0, packed);
  }

  return {
    setPacked,
    set: (slot, vector) => setPacked(slot, pack(vector)),
    clear(slot) {
      const address = addressOf(slot);
      if (address !== undefined) blocks.erase(address, stride);
    },
    score(query, count, into) {
      expectDimensions(query.length, dimensions);
      blocks.write(queryAddress, pack(query));
      for (let start = 0; start < count; start += vectors) {
        const end = Math.min(start + vectors, count);
        const block = held[start / vectors];
        if (block === undefined) {
          into.fill(0, start, end);
          continue;
        }
        const sums = blocks.multiply(queryAddress, block, shape);
        for (let slot = start; slot < end; slot += 1)
          into[slot] = cosineFrom(sums.getInt32((slot - start) * 4, true));
      }
    },
    cosine(left, right) {
      const query = addressOf(left);
      const block = held[blockOf(right, shape)];
      if (query === undefined || block === undefined) return 0;
      // At least four vectors are multiplied: those from the right one on, or the last of its block.
      const from = Math.min(right % vectors, vectors - 4);
      const sums = blocks.multiply(query, block + from * stride, { stride, vectors: 4 });
      return cosineFrom(sums.getInt32(((right % vectors) - from) * 4, true));
    },
    free() {
      for (const block of held) if (block !== undefined) blocks.giveBack(block, stride * vectors);
      held = [];
    },
  };
}

/** The number of a slot's block. A slot that is no document number would lead into memory of another owner. */
function blockOf(slot: number, { vectors }: BlockShape): number {
  if (Number.isSafeInteger(slot) && slot >= 0) return Math.floor(slot / vectors);
  throw new EngramError('internal', `There is no vector number ${slot}. This is a defect of Engram.`, {
    details: { slot },
  });
}

function expectDimensions(given: number, wanted: number): void {
  if (given === wanted) return;
  throw new EngramError(
    'invalid_input',
    `A vector of ${given} dimensions came where all have ${wanted}. Use the embedder that made the others.`,
    { details: { given, wanted } },
  );
}
