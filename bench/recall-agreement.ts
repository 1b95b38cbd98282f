import { openStaticEmbedder } from '../src/providers/static-embedder/static-embedder.ts';
import { readStaticTable } from '../src/providers/static-embedder/static-table.ts';
import { openVectorSpace } from '../src/recall/vectors/vectors.ts';
import { madeUpMemories, readQuestions } from './recall-data.ts';
import { topOf } from './top.ts';

const asked = 200;
const best = 10;

/**
 * The share of the ten nearest vectors, found among packed ones, that a search in double precision finds as well.
 * Texts and questions are those of the other measurements, the vectors those of the built-in embedder.
 */
export async function measureAgreement({ size }: { size: number }): Promise<number> {
  const { embedText, dimensions } = openStaticEmbedder(await readStaticTable());
  const matrix = openVectorSpace(dimensions).newMatrix();
  const exact = new Float32Array(size * dimensions);
  let slot = 0;
  for (const items of madeUpMemories(0, size)) {
    for (const { text } of items) {
      const vector = embedText(text);
      matrix.set(slot, vector);
      exact.set(vector, slot * dimensions);
      slot += 1;
    }
  }
  const packed = new Float32Array(size);
  const questions = readQuestions().slice(0, asked);
  let same = 0;
  for (const question of questions) {
    const query = embedText(question);
    matrix.score(query, size, packed);
    const scores = exactScores(exact, query, size);
    // Texts may be equal: any of those that are as near as the tenth is right.
    const tenth = scores.toSorted().at(-best) ?? 0;
    same += topOf(packed, size, best).filter((found) => (scores[found] ?? 0) >= tenth).length;
  }
  matrix.free();
  return same / (questions.length * best);
}

function exactScores(vectors: Float32Array, query: Float32Array, count: number): Float64Array {
  const scores = new Float64Array(count);
  for (let slot = 0; slot < count; slot += 1) {
    const start = slot * query.length;
    let sum = 0;
    for (let index = 0; index < query.length; index += 1) {
      sum += (query[index] as number) * (vectors[start + index] as number);
    }
    scores[slot] = sum;
  }
  return scores;
}
