import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aMemory } from '../../testing/index.ts';
import { openVectorSpace } from '../vectors/vectors.ts';
import { searchShards } from './search-shards.ts';
import { createShard } from './shard.ts';

/** The formula of docs/recall.md, written down plainly over a list of turns of one conversation each. */
interface Turn {
  readonly id: string;
  readonly terms: readonly string[];
  readonly asks: boolean;
  readonly session: string;
  readonly vector: readonly number[];
}

/** Neighbours of a turn with how much they count. */
function neighbours(turns: readonly Turn[], turn: Turn): Array<readonly [Turn, number]> {
  const session = turns.filter((other) => other.session === turn.session);
  const at = session.indexOf(turn);
  return [-2, -1, 1, 2].flatMap((distance) => {
    const other = session[at + distance];
    if (other === undefined) return [];
    const weight = Math.abs(distance) === 2 ? 0.25 : distance === -1 && other.asks ? 0.8 : 0.4;
    return [[other, weight] as const];
  });
}

const countOf = (turn: Turn, term: string): number => turn.terms.filter((each) => each === term).length;

function wordsOf(turns: readonly Turn[], turn: Turn, query: readonly string[]): number {
  const lengthOf = (of: Turn): number =>
    neighbours(turns, of).reduce((sum, [near, weight]) => sum + weight * near.terms.length, of.terms.length);
  const mean = turns.reduce((sum, each) => sum + lengthOf(each), 0) / turns.length;
  let sum = 0;
  let bound = 0;
  for (const term of query) {
    const having = turns.filter((each) => each.terms.includes(term)).length;
    const idf = Math.log(1 + (Math.max(100, turns.length) - having + 0.5) / (having + 0.5));
    const times = neighbours(turns, turn).reduce(
      (total, [near, weight]) => total + weight * countOf(near, term),
      countOf(turn, term),
    );
    bound += idf * 1.9;
    sum += (idf * 1.9 * times) / (times + 0.9 * (0.6 + (0.4 * lengthOf(turn)) / mean));
  }
  return bound === 0 ? 0 : sum / bound;
}

function meaningOf(turns: readonly Turn[], turn: Turn, query: readonly number[]): number {
  const unit = (vector: readonly number[]) => vector.map((value) => value / (Math.hypot(...vector) || 1));
  const sum = unit(turn.vector);
  for (const [near, weight] of neighbours(turns, turn)) {
    unit(near.vector).forEach((value, index) => {
      sum[index] = (sum[index] ?? 0) + weight * value;
    });
  }
  const direction = unit(query);
  const cosine = unit(sum).reduce((total, value, index) => total + value * (direction[index] ?? 0), 0);
  return Math.max(0, cosine);
}

const vocabulary = ['alpha', 'beta', 'gamma', 'delta'];
const component = fc.integer({ min: -5, max: 5 });
const aVector = fc.tuple(component, component, component).map((rest) => [1, ...rest]);
const aTurn = fc.record({
  terms: fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 5 }),
  asks: fc.boolean(),
  session: fc.constantFrom('a', 'b'),
  vector: aVector,
  isDropped: fc.boolean(),
});

it('REC-1 words and meaning of a memory are what the documented formula gives, also after others are gone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(aTurn, { minLength: 1, maxLength: 12 }),
      fc.subarray([...vocabulary, 'unheard'], { minLength: 1 }),
      aVector,
      async (given, query, vector) => {
        const shard = createShard('ali', openVectorSpace(4));
        const turns = given.map((turn, index) => ({ ...turn, id: `t${index}`, position: index }));
        for (const { id, terms, asks, session, position, vector: own } of turns) {
          // The mark makes every text another one, so that none is a duplicate.
          const text = `${terms.join(' ')} ${'.'.repeat(position)},${asks ? '?' : ''}`;
          const entry = { ...aMemory({ id, text }), sessionId: session, position, claimedBy: null };
          shard.setVector(shard.put(entry), Float32Array.from(own));
        }
        for (const { id } of turns.filter(({ isDropped }) => isDropped)) shard.drop(id);
        const left = turns.filter(({ isDropped }) => !isDropped);
        const question = { text: query.join(' '), terms: query, vector: Float32Array.from(vector) };
        const weights = { vector: 0.5, speaker: 0, date: 0, question: 0 };
        const found = await searchShards([shard], question, weights, 100, { minSimilarity: -1, now: 0 });
        shard.free();
        for (const match of found) {
          const turn = left.find(({ id }) => id === match.id);
          expect(turn).toBeDefined();
          if (turn === undefined) continue;
          expect(match.words).toBeCloseTo(wordsOf(left, turn, query), 4);
          expect(match.meaning).toBeCloseTo(meaningOf(left, turn, vector), 3);
        }
        const expected = left.filter((turn) => wordsOf(left, turn, query) > 0).map(({ id }) => id);
        expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(expected));
      },
    ),
    { numRuns: 60 },
  );
});
