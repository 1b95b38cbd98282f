import { kernel } from './kernel.ts';

/** Memory that can grow. Growing replaces `buffer`: whatever looked into the old one sees nothing any more. */
export interface GrowingMemory {
  readonly buffer: ArrayBufferLike;
  /** Adds pages of 64 KB; throws a RangeError when there are no more to be had. */
  grow(pages: number): number;
}

/** The memory that vectors lie in, and the loop over a block of them. */
export interface Scan {
  readonly memory: GrowingMemory;
  /**
   * Multiplies the query with every vector of a block and writes the sums, 32 bits each. The block has four times
   * `quarter` vectors of `stride` bytes. All other arguments are addresses in the memory.
   */
  score(query: number, block: number, sums: number, stride: number, quarter: number): void;
}

/** The part of WebAssembly used here. It is not there when Node runs without a compiler (`--jitless`). */
interface WebAssemblyHost {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

/**
 * The scan as a WebAssembly kernel with its memory, or in plain JavaScript, with the same results but many times
 * slower, where there is no WebAssembly or no room for its memory (each reserves gigabytes of addresses).
 */
export function openScan(): Scan {
  const { WebAssembly: host } = globalThis as { readonly WebAssembly?: WebAssemblyHost };
  if (host === undefined) return openPlainScan();
  try {
    return new host.Instance(new host.Module(Buffer.from(kernel, 'base64'))).exports as Scan;
  } catch {
    return openPlainScan();
  }
}

const pageBytes = 65_536;

/** What the kernel does, in plain JavaScript: it stands in where needed, and tests compare the two. */
export function openPlainScan(): Scan {
  const memory = {
    buffer: new ArrayBuffer(2 * pageBytes),
    grow(pages: number): number {
      const before = memory.buffer.byteLength;
      const grown = new ArrayBuffer(before + pages * pageBytes);
      new Uint8Array(grown).set(new Uint8Array(memory.buffer));
      memory.buffer = grown;
      return before / pageBytes;
    },
  };
  return {
    memory,
    score(query, block, sums, stride, quarter) {
      const view = new DataView(memory.buffer);
      for (let vector = 0; vector < 4 * quarter; vector += 1) {
        let sum = 0;
        for (let offset = 0; offset < stride; offset += 2) {
          sum += view.getInt16(query + offset, true) * view.getInt16(block + vector * stride + offset, true);
        }
        view.setInt32(sums + 4 * vector, sum, true);
      }
    },
  };
}
