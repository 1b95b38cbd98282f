import { nobody } from './columns.ts';
import { fitOf, type Span } from './dates.ts';
import { documentIn, occurrencesIn } from './postings.ts';
import { neighbourWeights, type Shard } from './shard.ts';
import { k1, lengthShare, type Statistics } from './statistics.ts';

// Loops over all memories are written out: they are what a search spends its time with.
const { near, far, answered } = neighbourWeights;

/** Adds up BM25 over the terms. How often a term occurs includes, in part, the neighbours' occurrences. */
export function scoreWords(shard: Shard, statistics: Statistics): Float32Array {
  const scores = new Float32Array(shard.size);
  const { frequencies, averageLength, bound } = statistics;
  const { before, after, asks, windowLength } = shard.columns;
  const occurrences = new Float32Array(shard.size);
  /** The slots that have the term, or a neighbour that has it; each once. */
  const touched = new Uint32Array(shard.size);
  let count = 0;
  const touch = (slot: number, times: number): void => {
    const had = occurrences[slot] as number;
    if (had === 0) {
      touched[count] = slot;
      count += 1;
    }
    occurrences[slot] = had + times;
  };
  const visit = (number: number): void => {
    const slot = documentIn(number);
    const times = occurrencesIn(number);
    touch(slot, times);
    const left = before[slot] as number;
    if (left !== nobody) {
      touch(left, near * times);
      const further = before[left] as number;
      if (further !== nobody) touch(further, far * times);
    }
    const right = after[slot] as number;
    if (right !== nobody) {
      touch(right, (asks[slot] === 1 ? answered : near) * times);
      const further = after[right] as number;
      if (further !== nobody) touch(further, far * times);
    }
  };
  for (const [term, idf] of frequencies) {
    count = 0;
    shard.postings.readRuns(term, (numbers, from, to) => {
      for (let at = from; at < to; at += 1) visit(numbers[at] as number);
    });
    const most = (idf * (k1 + 1)) / bound;
    for (let index = 0; index < count; index += 1) {
      const slot = touched[index] as number;
      const times = occurrences[slot] as number;
      const relativeLength = (windowLength[slot] as number) / averageLength;
      const norm = k1 * (1 - lengthShare + lengthShare * relativeLength);
      scores[slot] = (scores[slot] as number) + (most * times) / (times + norm);
      occurrences[slot] = 0;
    }
  }
  return scores;
}

/**
 * The cosine with the sum of a vector and its neighbours' follows from the cosines with each. What points away
 * counts nothing.
 */
export function scoreMeaning(shard: Shard, cosines: Float32Array): Float32Array {
  const { before, after, asks, windowNorm } = shard.columns;
  const { size } = shard;
  const scores = new Float32Array(size);
  for (let slot = 0; slot < size; slot += 1) {
    let sum = cosines[slot] as number;
    const left = before[slot] as number;
    if (left !== nobody) {
      sum += (asks[left] === 1 ? answered : near) * (cosines[left] as number);
      const further = before[left] as number;
      if (further !== nobody) sum += far * (cosines[further] as number);
    }
    const right = after[slot] as number;
    if (right !== nobody) {
      sum += near * (cosines[right] as number);
      const further = after[right] as number;
      if (further !== nobody) sum += far * (cosines[further] as number);
    }
    scores[slot] = sum > 0 ? sum / (windowNorm[slot] as number) : 0;
  }
  return scores;
}

/** 1 for what was said by somebody the question names. */
export function scoreSpeakers(shard: Shard, terms: readonly string[], isNamed: boolean): Float32Array {
  const scores = new Float32Array(shard.size);
  if (isNamed) return scores.fill(1);
  shard.readSpokenBy(terms, (slot) => {
    scores[slot] = 1;
  });
  return scores;
}

/** How well the time fits that the question names. */
export function scoreDates(shard: Shard, spans: readonly Span[]): Float32Array {
  const scores = new Float32Array(shard.size);
  if (spans.length === 0) return scores;
  const { createdAt } = shard.columns;
  for (let slot = 0; slot < shard.size; slot += 1) scores[slot] = fitOf(createdAt[slot] as number, spans);
  return scores;
}
