import { openVectorSpace } from '../src/recall/vectors/vectors.ts';
import { compare, type Row } from './measure.ts';
import { topOf } from './top.ts';

const dimensions = 256;
const queries = 50;
const best = 10;

/** Numbers that look random and are the same in every run. */
function randomNumbers(): () => number {
  let state = 2_463_534_242;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32 - 0.5;
  };
}

/** Vectors in one array, each near one of a few hundred topics, as embeddings of texts are. */
function vectorsNearTopics(count: number): Float32Array {
  const random = randomNumbers();
  const topics = Array.from({ length: 300 }, () => Array.from({ length: dimensions }, random));
  const all = new Float32Array(count * dimensions);
  for (let start = 0; start < all.length; start += dimensions) {
    const topic = topics[Math.floor((random() + 0.5) * topics.length)] ?? [];
    const vector = topic.map((component) => component + 0.7 * random());
    const length = Math.hypot(...vector);
    all.set(
      vector.map((component) => component / length),
      start,
    );
  }
  return all;
}

/** What one would write first: a loop over floats. */
function plainScores(all: Float32Array, query: Float32Array, count: number, into: Float32Array): void {
  for (let slot = 0; slot < count; slot += 1) {
    let sum = 0;
    const start = slot * dimensions;
    for (let index = 0; index < dimensions; index += 1) {
      sum += (query[index] as number) * (all[start + index] as number);
    }
    into[slot] = sum;
  }
}

/**
 * The scan of all vectors of an owner against a loop over floats, and how many of the best ten are the same.
 *
 * @example await benchVectors() // [{ what: 'scan of 10000 vectors', ratio: '0.06', … }, …]
 */
export async function benchVectors(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of [10_000, 100_000]) rows.push(...(await benchScan(count)));
  return rows;
}

async function benchScan(count: number): Promise<Row[]> {
  const all = vectorsNearTopics(count + queries);
  const vectorAt = (slot: number): Float32Array =>
    all.subarray(slot * dimensions, slot * dimensions + dimensions);
  const queryAt = (index: number): Float32Array => vectorAt(count + (index % queries));
  const matrix = openVectorSpace(dimensions).newMatrix();
  for (let slot = 0; slot < count; slot += 1) matrix.set(slot, vectorAt(slot));

  const scores = new Float32Array(count);
  const plain = new Float32Array(count);
  const times = await compare(
    [
      { name: 'scan', run: (index) => matrix.score(queryAt(index), count, scores) },
      { name: 'best', run: () => topOf(scores, count, 50) },
      { name: 'plain', run: (index) => plainScores(all, queryAt(index), count, plain) },
    ],
    { warmUp: 3, rounds: 15, repeats: Math.max(1, 50_000 / count) },
  );
  let same = 0;
  for (let index = 0; index < queries; index += 1) {
    matrix.score(queryAt(index), count, scores);
    plainScores(all, queryAt(index), count, plain);
    const expected = new Set(topOf(plain, count, best));
    same += topOf(scores, count, best).filter((slot) => expected.has(slot)).length;
  }
  matrix.free();

  const milliseconds = (name: string): number => (times.get(name) ?? 0) / 1000;
  const against = milliseconds('plain');
  const row = (what: string, measured: number, goal: number): Row => ({
    what,
    measured: `${measured.toFixed(2)} ms`,
    against: `float loop ${against.toFixed(1)} ms`,
    ratio: (measured / against).toFixed(3),
    goal: `≤ ${goal}`,
    held: measured / against <= goal,
  });
  const agreement = same / (queries * best);
  return [
    row(`scan of ${count} vectors`, milliseconds('scan'), 0.2),
    row(`the best 50 of ${count} scores`, milliseconds('best'), 0.02),
    {
      what: `best ${best} of ${count} as in the float loop`,
      measured: agreement.toFixed(3),
      against: '–',
      ratio: '–',
      goal: '≥ 0.99',
      held: agreement >= 0.99,
    },
  ];
}
