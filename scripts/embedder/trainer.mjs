// Learns word vectors such that texts of a pair point the same way and others do not.
//
// A text is the sum of its words' vectors. In a batch each left side must find its right side among all right sides, and the
// other way round: cross entropy over cosine / temperature, with the other pairs of the batch as wrong answers.
import { openKernel, transpose } from './kernel.mjs';
import { shuffle } from './random.mjs';
import { openSparseAdam } from './sparse-adam.mjs';

export async function train({ vectors, paces, dimensions, sources, random, settings, report }) {
  const { batch, epochs, temperature, wordDropOut, learningRate } = settings;
  const kernel = await openKernel(40);
  const optimiser = openSparseAdam(vectors, dimensions, paces);
  const left = sideOf(kernel, batch, dimensions);
  const right = sideOf(kernel, batch, dimensions);
  const scores = kernel.matrix(batch, batch);
  const turned = kernel.matrix(batch, batch);
  const rounds = epochs * batchesOf(sources, batch, random).length;
  let round = 0;
  let loss = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const { source, chosen } of batchesOf(sources, batch, random)) {
      fill(left, source.bags, chosen, 0, vectors, dimensions, wordDropOut, random);
      fill(right, source.bags, chosen, 1, vectors, dimensions, wordDropOut, random);
      kernel.multiply(left.units, right.units, scores, batch, batch, dimensions);
      loss += 0.02 * (toGradient(scores, batch, temperature, left.keys, right.keys) - loss);
      transpose(right.units, right.turned, batch, dimensions);
      kernel.multiply(scores, right.turned, left.gradient, batch, dimensions, batch);
      transpose(scores, turned, batch, batch);
      transpose(left.units, left.turned, batch, dimensions);
      kernel.multiply(turned, left.turned, right.gradient, batch, dimensions, batch);
      spread(left, optimiser, dimensions);
      spread(right, optimiser, dimensions);
      round += 1;
      optimiser.step(learningRate * Math.min(1, round / 50) * (1 - 0.9 * (round / rounds)));
      if (round % 100 === 0) report(`  batch ${round} of ${rounds}, loss ${loss.toFixed(3)}`);
    }
  }
}

/** All pairs of all sources in random batches; a batch holds pairs of one source, so that wrong answers are near. */
function batchesOf(sources, size, random) {
  const batches = sources.flatMap((source) => {
    const order = shuffle(
      Uint32Array.from({ length: source.bags.pairs }, (_, index) => index),
      random,
    );
    return Array.from({ length: Math.floor((order.length * (source.share ?? 1)) / size) }, (_, index) => ({
      source,
      chosen: order.subarray(index * size, (index + 1) * size),
    }));
  });
  return shuffle(batches, random);
}

function sideOf(kernel, batch, dimensions) {
  return {
    units: kernel.matrix(batch, dimensions),
    turned: kernel.matrix(batch, dimensions),
    gradient: kernel.matrix(batch, dimensions),
    lengths: new Float32Array(batch),
    keys: new Int32Array(batch),
    bags: [],
  };
}

/** Sums the words of each text, some of them left out at random, and makes the sums unit vectors. */
function fill(side, { words, starts, keys }, chosen, which, vectors, dimensions, dropOut, random) {
  side.units.fill(0);
  side.bags.length = 0;
  for (let row = 0; row < chosen.length; row += 1) {
    const text = 2 * chosen[row] + which;
    const all = words.subarray(starts[text], starts[text + 1]);
    const kept = all.length < 3 ? all : all.filter(() => random() >= dropOut);
    const bag = kept.length === 0 ? all : kept;
    const unit = side.units.subarray(row * dimensions, (row + 1) * dimensions);
    for (const word of bag) {
      const start = word * dimensions;
      for (let index = 0; index < dimensions; index += 1) unit[index] += vectors[start + index];
    }
    let squares = 1e-12;
    for (let index = 0; index < dimensions; index += 1) squares += unit[index] * unit[index];
    const length = Math.sqrt(squares);
    for (let index = 0; index < dimensions; index += 1) unit[index] /= length;
    side.lengths[row] = length;
    side.keys[row] = keys[text];
    side.bags.push(bag);
  }
}

/** Replaces cosines by the gradient of the loss with respect to them; returns the loss. */
function toGradient(scores, size, temperature, leftKeys, rightKeys) {
  const columnSums = new Float64Array(size);
  const rowSums = new Float64Array(size);
  const right = new Float64Array(size);
  for (let row = 0; row < size; row += 1) {
    let sum = 0;
    for (let column = 0; column < size; column += 1) {
      const index = row * size + column;
      // The same text on either side is not a wrong answer.
      const same =
        row !== column && (leftKeys[row] === leftKeys[column] || rightKeys[row] === rightKeys[column]);
      const value = same ? 0 : Math.exp((scores[index] - 1) / temperature);
      if (row === column) right[row] = value;
      scores[index] = value;
      sum += value;
      columnSums[column] += value;
    }
    rowSums[row] = sum;
  }
  let loss = 0;
  const weight = 1 / (2 * temperature * size);
  for (let row = 0; row < size; row += 1) {
    loss -= Math.log(right[row] / rowSums[row]) + Math.log(right[row] / columnSums[row]);
    const inverse = 1 / rowSums[row];
    for (let column = 0; column < size; column += 1)
      scores[row * size + column] *= weight * (inverse + 1 / columnSums[column]);
    scores[row * size + row] -= 2 * weight;
  }
  return loss / (2 * size);
}

/** Hands the gradient of each text on to its words, through the scaling to length 1. */
function spread({ units, gradient, lengths, bags }, optimiser, dimensions) {
  for (let row = 0; row < bags.length; row += 1) {
    const start = row * dimensions;
    let along = 0;
    for (let index = 0; index < dimensions; index += 1)
      along += gradient[start + index] * units[start + index];
    for (let index = 0; index < dimensions; index += 1)
      gradient[start + index] = (gradient[start + index] - along * units[start + index]) / lengths[row];
    for (const word of bags[row]) optimiser.add(word, gradient, start);
  }
}
