import type { Settings } from '../../config/settings.ts';
import type { MatchParts, Recalled } from '../rank.ts';
import type { RecalledRecorded } from './find-recorded.ts';

/** A memory, a message or a run that was found: `kind` says which. */
export type SearchHit = Recalled | RecalledRecorded;

/**
 * Makes one list of memories and of what else was recorded. Each list keeps its own order, in which the best hit counts fully;
 * so the scores of a list are lowered by how relevant its best hit is against the best of both. Of equals, memories come first.
 * Where only one list has hits, nothing changes. What has a thing that the question names comes first, and its score is not lowered.
 */
export function fused(
  memories: readonly Recalled[],
  recorded: readonly RecalledRecorded[],
  weights: Settings['recall']['relevance'],
): SearchHit[] {
  if (memories.length === 0 || recorded.length === 0) return [...memories, ...recorded];
  const ofMemories = bestOf(memories, weights);
  const ofRecorded = bestOf(recorded, weights);
  const best = Math.max(ofMemories, ofRecorded);
  const hits = [
    ...memories.map((hit) => scaled(hit, ofMemories / best)),
    ...recorded.map((hit) => scaled(hit, ofRecorded / best)),
  ];
  // Sorting is stable, so that each list stays in its order.
  return hits.sort(
    (left, right) =>
      right.match.topic - left.match.topic || right.match.name - left.match.name || right.score - left.score,
  );
}

function scaled<Hit extends SearchHit>(hit: Hit, factor: number): Hit {
  if (factor === 1 || hit.match.name > 0) return hit;
  const parts = { ...hit.parts, relevance: hit.parts.relevance * factor };
  return { ...hit, parts, score: hit.score * factor };
}

/** How relevant the best of some hits is by itself, from 0 to 1. */
function bestOf(
  hits: ReadonlyArray<{ readonly match: MatchParts }>,
  weights: Settings['recall']['relevance'],
): number {
  return Math.max(...hits.map(({ match }) => strengthOf(match, weights)), Number.EPSILON);
}

/** How relevant a hit is by itself, from 0 to 1: what `searchShards` makes of the same parts, but for questions. */
export function strengthOf(
  { topic, words, meaning, speaker, date }: MatchParts,
  { vector, speaker: ofSpeaker, date: ofDate }: Settings['recall']['relevance'],
): number {
  if (topic === 1) return 1;
  return (words + vector * meaning + ofSpeaker * speaker + ofDate * date) / (1 + vector + ofSpeaker + ofDate);
}
