// Where training starts: GloVe says which words occur together, USE-lite which mean the same. Both are kept, side by side.
import { centre, normaliseRows, project } from './principal-axes.mjs';
import { encode, encoderDimensions } from './sentence-encoder.mjs';

const commonShare = 1e-3;

/** How much a word counts by its share of all text: 1 for a rare word, next to nothing for `the` (SIF). */
export function weightOf(share) {
  return commonShare / (commonShare + share);
}

/** A row for each word: unit GloVe vector, unit projected USE-lite vector; the more frequent the word, the shorter. */
export async function initialVectors({ vocabulary, glove, dimensions, partsOf, random, report }) {
  const words = vocabulary.map(({ word }) => word);
  const known = gloveRows(words, glove, partsOf);
  const encoded = await encode(words, report);
  normaliseRows(encoded, encoderDimensions);
  centre(encoded, encoderDimensions);
  const rest = dimensions - glove.dimensions;
  const projected = await project(encoded, encoderDimensions, rest, random);
  normaliseRows(projected, rest);
  const vectors = new Float32Array(words.length * dimensions);
  for (const [row, { share }] of vocabulary.entries()) {
    const weight = weightOf(share);
    const target = vectors.subarray(row * dimensions, (row + 1) * dimensions);
    target.set(known.subarray(row * glove.dimensions, (row + 1) * glove.dimensions));
    target.set(projected.subarray(row * rest, (row + 1) * rest), glove.dimensions);
    for (let index = 0; index < dimensions; index += 1) target[index] *= weight;
  }
  return vectors;
}

/** Unit vectors; a word unknown to GloVe, such as webhook, gets the mean of its parts, or zeros. */
function gloveRows(words, { ranks, vectors, dimensions }, partsOf) {
  const rows = new Float32Array(words.length * dimensions);
  for (const [row, word] of words.entries()) {
    const parts = ranks.has(word) ? [word] : partsOf(word).filter((part) => ranks.has(part));
    for (const part of parts)
      for (let index = 0; index < dimensions; index += 1)
        rows[row * dimensions + index] += vectors[part][index] / parts.length;
  }
  normaliseRows(rows, dimensions);
  return rows;
}
