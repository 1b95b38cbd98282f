import type { Embedder } from '../../ports/embedder.ts';
import { codesPerPiece, readWordTable, type WordTable } from './table.ts';
import { knownWords } from './words.ts';

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
  const vectorOf = unpackedVectors(table);
  const embedText = (text: string): Float32Array =>
    toUnit(sumOfWords(knownWords(text, table), table, vectorOf));
  return {
    id: table.id,
    dimensions: table.dimensions,
    instant: true,
    embedText,
    embed: async (texts) => texts.map(embedText),
  };
}

/** A word met n times counts √n times, so that a log full of one line still shows its other words. */
function sumOfWords(words: readonly string[], table: WordTable, vectorOf: WordVectors): Float64Array {
  // Double precision is what the processor computes with; rounding each step would take as long as adding.
  const sum = new Float64Array(table.dimensions);
  for (const [rank, count] of countByRank(words, table)) {
    const vector = vectorOf(rank);
    const factor = Math.sqrt(count);
    for (let index = 0; index < sum.length; index += 1)
      (sum[index] as number) += factor * (vector[index] as number);
  }
  return sum;
}

/** The vector of a word, by its rank. */
type WordVectors = (rank: number) => Float32Array;

/** Words so frequent are unpacked once: four megabytes at most, for who embeds many texts. */
const unpackedOnce = 4_096;

function unpackedVectors({
  dimensions,
  pieces,
  codes,
  codebook,
  codebookScales,
  lengthOf,
}: WordTable): WordVectors {
  const width = dimensions / pieces;
  const known: Float32Array[] = [];

  function unpack(rank: number): Float32Array {
    const vector = new Float32Array(dimensions);
    const length = lengthOf(rank);
    for (let piece = 0; piece < pieces; piece += 1) {
      const start = (piece * codesPerPiece + (codes[rank * pieces + piece] as number)) * width;
      const factor = length * (codebookScales[piece] as number);
      for (let index = 0; index < width; index += 1)
        vector[piece * width + index] = factor * (codebook[start + index] as number);
    }
    return vector;
  }

  return (rank) => {
    const there = known[rank];
    if (there !== undefined) return there;
    const vector = unpack(rank);
    if (rank < unpackedOnce) known[rank] = vector;
    return vector;
  };
}

function countByRank(words: readonly string[], { rankOf }: WordTable): Map<number, number> {
  const counts = new Map<number, number>();
  for (const word of words) {
    const rank = rankOf(word);
    if (rank !== undefined) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  }
  return counts;
}

/** The vector of length 1 in the same direction. Plain loops: this runs for every memory and for every question. */
function toUnit(sum: Float64Array): Float32Array {
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
