import type { Shard } from './shard.ts';
import { averageLength } from './shard-totals.ts';

/** Parameters of BM25; these did best in trials on conversations, and nearby values do as well. */
export const k1 = 0.9;
/** How much the length of a memory counts. */
export const lengthShare = 0.4;

/**
 * Fewer memories are taken for the beginning of so many. Otherwise a word that all of a few memories have would count next to nothing,
 * and what they are asked about could hardly be known from what they have nothing to do with.
 */
const leastMemories = 100;

/** The statistics of the terms of a question among exactly the memories that are searched. */
export interface WordStatistics {
  /** The inverse document frequency of each term that occurs. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly averageLength: number;
  /** The highest score that the terms can give together, those that do not occur included. */
  readonly bound: number;
  /**
   * The share of the bound that a memory of so many terms can have: one of five words cannot have more than five of the terms of a
   * long question.
   */
  reach(length: number): number;
}

export function statisticsOf(shards: readonly Shard[], terms: readonly string[]): WordStatistics {
  const sum = (of: (shard: Shard) => number): number => shards.reduce((total, shard) => total + of(shard), 0);
  const memories = Math.max(
    leastMemories,
    sum(({ totals }) => totals.open),
  );
  const frequencies = new Map<string, number>();
  const most: number[] = [];
  for (const term of terms) {
    const having = sum((shard) => openWith(shard, term));
    const idf = Math.log(1 + (memories - having + 0.5) / (having + 0.5));
    most.push(idf * (k1 + 1));
    if (having > 0) frequencies.set(term, idf);
  }
  const bound = most.reduce((total, each) => total + each, 0);
  const highest = most.sort((left, right) => right - left);
  return {
    frequencies,
    averageLength: averageLength(shards.map(({ totals }) => totals)),
    bound,
    reach: (length) =>
      highest.slice(0, Math.max(1, Math.round(length))).reduce((total, each) => total + each, 0) / bound,
  };
}

/** How many memories that may be answered have the term. */
function openWith(shard: Shard, term: string): number {
  const added = shard.words.count(term);
  if (added === 0 || shard.totals.open === shard.size) return added;
  const { open } = shard.columns;
  let having = 0;
  shard.words.read(term, (slot) => {
    having += open[slot] ?? 0;
  });
  return having;
}
