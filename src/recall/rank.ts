import type { Memory } from '../model/memory.ts';
import type { TextCandidate } from '../ports/store.ts';

/** Parameters of BM25; these did best in trials on conversations. */
const k1 = 0.9;
const b = 0.4;

/** Days after which a memory counts half as recent. */
const halfLifeDays = 30;
const dayMs = 86_400_000;

/** How much each part of a score counts. Relevance decides; the rest settles what is equally relevant. */
export const weights = { relevance: 0.7, recency: 0.1, confidence: 0.1, success: 0.1 } as const;

/** The parts of a score, each from 0 to 1. */
export type ScoreParts = Readonly<Record<keyof typeof weights, number>>;

/** A memory that was found, with its score and the parts of it. */
export interface Recalled {
  readonly memory: Memory;
  readonly score: number;
  readonly parts: ScoreParts;
}

/**
 * Ranks candidates by BM25 over the candidates themselves, divided by the best score these terms could give,
 * then by recency, confidence and success. Memories about exactly this topic are fully relevant and come first.
 */
export function rank(
  candidates: readonly TextCandidate[],
  terms: readonly string[],
  options: { readonly now: number; readonly memories: number; readonly exact: ReadonlySet<string> },
): Recalled[] {
  const isExact = (memory: Memory): boolean => options.exact.has(memory.id);
  const idf = inverseFrequencies(candidates, terms, options.memories);
  const meanLength = candidates.reduce((sum, { length }) => sum + length, 0) / Math.max(1, candidates.length);
  const best = [...idf.values()].reduce((sum, value) => sum + value * (k1 + 1), 0);
  return candidates
    .map((candidate) => {
      const bm25 = bm25Of(candidate, idf, meanLength);
      const relevance = isExact(candidate.memory) ? 1 : best === 0 ? 0 : bm25 / best;
      return scored(candidate.memory, relevance, options.now);
    })
    .sort(
      (left, right) =>
        Number(isExact(right.memory)) - Number(isExact(left.memory)) ||
        right.score - left.score ||
        (left.memory.id < right.memory.id ? 1 : -1),
    );
}

function inverseFrequencies(
  candidates: readonly TextCandidate[],
  terms: readonly string[],
  memories: number,
): Map<string, number> {
  return new Map(
    terms.map((term) => {
      const having = candidates.filter(({ termCounts }) => termCounts.has(term)).length;
      return [term, Math.log(1 + (Math.max(memories, having) - having + 0.5) / (having + 0.5))];
    }),
  );
}

function bm25Of(
  { termCounts, length }: TextCandidate,
  idf: ReadonlyMap<string, number>,
  meanLength: number,
): number {
  let sum = 0;
  for (const [term, count] of termCounts) {
    const norm = k1 * (1 - b + (b * length) / meanLength);
    sum += ((idf.get(term) ?? 0) * count * (k1 + 1)) / (count + norm);
  }
  return sum;
}

function scored(memory: Memory, relevance: number, now: number): Recalled {
  const ageDays = Math.max(0, now - memory.createdAt) / dayMs;
  const parts: ScoreParts = {
    relevance,
    recency: 0.5 ** (ageDays / halfLifeDays),
    confidence: memory.confidence,
    success: memory.successRate ?? 0.5,
  };
  const score = Object.entries(weights).reduce(
    (sum, [part, weight]) => sum + weight * parts[part as keyof ScoreParts],
    0,
  );
  return { memory, score, parts };
}
