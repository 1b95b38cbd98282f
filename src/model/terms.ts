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

const words = /[\p{L}\p{M}\p{N}]+/gu;
/** Where a name such as getUserById or HTTPServer is split. */
const caseChanges = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/**
 * The terms a text is found by: names split at case changes and signs, and whole as well, because people
 * write `OAuth` and search for `oauth`; stop words out, English words stemmed. Every backend indexes exactly
 * these, so that all of them find and rank alike.
 *
 * @example
 * termsOf('getUser failed: ECONNREFUSED'); // ['getus', 'get', 'user', 'fail', 'econnrefus']
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of text.normalize('NFKC').matchAll(words)) {
    const parts = word.split(caseChanges);
    for (const part of parts.length === 1 ? parts : [word, ...parts]) {
      const term = part.toLowerCase();
      if (!stopWords.has(term)) terms.push(stemmer(term));
    }
    if (terms.length >= maximumTerms) break;
  }
  return terms.slice(0, maximumTerms);
}
