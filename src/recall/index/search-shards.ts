import type { Settings } from '../../config/settings.ts';
import { termsOf } from '../../text/terms.ts';
import { type Best, createBest, type Match } from './best-matches.ts';
import { type DateSpan, spansIn } from './dates.ts';
import { meaningWithin, scoreDates, scoreSimilarity, scoreSpeakers, scoreWords } from './scores.ts';
import type { Shard } from './shard.ts';
import { statisticsOf } from './statistics.ts';

interface SearchQuestion {
  readonly text: string;
  /** Each once. */
  readonly terms: readonly string[];
  /** Null, or without length, when nothing is known about its meaning. */
  readonly vector: Float32Array | null;
}

/** How much each part of relevance counts beside words, which count 1. */
type RelevanceWeights = Settings['recall']['relevance'];

/** The cosine that a memory without any of the words must have. */
const minMeaning = 0.3;

/**
 * The memories of these shards that are most relevant to a question. Words count by BM25 with the statistics of exactly
 * these shards, as a share of the highest possible score; a memory also has, at a lower weight, the words said just
 * before and after it. Meaning counts by the cosine with the memory and its neighbours. Speaker and date count if the
 * question names them.
 */
export function searchShards(
  shards: readonly Shard[],
  question: SearchQuestion,
  weights: RelevanceWeights,
  limit: number,
  accepts: (shard: Shard, slot: number, similarity: number) => boolean,
): Match[] {
  for (const shard of shards) shard.settle();
  const statistics = statisticsOf(shards, question.terms);
  const spans = spansOf(shards, question.text);
  const best = createBest(limit);
  for (const shard of shards) {
    const similarity = scoreSimilarity(shard, question.vector);
    const scores = {
      words: scoreWords(shard, statistics),
      similarity,
      meaningOf: meaningWithin(shard, similarity),
      speaker: scoreSpeakers(shard, question.terms, isNamed(shard, shards, question)),
      date: scoreDates(shard, spans),
    };
    gather(shard, scores, weights, best, accepts);
  }
  return best.all();
}

/** The scores of each memory of a shard, by slot. */
interface Scores {
  readonly words: Float32Array;
  readonly similarity: Float32Array;
  readonly meaningOf: (slot: number) => number;
  readonly speaker: Float32Array;
  readonly date: Float32Array;
}

/** Adds the memories of a shard, the latest first. The loop has its own function for the sake of the optimiser. */
function gather(
  shard: Shard,
  { words, similarity, meaningOf, speaker, date }: Scores,
  { vector: ofMeaning, speaker: ofSpeaker, date: ofDate, question: ofQuestion }: RelevanceWeights,
  best: Best,
  accepts: (shard: Shard, slot: number, similarity: number) => boolean,
): void {
  const { size } = shard;
  const { asks } = shard.columns;
  const share = 1 / (1 + ofMeaning + ofSpeaker + ofDate);
  let floor = best.floor();
  for (let slot = size - 1; slot >= 0; slot -= 1) {
    const inWords = words[slot] as number;
    const inMeaning = meaningOf(slot);
    if (inWords === 0 && inMeaning < minMeaning) continue;
    const relevance =
      (inWords +
        ofMeaning * inMeaning +
        ofSpeaker * (speaker[slot] as number) +
        ofDate * (date[slot] as number) -
        ofQuestion * (asks[slot] as number)) *
      share;
    if (relevance < floor || relevance <= 0) continue;
    if (!accepts(shard, slot, similarity[slot] as number)) continue;
    if (best.isCopy(shard, slot, relevance)) continue;
    floor = best.add({
      shard,
      slot,
      relevance,
      words: inWords,
      meaning: inMeaning,
      speaker: speaker[slot] as number,
      date: date[slot] as number,
      similarity: similarity[slot] as number,
      duplicates: [],
    });
  }
}

/** Whether the question names the agent of this shard, among several. */
function isNamed({ agent }: Shard, shards: readonly Shard[], { terms }: SearchQuestion): boolean {
  return agent !== null && shards.length > 1 && termsOf(agent).some((term) => terms.includes(term));
}

function spansOf(shards: readonly Shard[], text: string): DateSpan[] {
  const years = shards.flatMap(({ firstCreated, lastCreated }) => [firstCreated, lastCreated]);
  if (years.length === 0) return [];
  const yearOf = (moment: number): number => new Date(moment).getUTCFullYear();
  return spansIn(text, yearOf(Math.min(...years)), yearOf(Math.max(...years)));
}
