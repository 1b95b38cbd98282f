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
  let texts = 0;
  function embedText(text: string): Float32Array {
    texts += 1;
    if (texts === worthAKernel) sums = kernelSums(table) ?? sums;
    // A word met n times counts √n times, so that a log full of one line still shows its other words.
    for (const [rank, count] of countByRank(text, table))
      sums.add(rank, Math.sqrt(count) * table.lengthOf(rank));
    return toUnit(sums.take());
  }
  return {
    id: table.id,
    dimensions: table.dimensions,
    instant: true,
    embedText,
    embed: async (texts) => texts.map(embedText),
  };
}

/** So many texts are embedded in plain JavaScript: a question has one, and a kernel takes some milliseconds to fill. */
const worthAKernel = 64;

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
