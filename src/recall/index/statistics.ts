import type { Shard } from './shard.ts';

/** Parameters of BM25; these did best in trials on conversations, and nearby values do as well. */
export const k1 = 0.9;
/** How much the length of a memory counts. */
export const lengthShare = 0.4;

/** The statistics of the terms of a question among exactly the memories that are searched. */
export interface WordStatistics {
  /** The inverse document frequency of each term that occurs. */
  readonly frequencies: ReadonlyMap<string, number>;
  readonly averageLength: number;
  /** The highest score that the terms can give together, those that do not occur included. */
  readonly bound: number;
}

export function statisticsOf(shards: readonly Shard[], terms: readonly string[]): WordStatistics {
  const sum = (of: (shard: Shard) => number): number => shards.reduce((total, shard) => total + of(shard), 0);
  const memories = sum((shard) => shard.open);
  const frequencies = new Map<string, number>();
  let bound = 0;
  for (const term of terms) {
    const having = sum((shard) => openWith(shard, term));
    const idf = Math.log(1 + (memories - having + 0.5) / (having + 0.5));
    bound += idf * (k1 + 1);
    if (having > 0) frequencies.set(term, idf);
  }
  return { frequencies, averageLength: sum((shard) => shard.openLength) / Math.max(1, memories), bound };
}

/** How many memories that may be answered have the term. */
function openWith(shard: Shard, term: string): number {
  const added = shard.postings.count(term);
  if (added === 0 || shard.open === shard.size) return added;
  const { open } = shard.columns;
  let having = 0;
  shard.postings.read(term, (slot) => {
    having += open[slot] ?? 0;
  });
  return having;
}
