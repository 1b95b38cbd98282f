import type { Settings } from '../../config/settings.ts';
import type { Blocks } from '../vectors/blocks.ts';
import { numbersAt } from '../vectors/numbers-at.ts';
import { type DateSpan, fitOf } from './dates.ts';
import type { NamedShares } from './named.ts';
import type { NumberRun } from './postings.ts';
import type { ScanColumns } from './scan-columns.ts';
import type { Shard } from './shard.ts';
import { k1, lengthShare, type WordStatistics } from './statistics.ts';
import { neighbourWeights, visitWindow } from './windows.ts';

const { near, far, answered } = neighbourWeights;

/** Where a scan has its arrays: floats by memory, and room for the longest list that it reads. */
export interface ScoreArea {
  readonly words: number;
  readonly occurrences: number;
  readonly extra: number;
  readonly list: number;
}

/** Adds up BM25 over the terms of a question. Occurrences in neighbours count in part. */
export function scoreWords(
  shard: Shard,
  columns: ScanColumns,
  { frequencies, averageLength, bound }: WordStatistics,
  { words, occurrences, list }: ScoreArea,
  blocks: Blocks,
): void {
  blocks.erase(words, 4 * shard.size);
  blocks.erase(occurrences, 4 * shard.size);
  for (const [term, idf] of frequencies) {
    const length = writeRuns(shard.words.runs(term), list, blocks);
    const most = (idf * (k1 + 1)) / bound;
    blocks.weigh(
      list,
      length,
      shard.size,
      columns.before,
      columns.after,
      columns.asks,
      columns.windowLength,
      occurrences,
      words,
      near,
      far,
      answered,
      most,
      k1 * (1 - lengthShare),
      (k1 * lengthShare) / averageLength,
    );
  }
}

/** Writes runs of numbers one after the other, and answers how many numbers they have. */
function writeRuns(runs: readonly NumberRun[], address: number, blocks: Blocks): number {
  let length = 0;
  for (const { numbers, from, to } of runs) {
    const { buffer, byteOffset } = numbers;
    blocks.write(address + 4 * length, new Uint8Array(buffer, byteOffset + 4 * from, 4 * (to - from)));
    length += to - from;
  }
  return length;
}

/**
 * The cosine with the sum of the vectors of a memory and its neighbours, from the cosines with each; at least 0. What it adds is
 * what the kernel adds in its estimates (`relate` in kernel.wat).
 */
export function meaningWithin(shard: Shard, cosines: ReadonlyMap<number, number>): (slot: number) => number {
  const { windowNorm } = shard.columns;
  return (slot) => {
    let sum = 0;
    visitWindow(shard.columns, slot, (each, weight) => {
      sum += weight * (cosines.get(each) ?? 0);
    });
    return sum > 0 ? sum / (windowNorm[slot] as number) : 0;
  };
}

/** What a question names beside its words. */
export interface Named {
  /** Lists of the memories whose speaker the question names, or all memories. */
  readonly speakers: readonly NumberRun[] | 'all';
  readonly spans: readonly DateSpan[];
  readonly named: NamedShares;
}

/** What a memory that names nothing of the question may have of all else together: a name counts as much. */
export const mostRelevance = ({ vector, speaker, date }: Settings['recall']['relevance']): number =>
  1 + vector + speaker + date;

/** Writes what speakers, dates and names add to the relevance of each memory. False when they add nothing. */
export function scoreNamed(
  { size, columns: { createdAt } }: Shard,
  { speakers, spans, named }: Named,
  weights: Settings['recall']['relevance'],
  { extra, list }: ScoreArea,
  blocks: Blocks,
): boolean {
  const { speaker: ofSpeaker, date: ofDate } = weights;
  if (speakers.length === 0 && spans.length === 0 && named.size === 0) return false;
  const scores = numbersAt(blocks, extra, size, Float32Array);
  scores.fill(speakers === 'all' ? ofSpeaker : 0);
  if (speakers !== 'all') blocks.mark(list, writeRuns(speakers, list, blocks), extra, ofSpeaker);
  if (spans.length > 0)
    for (let slot = 0; slot < size; slot += 1)
      (scores[slot] as number) += ofDate * fitOf(createdAt[slot] as number, spans);
  const most = mostRelevance(weights);
  for (const [slot, share] of named) (scores[slot] as number) += most * share;
  return true;
}
