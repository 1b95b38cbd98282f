import { EngramError } from '../../errors.ts';
import type { Scan } from './scan.ts';

const pageBytes = 65_536;

/** The first page: the query lies at its start, the sums of a block in its second half. */
export const queryAddress = 0;
const sumsAddress = pageBytes / 2;

/** The longest vector, in bytes, that fits where the query lies. */
export const maxVectorLength = sumsAddress - queryAddress;

/** Memory grows by an eighth, and at least by 1 MB. */
const minGrowth = 2 ** 20;
const growthShare = 8;

/** How vectors of one dimension lie in a block. */
export interface BlockShape {
  /** Bytes of one vector; a multiple of 16. */
  readonly stride: number;
  /** Vectors in a block; a multiple of four. */
  readonly vectors: number;
}

/** An allocator for blocks of memory, and the loops over what lies in them. */
export interface Blocks extends Pick<Scan, 'score' | 'estimate' | 'weigh' | 'mark' | 'relate' | 'collect'> {
  /** The address of a block of so many bytes, a multiple of 16, with nothing but zeros in it. */
  take(length: number): number;
  giveBack(address: number, length: number): void;
  /** Grows at once for so many bytes that are about to be taken: growing many times makes the garbage collector run as often. */
  expect(length: number): void;
  /** The address of so many bytes that belong to the caller until the next call of `scratch`, with anything in them. */
  scratch(length: number): number;
  write(address: number, bytes: Uint8Array): void;
  /** What lies there; it changes with the memory. */
  read(address: number, length: number): Uint8Array;
  erase(address: number, length: number): void;
  /**
   * The sums of products of the vector at one address with each of those that lie from another address on, 32 bits each
   * with the low byte first. The next call overwrites them.
   */
  multiply(query: number, from: number, shape: BlockShape): DataView;
}

/**
 * Allocates blocks in the memory of a scan. A process has one, because each WebAssembly memory reserves gigabytes of
 * addresses. It never shrinks: freed blocks are used again for blocks of the same size.
 */
export function openBlocks({ memory, score, estimate, weigh, mark, relate, collect }: Scan): Blocks {
  const waiting = new Map<number, number[]>();
  let end = pageBytes;
  let scratch = { address: pageBytes, length: 0 };
  // Both are detached when memory grows, and made again in `expect`.
  let bytes = new Uint8Array(memory.buffer);
  let sums = new DataView(memory.buffer, sumsAddress, pageBytes - sumsAddress);

  function expect(length: number): void {
    const missing = end + length - bytes.length;
    if (missing <= 0) return;
    grow(missing);
    bytes = new Uint8Array(memory.buffer);
    sums = new DataView(memory.buffer, sumsAddress, pageBytes - sumsAddress);
  }

  function reserve(length: number): number {
    expect(length);
    end += length;
    return end - length;
  }

  function grow(missing: number): void {
    const wanted = Math.max(missing, minGrowth, bytes.length / growthShare);
    for (const length of [wanted, missing]) {
      try {
        memory.grow(Math.ceil(length / pageBytes));
        return;
      } catch (error) {
        // A small growth may succeed where a large one fails.
        if (length === missing) throw memoryIsFull(bytes.length, error);
      }
    }
  }

  function giveBack(address: number, length: number): void {
    const others = waiting.get(length) ?? [];
    others.push(address);
    waiting.set(length, others);
  }

  return {
    score,
    estimate,
    weigh,
    mark,
    relate,
    collect,
    take(length) {
      const used = waiting.get(length)?.pop();
      if (used === undefined) return reserve(length);
      // It may hold vectors of another owner.
      bytes.fill(0, used, used + length);
      return used;
    },
    giveBack,
    expect,
    scratch(length) {
      if (length > scratch.length) {
        if (scratch.length > 0) giveBack(scratch.address, scratch.length);
        // A power of two, so that what was too small serves others of its size.
        const larger = 2 ** Math.ceil(Math.log2(length));
        scratch = { address: reserve(larger), length: larger };
      }
      return scratch.address;
    },
    write: (address, given) => bytes.set(given, address),
    read: (address, length) => bytes.subarray(address, address + length),
    erase: (address, length) => void bytes.fill(0, address, address + length),
    multiply(query, from, { stride, vectors }) {
      score(query, from, sumsAddress, stride, vectors / 4);
      return sums;
    },
  };
}

function memoryIsFull(bytes: number, cause: unknown): EngramError {
  return new EngramError(
    'store_full',
    `The vectors in memory (${Math.round(bytes / 2 ** 20)} MB) need more room than this process can have; 4096 MB are ` +
      'the most. Give the process more memory, use an embedder with fewer dimensions, or archive memories.',
    { details: { bytes }, cause },
  );
}
