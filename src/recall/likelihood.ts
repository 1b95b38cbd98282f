import type { Settings } from '../config/settings.ts';
import type { FoundMemory } from '../ports/memory-finder.ts';

/**
 * How relevance turns into the likelihood that a match is what was meant. Measured on conversations (LoCoMo): turns that answer
 * a question against the best turns of another conversation, asked the same; checked on notes of a software project. See
 * docs/recall.md.
 */
const evenAt = 0.42;
const steepness = 15;

/** What meaning adds to the relevance of most matches, right or wrong: so much is taken for granted where nothing is known of it. */
const usualMeaning = 0.25;

/** A match less likely than this is not answered. */
export const minLikelihood = 0.01;

type Matched = Pick<FoundMemory, 'relevance' | 'words' | 'reach' | 'meaning'>;

/**
 * How likely each match of a search is what was meant, from 0 to 1.
 *
 * @example likelihoodAmong(found, settings.recall.relevance)(found[0]) // 0.97
 */
export function likelihoodAmong(
  found: readonly Matched[],
  { vector, speaker, date }: Settings['recall']['relevance'],
): (match: Matched) => number {
  const isMeaningKnown = found.some(({ meaning }) => meaning > 0);
  return ({ relevance, words, reach }) => {
    // Words count against what a memory of this length could have of them: the rest of a long question says nothing about it.
    const unreachable = Math.min(1, words / reach) - words;
    const told =
      relevance * (1 + vector + speaker + date) + unreachable + (isMeaningKnown ? 0 : usualMeaning);
    return 1 / (1 + Math.exp(-steepness * (told - evenAt)));
  };
}
