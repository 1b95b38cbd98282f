import type { Embedder } from '../../ports/embedder.ts';
import { readWordTable, type WordTable } from './table.ts';
import { kernelSums, plainSums } from './word-sums.ts';
import { visitWords } from './words.ts';

/** An embedder that also answers at once, since a table needs no waiting. */
export interface StaticEmbedder extends Embedder {
  /** The unit vector of a text; all zeros when the table knows none of its words, which means "no signal". */
  embedText(text: string): Float32Array;
}

/**
 * Opens the embedder that needs no network and no model: a text is the sum of its words' vectors,
 * in which frequent words are short.
 *
 * @param bytes the content of `assets/static-embedder.bin`; it is used where it lies and must not be changed.
 * @example const embedder = openStaticEmbedder(await readFile('assets/static-embedder.bin'));
 * @throws EngramError `config_invalid` for a damaged file.
 */
export function openStaticEmbedder(bytes: Uint8Array): StaticEmbedder {
  const table = readWordTable(bytes);
  let sums = plainSums(table);
  let made = 0;
  function vectorOf(counts: ReadonlyMap<number, number>): Float32Array {
    made += 1;
    if (made === worthAKernel) sums = kernelSums(table) ?? sums;
    // A word met n times counts √n times, so that a log full of one line still shows its other words.
    for (const [rank, count] of counts) sums.add(rank, Math.sqrt(count) * table.lengthOf(rank));
    return toUnit(sums.take());
  }

  /** Texts with the same known words, in the same order, have one vector: descriptions of tasks often differ in a number only. */
  function embedAll(texts: readonly string[]): Float32Array[] {
    const known = new Map<string, Float32Array>();
    return texts.map((text) => {
      const counts = countByRank(text, table);
      const key = [...counts].join();
      const vector = known.get(key) ?? vectorOf(counts);
      known.set(key, vector);
      return vector;
    });
  }

  return {
    id: table.id,
    dimensions: table.dimensions,
    instant: true,
    embedText: (text) => vectorOf(countByRank(text, table)),
    embed: async (texts) => embedAll(texts),
  };
}

/** So many texts are embedded in plain JavaScript: a kernel takes as long to fill. */
export const worthAKernel = 1_024;

function countByRank(text: string, table: WordTable): Map<number, number> {
  const counts = new Map<number, number>();
  visitWords(text, table, (_, rank) => counts.set(rank, (counts.get(rank) ?? 0) + 1));
  return counts;
}

/** The vector of length 1 in the same direction. Plain loops: this runs for every memory and for every question. */
function toUnit(sum: Float32Array): Float32Array {
  let squares = 0;
  for (let index = 0; index < sum.length; index += 1) {
    const value = sum[index] as number;
    squares += value * value;
  }
  const unit = new Float32Array(sum.length);
  if (squares === 0) return unit;
  const factor = 1 / Math.sqrt(squares);
  for (let index = 0; index < sum.length; index += 1) unit[index] = (sum[index] as number) * factor;
  return unit;
}
