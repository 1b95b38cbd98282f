import type { WebAssemblyHost } from '../../ports/web-assembly.ts';
import { kernel } from './kernel.ts';
import { codesPerPiece, type WordTable } from './table.ts';

/** Adds up the vectors of words. */
export interface WordSums {
  /** Adds the vector of a word, times a factor. */
  add(rank: number, factor: number): void;
  /** The sum of what was added since the last call. It is overwritten by the next one. */
  take(): Float32Array;
}

/**
 * In plain JavaScript: for a question, which is over before a kernel would be ready. It computes with 32 bits as the kernel does, so
 * that a text has the same vector whoever embeds it.
 */
export function plainSums({ dimensions, pieces, codes, codebook, codebookScales }: WordTable): WordSums {
  const width = dimensions / pieces;
  const sum = new Float32Array(dimensions);
  const answer = new Float32Array(dimensions);
  const { fround } = Math;
  return {
    add(rank, factor) {
      for (let piece = 0; piece < pieces; piece += 1) {
        const start = (piece * codesPerPiece + (codes[rank * pieces + piece] as number)) * width;
        const scale = codebookScales[piece] as number;
        for (let index = 0; index < width; index += 1)
          (sum[piece * width + index] as number) += fround(
            fround(factor) * fround(scale * (codebook[start + index] as number)),
          );
      }
    },
    take() {
      answer.set(sum);
      sum.fill(0);
      return answer;
    },
  };
}

/** Numbers of a piece that the kernel adds at once. */
const kernelWidth = 4;
const pageBytes = 65_536;

interface SumKernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  add(sum: number, codebook: number, codes: number, pieces: number, factor: number): void;
}

/** In WebAssembly, for many texts; undefined where that cannot be had, or for a table with other pieces. */
export function kernelSums(table: WordTable): WordSums | undefined {
  const { WebAssembly: host } = globalThis as { readonly WebAssembly?: WebAssemblyHost };
  const { dimensions, pieces, codes } = table;
  if (host === undefined || dimensions !== kernelWidth * pieces) return undefined;
  const codebookAt = 4 * dimensions;
  const codesAt = codebookAt + 4 * codesPerPiece * dimensions;
  try {
    const { memory, add } = new host.Instance(new host.Module(Buffer.from(kernel, 'base64')))
      .exports as SumKernel;
    memory.grow(Math.ceil((codesAt + codes.length) / pageBytes));
    const sum = new Float32Array(memory.buffer, 0, dimensions);
    fillCodebook(new Float32Array(memory.buffer, codebookAt, codesPerPiece * dimensions), table);
    new Uint8Array(memory.buffer, codesAt, codes.length).set(codes);
    const answer = new Float32Array(dimensions);
    return {
      add: (rank, factor) => add(0, codebookAt, codesAt + rank * pieces, pieces, factor),
      take() {
        answer.set(sum);
        sum.fill(0);
        return answer;
      },
    };
  } catch {
    return undefined;
  }
}

function fillCodebook(into: Float32Array, { codebook, codebookScales, pieces }: WordTable): void {
  const perPiece = codebook.length / pieces;
  for (let index = 0; index < codebook.length; index += 1)
    into[index] = (codebookScales[Math.floor(index / perPiece)] as number) * (codebook[index] as number);
}
