import type { Settings } from '../../config/settings.ts';
import { noSlot } from './columns.ts';
import { type DateSpan, fitOf } from './dates.ts';
import { documentIn, occurrencesIn } from './postings.ts';
import type { Shard } from './shard.ts';
import { k1, lengthShare, type WordStatistics } from './statistics.ts';
import { neighbourWeights, windowOf } from './windows.ts';

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
    const runs = shard.words.runs(term);
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

/**
 * The cosine with the sum of the vectors of a memory and its neighbours, from the cosines with each; at least 0. What it adds is
 * what the kernel adds in its estimates (`relate` in kernel.wat).
 */
export function meaningWithin(shard: Shard, cosines: ReadonlyMap<number, number>): (slot: number) => number {
  const { windowNorm } = shard.columns;
  return (slot) => {
    let sum = 0;
    for (const [each, weight] of windowOf(shard.columns, slot)) sum += weight * (cosines.get(each) ?? 0);
    return sum > 0 ? sum / (windowNorm[slot] as number) : 0;
  };
}

/** The memories that were said by somebody the question names. */
export function speakersIn(shard: Shard, terms: readonly string[]): ReadonlySet<number> {
  const slots = new Set<number>();
  shard.words.readSpokenBy(terms, (slot) => slots.add(slot));
  return slots;
}

/** What speakers and dates add to the relevance of each memory; null when they add nothing. */
export function extraOf(
  { size, columns: { createdAt } }: Shard,
  speakers: { has(slot: number): boolean; readonly size?: number },
  spans: readonly DateSpan[],
  { speaker: ofSpeaker, date: ofDate }: Settings['recall']['relevance'],
): Float32Array | null {
  if (speakers.size === 0 && spans.length === 0) return null;
  const extra = zeros('extra', size);
  for (let slot = 0; slot < size; slot += 1) {
    if (speakers.has(slot)) extra[slot] = ofSpeaker;
    if (spans.length > 0) (extra[slot] as number) += ofDate * fitOf(createdAt[slot] as number, spans);
  }
  return extra;
}
