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
const maxTerms = 4_096;

const words = /[\p{L}\p{M}\p{N}]+/gu;
const apostrophe = /['’]/;
/** What an apostrophe joins to a word is no word: Caroline's, didn't, we'll. */
export const endings = /(?<=[\p{L}\p{N}])['’](?:s|t|re|ve|ll|d|m)(?![\p{L}\p{N}])/giu;
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
  for (const word of wordsIn(text)) {
    for (const term of termsOfWord(word)) terms.push(term);
    if (terms.length >= maxTerms) break;
  }
  return terms.slice(0, maxTerms);
}

/**
 * What all forms of the words of a text have in common, to look for them where nothing is indexed: a text that has a term of
 * `termsOf` contains its beginning, with few exceptions (`possible`, `possibilities`).
 *
 * @example
 * beginningsOf('stories of hoping'); // ['stor', 'hop']
 */
export function beginningsOf(text: string): string[] {
  const found = new Set<string>();
  for (const word of wordsIn(text)) {
    for (const part of partsOf(word).map((each) => each.toLowerCase())) {
      if (!stopWords.has(part)) found.add(beginningOf(part));
    }
  }
  return [...found];
}

function beginningOf(word: string): string {
  const stem = stemmer(word);
  let same = 0;
  while (same < stem.length && stem[same] === word[same]) same += 1;
  // A stem ends with `i` where words end with `y`, and may have an `e` that its other forms lack.
  return word.slice(0, same).replace(/(?<=.)[ei]$/, '');
}

/** Of a longer text, words are looked for one by one, as far as they are needed; of others all at once, which is quicker. */
const longText = 100_000;

function wordsIn(text: string): Iterable<string> {
  const normal = text.normalize('NFKC');
  const plain = apostrophe.test(normal) ? normal.replace(endings, '') : normal;
  return plain.length > longText ? eachWordIn(plain) : (plain.match(words) ?? []);
}

function* eachWordIn(text: string): Generator<string> {
  for (const [word] of text.matchAll(words)) yield word;
}

/** Texts share most of their words, and taking one apart takes longer than looking it up. */
const knownWords = new Map<string, readonly string[]>();
const maxKnown = 100_000;
/** Words that are longer are hardly met again. */
const maxKnownLength = 40;

function termsOfWord(word: string): readonly string[] {
  const known = knownWords.get(word);
  if (known !== undefined) return known;
  const terms = partsOf(word)
    .map((part) => part.toLowerCase())
    .filter((part) => !stopWords.has(part))
    .map((part) => stemmer(part));
  if (knownWords.size < maxKnown && word.length <= maxKnownLength) knownWords.set(word, terms);
  return terms;
}

function partsOf(word: string): string[] {
  if (unspaced.test(word)) return pairsOf(word);
  const parts = word.split(caseChanges);
  return parts.length === 1 ? parts : [word, ...parts];
}

/** Scripts that write no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Each two neighbouring characters: without a dictionary the best guess at where words are. */
function pairsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length < 3) return [word];
  return signs.slice(1).map((sign, index) => `${signs[index]}${sign}`);
}
