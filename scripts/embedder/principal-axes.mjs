// Fewer numbers that keep most of the differences between rows.
import { openKernel, transpose } from './kernel.mjs';

/** Subtracts the mean row, in place. */
export function centre(rows, dimensions) {
  const count = rows.length / dimensions;
  const mean = new Float64Array(dimensions);
  for (let index = 0; index < rows.length; index += 1) mean[index % dimensions] += rows[index] / count;
  for (let index = 0; index < rows.length; index += 1) rows[index] -= mean[index % dimensions];
}

/** Makes every row as long as 1, in place; rows of zeros stay. */
export function normaliseRows(rows, dimensions) {
  for (let start = 0; start < rows.length; start += dimensions) {
    let squares = 0;
    for (let index = start; index < start + dimensions; index += 1) squares += rows[index] * rows[index];
    const length = Math.sqrt(squares);
    if (length > 0) for (let index = start; index < start + dimensions; index += 1) rows[index] /= length;
  }
}

const block = 2048;
const rounds = 60;

/** Projects centred rows on their `wanted` widest axes, found by turning a random frame until it settles. */
export async function project(rows, dimensions, wanted, random) {
  const kernel = await openKernel(24);
  const part = kernel.matrix(block, dimensions);
  const turned = kernel.matrix(dimensions, block);
  const scatter = scatterOf(rows, dimensions, kernel, part, turned);
  const axes = kernel.matrix(wanted, dimensions).map(() => random() - 0.5);
  const frame = kernel.matrix(wanted, dimensions);
  const next = kernel.matrix(wanted, dimensions);
  frame.set(axes);
  for (let round = 0; round < rounds; round += 1) {
    kernel.multiply(frame, scatter, next, wanted, dimensions, dimensions);
    frame.set(next);
    makeOrthonormal(frame, wanted, dimensions);
  }
  const projected = new Float32Array((rows.length / dimensions) * wanted);
  const result = kernel.matrix(block, wanted);
  forEachBlock(rows, dimensions, part, (first, count) => {
    kernel.multiply(part, frame, result, block, wanted, dimensions);
    projected.set(result.subarray(0, count * wanted), first * wanted);
  });
  return projected;
}

function forEachBlock(rows, dimensions, part, visit) {
  const count = rows.length / dimensions;
  for (let first = 0; first < count; first += block) {
    const last = Math.min(count, first + block);
    part.fill(0);
    part.set(rows.subarray(first * dimensions, last * dimensions));
    visit(first, last - first);
  }
}

function scatterOf(rows, dimensions, kernel, part, turned) {
  const sum = kernel.matrix(dimensions, dimensions);
  const share = kernel.matrix(dimensions, dimensions);
  forEachBlock(rows, dimensions, part, () => {
    transpose(part, turned, block, dimensions);
    kernel.multiply(turned, turned, share, dimensions, dimensions, block);
    for (let index = 0; index < sum.length; index += 1) sum[index] += share[index];
  });
  return sum;
}

/** Gram and Schmidt: each row loses its share of the rows before it. */
function makeOrthonormal(frame, count, dimensions) {
  for (let row = 0; row < count; row += 1) {
    const own = frame.subarray(row * dimensions, (row + 1) * dimensions);
    for (let before = 0; before < row; before += 1) {
      const other = before * dimensions;
      let share = 0;
      for (let index = 0; index < dimensions; index += 1) share += own[index] * frame[other + index];
      for (let index = 0; index < dimensions; index += 1) own[index] -= share * frame[other + index];
    }
    normaliseRows(own, dimensions);
  }
}
