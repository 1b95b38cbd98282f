import type { Settings } from '../config/settings.ts';
import type { FoundMemory } from '../ports/memory-finder.ts';
import { confidenceAt, faded } from '../records/confidence.ts';
import type { Connection } from '../records/link-inputs.ts';
import type { Memory } from '../records/memory.ts';
import { likelihoodAmong, minLikelihood } from './likelihood.ts';

/** The parts of a score, each from 0 to 1. */
export interface ScoreParts {
  /** How likely the best match of the search is what was meant, times how relevant this one is against it. */
  readonly relevance: number;
  readonly recency: number;
  readonly confidence: number;
  readonly success: number;
}

/** Why a memory is relevant, each from 0 to 1. */
export interface MatchParts {
  /** It is about exactly this situation. */
  readonly topic: number;
  readonly words: number;
  readonly meaning: number;
  readonly speaker: number;
  readonly date: number;
  /** Which share of the things that the question names it names, too. */
  readonly name: number;
  /** How close the meaning of the memory alone is, without what was said before and after it. */
  readonly similarity: number;
}

/** A memory that was found, with its score and the parts of it. */
export interface Recalled {
  readonly kind: Memory['kind'];
  readonly memory: Memory;
  readonly record?: undefined;
  readonly score: number;
  readonly parts: ScoreParts;
  readonly match: MatchParts;
  /** Ids of memories that say the same and were left out for it. */
  readonly duplicates: readonly string[];
  /** It was not found itself, but is linked with a memory that was. */
  readonly linked?: Omit<Connection, 'id'> & { readonly with: string };
}

/** A memory to rank. It is exact when it is about exactly the topic asked for. */
export interface RankedCandidate extends FoundMemory {
  readonly exact?: boolean;
}

export interface Scored {
  readonly candidate: RankedCandidate;
  readonly score: number;
  readonly parts: ScoreParts;
}

/**
 * Ranks what was found: relevance decides, and recency, confidence and success settle what is about equally
 * relevant. Memories about exactly this topic are fully relevant and come first, then those with most of the things that the question
 * names, each as relevant as anything without them at least. What is hardly related to the question is left out: to find nothing is an
 * answer.
 */
export function rank(
  candidates: readonly RankedCandidate[],
  now: number,
  settings: Pick<Settings, 'recall' | 'memory'>,
): Scored[] {
  // The rest of the relevance: what a name adds decides by itself.
  const rests = candidates.map((each) => ({ ...each, relevance: each.relevance - each.name }));
  const likelihoods = rests.map(likelihoodAmong(rests, settings.recall.relevance));
  const most = (values: readonly number[]): number =>
    values.reduce((left, right) => Math.max(left, right), 0);
  const restsOf = (isNamed: boolean): number[] =>
    rests.flatMap(({ name, relevance }) => (name > 0 === isNamed ? relevance : []));
  const bestNamed = most(restsOf(true));
  const bestOther = most(restsOf(false));
  const best = Math.max(bestNamed, bestOther);
  const likelihood = most(likelihoods);
  const others = best === 0 ? 0 : (likelihood * bestOther) / best;
  const relevanceOf = ({ exact, name, relevance }: RankedCandidate): number => {
    if (exact === true) return 1;
    if (name > 0) return others + (1 - others) * (bestNamed <= 0 ? 1 : Math.max(0, relevance / bestNamed));
    return best === 0 ? 0 : (likelihood * relevance) / best;
  };
  return rests
    .filter(
      ({ exact, name }, place) => exact === true || name > 0 || (likelihoods[place] ?? 0) >= minLikelihood,
    )
    .map((candidate) => {
      const relevance = relevanceOf(candidate);
      const parts = partsOf(candidate, relevance, now, settings);
      return { candidate, parts, score: scoreOf(parts, settings.recall.weights) };
    })
    .sort(
      (left, right) =>
        Number(right.candidate.exact === true) - Number(left.candidate.exact === true) ||
        right.candidate.name - left.candidate.name ||
        right.score - left.score ||
        (left.candidate.id < right.candidate.id ? 1 : -1),
    );
}

function partsOf(
  candidate: RankedCandidate,
  relevance: number,
  now: number,
  { recall, memory }: Pick<Settings, 'recall' | 'memory'>,
): ScoreParts {
  return {
    relevance,
    recency: faded(now - candidate.createdAt, recall.recencyHalfLifeDays),
    confidence: confidenceAt(candidate, now, memory.confidenceHalfLifeDays),
    success: candidate.success ?? 0.5,
  };
}

/** A weighted mean, so that weights need not add up to 1. */
export function scoreOf(parts: ScoreParts, weights: Settings['recall']['weights']): number {
  const total = weights.relevance + weights.recency + weights.confidence + weights.success;
  const sum =
    weights.relevance * parts.relevance +
    weights.recency * parts.recency +
    weights.confidence * parts.confidence +
    weights.success * parts.success;
  return total === 0 ? 0 : sum / total;
}
