// Rows as codes: the dimensions are cut into pieces, and each piece of a row is replaced by the nearest of 256 typical ones. That is
// two bits a dimension; the vector of a text, a sum of several words, hardly suffers.
import { seededRandom } from './random.mjs';

const centroids = 256;
/** Rows that centroids are learned from, and rounds of learning. */
const learnedFrom = 16_000;
const rounds = 12;
/** A length is kept as so many steps to the power of two. */
export const stepsPerOctave = 4_096;

/** @param rows signed bytes with a scale each, as quantise.mjs makes them */
export function productQuantise({ scales, matrix }, dimensions, pieces, seed) {
  const count = scales.length;
  const width = dimensions / pieces;
  const random = seededRandom(seed);
  const { units, lengths } = directionsOf({ scales, matrix }, dimensions);
  const order = shuffled(count, random);
  const learned = order.slice(0, learnedFrom);
  const codebook = new Int8Array(pieces * centroids * width);
  const codebookScales = new Float32Array(pieces);
  const codes = new Uint8Array(count * pieces);
  for (let piece = 0; piece < pieces; piece += 1) {
    const offset = piece * width;
    const found = learnCentroids(units, learned, dimensions, offset, width, random);
    const largest = found.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-12);
    codebookScales[piece] = largest / 127;
    const rounded = Float32Array.from(found, (value) => Math.round(value / codebookScales[piece]));
    codebook.set(rounded, piece * centroids * width);
    const kept = rounded.map((value) => value * codebookScales[piece]);
    for (let row = 0; row < count; row += 1)
      codes[row * pieces + piece] = nearest(units, row * dimensions + offset, kept, width);
  }
  const factors = lengths.map((length, row) => {
    const { product, square } = fitOf(row, {
      units,
      codes,
      codebook,
      codebookScales,
      dimensions,
      pieces,
      width,
    });
    return square === 0 ? 0 : (length * product) / square;
  });
  return { pieces, codebook, codebookScales, codes, ...lengthCodes(factors) };
}

function directionsOf({ scales, matrix }, dimensions) {
  const units = new Float32Array(matrix.length);
  const lengths = Float64Array.from(scales, (scale, row) => {
    const start = row * dimensions;
    let square = 0;
    for (let index = 0; index < dimensions; index += 1) square += (scale * matrix[start + index]) ** 2;
    const length = Math.sqrt(square);
    for (let index = 0; index < dimensions; index += 1)
      units[start + index] = length === 0 ? 0 : (scale * matrix[start + index]) / length;
    return length;
  });
  return { units, lengths };
}

function shuffled(count, random) {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

function learnCentroids(units, rows, dimensions, offset, width, random) {
  const found = new Float32Array(centroids * width);
  const startAt = (centroid, row) => {
    for (let index = 0; index < width; index += 1)
      found[centroid * width + index] = units[row * dimensions + offset + index];
  };
  for (let centroid = 0; centroid < centroids; centroid += 1) startAt(centroid, rows[centroid % rows.length]);
  for (let round = 0; round < rounds; round += 1) {
    const sums = new Float64Array(centroids * width);
    const members = new Uint32Array(centroids);
    for (const row of rows) {
      const start = row * dimensions + offset;
      const centroid = nearest(units, start, found, width);
      members[centroid] += 1;
      for (let index = 0; index < width; index += 1) sums[centroid * width + index] += units[start + index];
    }
    for (let centroid = 0; centroid < centroids; centroid += 1) {
      if (members[centroid] === 0) startAt(centroid, rows[Math.floor(random() * rows.length)]);
      else
        for (let index = 0; index < width; index += 1)
          found[centroid * width + index] = sums[centroid * width + index] / members[centroid];
    }
  }
  return found;
}

function nearest(units, start, found, width) {
  let best = 0;
  let least = Infinity;
  for (let centroid = 0; centroid < centroids; centroid += 1) {
    let square = 0;
    for (let index = 0; index < width; index += 1)
      square += (units[start + index] - found[centroid * width + index]) ** 2;
    if (square < least) {
      least = square;
      best = centroid;
    }
  }
  return best;
}

/** How much of a direction its codes give back: the factor that brings them nearest is the quotient of the two. */
function fitOf(row, { units, codes, codebook, codebookScales, dimensions, pieces, width }) {
  let product = 0;
  let square = 0;
  for (let piece = 0; piece < pieces; piece += 1) {
    const start = (piece * centroids + codes[row * pieces + piece]) * width;
    for (let index = 0; index < width; index += 1) {
      const value = codebook[start + index] * codebookScales[piece];
      product += value * units[row * dimensions + piece * width + index];
      square += value * value;
    }
  }
  return { product, square };
}

/** Lengths as steps below the longest. */
function lengthCodes(factors) {
  const longest = factors.reduce((most, factor) => Math.max(most, factor), 1e-12);
  const lengths = Uint16Array.from(factors, (factor) =>
    factor <= 0 ? 65_535 : Math.min(65_535, Math.round(-Math.log2(factor / longest) * stepsPerOctave)),
  );
  return { longest, lengths };
}
