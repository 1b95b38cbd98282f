import { termsOf } from '../../text/terms.ts';
import { type Best, createBest, type Match } from './best-matches.ts';
import { type DateSpan, spansIn } from './dates.ts';
import { meaningWithin, scoreDates, scoreSimilarity, scoreSpeakers, scoreWords } from './scores.ts';
import type { Shard } from './shard.ts';
import { statisticsOf } from './statistics.ts';

/** What is looked for. */
export interface SearchQuestion {
  readonly text: string;
  /** Each once. */
  readonly terms: readonly string[];
  /** Null, or without length, when nothing is known about its meaning. */
  readonly vector: Float32Array | null;
}

/** How much each part of relevance counts beside words, which count 1. */
export interface RelevanceWeights {
  readonly vector: number;
  readonly speaker: number;
  readonly date: number;
  /** How much less a memory counts that only asks something. */
  readonly question: number;
}

/** Memories without any of the words must mean at least this much the same. */
const leastMeaning = 0.3;

/**
 * The memories of these shards that are most relevant to a question. Words count by BM25 with the statistics of
 * exactly these shards, where a memory also has, at a lower weight, the words said just before and after it;
 * divided by the most these words could give. Meaning counts by the cosine with the memory and its neighbours.
 * Then it counts who said it and when, if the question names a speaker or a time.
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

/** What is known of each memory of a shard, by slot. */
interface Scores {
  readonly words: Float32Array;
  readonly similarity: Float32Array;
  readonly meaningOf: (slot: number) => number;
  readonly speaker: Float32Array;
  readonly date: Float32Array;
}

/**
 * Looks at each memory of a shard, the latest first: of many that say the same, these are named. The loop is alone in
 * its function, so that the compiler makes the most of it.
 */
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
    if (inWords === 0 && inMeaning < leastMeaning) continue;
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

/** Whether the question names the agent whose memories these are, and not others are asked as well. */
function isNamed({ agent }: Shard, shards: readonly Shard[], { terms }: SearchQuestion): boolean {
  return agent !== null && shards.length > 1 && termsOf(agent).some((term) => terms.includes(term));
}

function spansOf(shards: readonly Shard[], text: string): DateSpan[] {
  const years = shards.flatMap(({ firstCreated, lastCreated }) => [firstCreated, lastCreated]);
  if (years.length === 0) return [];
  const yearOf = (moment: number): number => new Date(moment).getUTCFullYear();
  return spansIn(text, yearOf(Math.min(...years)), yearOf(Math.max(...years)));
}
