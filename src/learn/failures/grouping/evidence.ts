import type { MessageTemplate, SameButPlaces } from './rest.ts';
import { isConstant, isFixed, isVaried, mayBeName, saysSomething } from './word.ts';

/**
 * How many different words prove that a place varies, when all other words are the same: a name after a preposition, a
 * word anywhere, a word beside one other word. The logs of `bench/signatures` speak against fewer than 4 words and fewer
 * than 8 beside one word; the rest is judgement, because they have hardly a place where plain words vary.
 */
const neededWords = { names: 4, words: 6, besideOneWord: 12 };

/** Words that messages must share for a place to take any word: `connect failed` is no machine. */
export const minInCommon = 2;

/** Words that messages must share to be one although they differ in two places: twice as many as those that differ. */
const minBesideTwo = 4;

/** How often the words of a closed set were met, on average, at least. */
const repeats = 5;

/** Whether a word may be one of many that stand at its place, and not what the message is about. */
export function mayVary(word: string): boolean {
  return isVaried(word) || !(isFixed(word) || isConstant(word));
}

/** Whether so many words were met at one place that more are to be expected. */
export function variesAt({ list, places: [place = 0] }: SameButPlaces<MessageTemplate>): boolean {
  const others = inCommon(list, [place]);
  // This place is already known to vary.
  if (others >= minInCommon && list.some(({ words }) => isVaried(words[place] ?? ''))) return true;
  if (others === 0 || isClosedSet(list)) return false;
  return list.length >= (others === 1 ? neededWords.besideOneWord : neededAt(list, place));
}

/**
 * Whether two places vary, each by itself: words of one were met with several of the other. Words that only come in pairs
 * are other ways to say something else.
 */
export function varyBoth({ list, places }: SameButPlaces<MessageTemplate>): boolean {
  if (inCommon(list, places) < minBesideTwo || isClosedSet(list)) return false;
  const met = places.map((place) => new Set(list.map(({ words }) => words[place])).size);
  return list.length > Math.max(...met) && met.every((count, at) => count >= neededAt(list, places[at] ?? 0));
}

function neededAt(templates: readonly MessageTemplate[], place: number): number {
  const named = templates.every(({ words }) => mayBeName(words[place] ?? '', words[place - 1]));
  return named ? neededWords.names : neededWords.words;
}

function inCommon([first]: readonly MessageTemplate[], places: readonly number[]): number {
  return (first?.words ?? []).filter((word, at) => !places.includes(at) && saysSomething(word)).length;
}

/**
 * Whether all words of a place seem to be known. New ones are to be expected as long as some were met only once; states and
 * actions come again and again, and are few.
 */
function isClosedSet(templates: readonly MessageTemplate[]): boolean {
  if (templates.length >= neededWords.besideOneWord) return false;
  const met = templates.reduce((sum, { size }) => sum + size, 0);
  return templates.every(({ size }) => size > 1) && met >= repeats * templates.length;
}
