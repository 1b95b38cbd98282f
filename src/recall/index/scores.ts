import { noSlot } from './columns.ts';
import { type DateSpan, fitOf } from './dates.ts';
import { documentIn, occurrencesIn } from './postings.ts';
import type { Shard } from './shard.ts';
import { k1, lengthShare, type WordStatistics } from './statistics.ts';
import { neighbourWeights } from './windows.ts';

// Loops over all memories are written out: a search spends its time in them.
const { near, far, answered } = neighbourWeights;

/**
 * Arrays that the next search uses again: allocating and collecting a dozen of them takes longer than filling them. A
 * search runs to its end without a pause, so no two searches share them.
 */
const shared = new Map<string, Float32Array>();

function zeros(use: string, size: number): Float32Array {
  const known = shared.get(use);
  if (known !== undefined && known.length >= size) return known.fill(0, 0, size);
  const fresh = new Float32Array(Math.ceil(size * 1.5));
  shared.set(use, fresh);
  return fresh;
}

/** Adds up BM25 over the terms. Occurrences in neighbours count in part. */
export function scoreWords(shard: Shard, statistics: WordStatistics): Float32Array {
  const { frequencies, averageLength, bound } = statistics;
  const { before, after, asks, windowLength } = shard.columns;
  const scores = zeros('words', shard.size);
  const occurrences = zeros('occurrences', shard.size);
  for (const [term, idf] of frequencies) {
    const runs = shard.postings.runs(term);
    for (const { numbers, from, to } of runs) {
      for (let at = from; at < to; at += 1) {
        const number = numbers[at] as number;
        const slot = documentIn(number);
        const times = occurrencesIn(number);
        (occurrences[slot] as number) += times;
        const left = before[slot] as number;
        if (left !== noSlot) {
          (occurrences[left] as number) += near * times;
          const further = before[left] as number;
          if (further !== noSlot) (occurrences[further] as number) += far * times;
        }
        const right = after[slot] as number;
        if (right !== noSlot) {
          (occurrences[right] as number) += (asks[slot] === 1 ? answered : near) * times;
          const further = after[right] as number;
          if (further !== noSlot) (occurrences[further] as number) += far * times;
        }
      }
    }
    const most = (idf * (k1 + 1)) / bound;
    /** Each slot that was touched counts once: it is zero when it is met again. */
    const count = (slot: number): void => {
      const times = occurrences[slot] as number;
      if (times === 0) return;
      occurrences[slot] = 0;
      const relativeLength = (windowLength[slot] as number) / averageLength;
      const norm = k1 * (1 - lengthShare + lengthShare * relativeLength);
      (scores[slot] as number) += (most * times) / (times + norm);
    };
    for (const { numbers, from, to } of runs) {
      for (let at = from; at < to; at += 1) {
        const slot = documentIn(numbers[at] as number);
        count(slot);
        const left = before[slot] as number;
        if (left !== noSlot) {
          count(left);
          const further = before[left] as number;
          if (further !== noSlot) count(further);
        }
        const right = after[slot] as number;
        if (right !== noSlot) {
          count(right);
          const further = after[right] as number;
          if (further !== noSlot) count(further);
        }
      }
    }
  }
  return scores;
}

/** The cosine with the sum of the vectors of a memory and its neighbours, from the cosines with each; at least 0. */
export function meaningWithin(shard: Shard, cosines: Float32Array): (slot: number) => number {
  const { before, after, asks, windowNorm } = shard.columns;
  return (slot) => {
    let sum = cosines[slot] as number;
    const left = before[slot] as number;
    if (left !== noSlot) {
      sum += (asks[left] === 1 ? answered : near) * (cosines[left] as number);
      const further = before[left] as number;
      if (further !== noSlot) sum += far * (cosines[further] as number);
    }
    const right = after[slot] as number;
    if (right !== noSlot) {
      sum += near * (cosines[right] as number);
      const further = after[right] as number;
      if (further !== noSlot) sum += far * (cosines[further] as number);
    }
    return sum > 0 ? sum / (windowNorm[slot] as number) : 0;
  };
}

/** The cosine of each memory alone. */
export function scoreSimilarity(shard: Shard, vector: Float32Array | null): Float32Array {
  const cosines = zeros('similarity', shard.size);
  if (vector !== null) shard.matrix?.score(vector, shard.size, cosines);
  return cosines;
}

/** 1 for memories said by somebody the question names. */
export function scoreSpeakers(shard: Shard, terms: readonly string[], isNamed: boolean): Float32Array {
  const scores = zeros('speakers', shard.size);
  if (isNamed) return scores.fill(1);
  shard.readSpokenBy(terms, (slot) => {
    scores[slot] = 1;
  });
  return scores;
}

/** How well the time fits that the question names. */
export function scoreDates(shard: Shard, spans: readonly DateSpan[]): Float32Array {
  const scores = zeros('dates', shard.size);
  if (spans.length === 0) return scores;
  const { createdAt } = shard.columns;
  for (let slot = 0; slot < shard.size; slot += 1) scores[slot] = fitOf(createdAt[slot] as number, spans);
  return scores;
}
