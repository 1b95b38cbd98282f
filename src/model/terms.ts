import { stemmer } from 'stemmer';

/** Words that say nothing about what a text is about. */
const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does doing for from had has have having he her hers him his how i if in into is it its ' +
    'just me my no nor not of on or our ours out over own she should so some such than that the their theirs them then there these they this ' +
    'those through to too under until up very was we were what when where which while who whom why will with would you your yours'
  ).split(' '),
);

/** More terms than this add cost, not meaning. */
const maximumTerms = 4_096;

const wordBoundaries = /\p{Ll}(?=\p{Lu})|\p{Lu}(?=\p{Lu}\p{Ll})/gu;
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The terms a text is found by: identifiers split at case changes and signs, stop words out, English words
 * stemmed. Every backend indexes exactly these, so that all of them find and rank alike.
 *
 * @example
 * termsOf('getUserById failed: ECONNREFUSED'); // ['get', 'user', 'id', 'fail', 'econnrefus']
 */
export function termsOf(text: string): string[] {
  const split = text.normalize('NFKC').replace(wordBoundaries, '$& ').toLowerCase();
  const terms: string[] = [];
  for (const [word] of split.matchAll(wordPattern)) {
    if (stopWords.has(word)) continue;
    terms.push(stemmer(word));
    if (terms.length === maximumTerms) break;
  }
  return terms;
}
