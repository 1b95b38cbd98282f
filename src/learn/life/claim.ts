import { termsOf } from '../../text/terms.ts';
import { type ComparedStatement, wordsOf } from './statement.ts';
import {
  auxiliaries,
  conditionWords,
  definiteWords,
  deniableVerbs,
  doubtfulWords,
  indefiniteWords,
  laterVerbs,
  numberWords,
  opposites,
  partlyDenied,
  pointingWords,
  singleNameVerbs,
  singleValueVerbs,
  tellingVerbs,
} from './statement-words.ts';

/** A word of a claim. */
export interface ClaimWord {
  readonly term: string;
  /** A number or a name that is the only value, a word with an opposite, or the denial of what is said of the subject. */
  readonly kind: 'word' | 'number' | 'name' | 'opposite' | 'denial';
}

/** The claim of a statement, word by word; null for a question, a guess, or a past event, which nothing contradicts. */
export function claimOf({ sentences }: ComparedStatement): ClaimWord[] | null {
  const read = sentences.map(spread);
  const first = read[0]?.[0];
  if (first === undefined || pointingWords.has(first) || read.some(isDoubtful)) return null;
  return read.flatMap((words, index) => claimWords(words, subjectOf(sentences[index] ?? '')));
}

/** The words of a sentence. Punctuation is a word of its own, and "don't" is "do not". */
function spread(sentence: string): string[] {
  return wordsOf(sentence).flatMap((word, index) => {
    const [, said = '', signs = ''] = /^(.*?)([,;:?]*)$/u.exec(word) ?? [];
    const parts = [...apart(said), ...signs];
    // The sentence began with "Never", "Don't" or "Do not".
    return index === 0 && said === 'not' ? ['do', 'not', ...signs] : parts.filter((part) => part !== '');
  });
}

const contraction = /^(.+)n't$/;
const irregular: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };

function apart(word: string): string[] {
  const negated = contraction.exec(word)?.[1];
  if (negated !== undefined) return [irregular[negated] ?? negated, 'not'];
  return word === 'cannot' ? ['can', 'not'] : [word];
}

function isDoubtful(words: readonly string[]): boolean {
  return words.some((word, index) => {
    const before = words[index - 1] ?? '';
    return word === '?' || doubtfulWords.has(word) || isPast(word, before);
  });
}

/** A past form that is not a state: "the build failed", but not "the cache is enabled" or "of failed payments". */
function isPast(word: string, before: string): boolean {
  if (!/[a-z]{3}ed$/.test(word) || /eed$/.test(word) || before === '') return false;
  return !auxiliaries.has(before) && !tellingVerbs.has(before) && termsOf(before).length > 0;
}

/** What the beginning and the capitals of a sentence say about it. */
interface Subject {
  /** "An allowed port is 80" says nothing about other ports. */
  readonly isOneOfSeveral: boolean;
  readonly isDefinite: boolean;
  /** Its words with a capital that does not begin it, in small letters. */
  readonly names: ReadonlySet<string>;
}

function subjectOf(sentence: string): Subject {
  const [first = '', ...others] = sentence.trim().split(/\s+/u);
  return {
    isOneOfSeveral: indefiniteWords.has(first.toLowerCase()),
    isDefinite: definiteWords.has(first.toLowerCase()),
    names: new Set(
      others
        .filter((word) => /^\P{L}*\p{L}*\p{Lu}/u.test(word))
        .map((word) => word.toLowerCase().replace(/[.,;:!?]+$/u, '')),
    ),
  };
}

function claimWords(words: readonly string[], subject: Subject): ClaimWord[] {
  const { isOneOfSeveral } = subject;
  /** Words of a name behind its first. */
  let taken = 0;
  return words.flatMap((word, index): ClaimWord[] => {
    const next = words[index + 1] ?? '';
    if (index < taken) return [];
    const name = isOneOfSeveral ? [] : nameAt(words, index, subject);
    taken = index + name.length;
    if (name.length > 0) return [{ term: name.join(' '), kind: 'name' }];
    const before = words[index - 1] ?? '';
    if ((word === 'do' || word === 'does') && isDenial(words, index + 1)) return [];
    if (word === 'anymore' || (word === 'longer' && before === 'no')) return [];
    if (isDenial(words, index)) return [{ term: 'not', kind: 'denial' }];
    if (before === 'not' && words[index - 2] === 'does') return [{ term: inThirdPerson(word), kind: 'word' }];
    if (!isOneOfSeveral && isValue(words, index)) return [{ term: numberOf(word), kind: 'number' }];
    if (isOpposable(word, before, next) && !isConditional(words, index))
      return [{ term: word, kind: 'opposite' }];
    return [{ term: word, kind: 'word' }];
  });
}

function isConditional(words: readonly string[], index: number): boolean {
  return words.slice(0, index).some((word) => conditionWords.has(word));
}

/** Whether this denies the verb right after the subject, and not a part of a name: "files not in git". */
function isDenial(words: readonly string[], index: number): boolean {
  const [before = '', word = '', next = ''] = [words[index - 1], words[index], words[index + 1]];
  const isNot = word === 'not' && deniableVerbs.has(before);
  const isNever = (word === 'never' || (word === 'no' && next === 'longer')) && before !== '';
  if ((!isNot && !isNever) || next === '' || partlyDenied.has(next)) return false;
  if (isConditional(words, index) || words.includes('unless') || words.includes('until')) return false;
  const rest = words.slice(index + 1);
  const end = rest.findIndex((later) => conditionWords.has(later));
  return !rest.slice(0, end === -1 ? rest.length : end).some((later) => laterVerbs.has(later));
}

/** "does not support" denies "supports". */
function inThirdPerson(verb: string): string {
  if (verb === 'have') return 'has';
  if (/[^aeiou]y$/.test(verb)) return verb.replace(/y$/, 'ies');
  return /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
}

/** Without ":", because there may be several times of day. */
const number =
  /^[$€£]?-?v?\d+(?:[.,]\d+)*(?:ms|s|sec|m|min|h|hr|d|k|kb|mb|gb|tb|kib|mib|gib|x|px|%)?$|^\d{4}-\d\d-\d\d$/i;
/** What follows a number that is one of several, or the beginning of a range. */
const goesOn = new Set(['and', ',', '&', '/', 'to', '-', '–', 'through']);

/** A number right after a verb that takes one value. */
function isValue(words: readonly string[], index: number): boolean {
  const word = words[index] ?? '';
  if (!numberWords.has(word) && !number.test(word)) return false;
  const [before = '', verb = '', next = ''] = [words[index - 1], words[index - 2], words[index + 1]];
  if (!singleValueVerbs.has(before) && !singleValueVerbs.has(`${verb}-${before}`)) return false;
  // "The allowed ports are 80" may go on elsewhere with 443.
  if (goesOn.has(next) || (before === 'are' && next === '')) return false;
  // Not the "after" of "expires after".
  return !isConditional(words, index - 1);
}

/** The words of a name right after a verb that takes one; none where the name belongs to what follows: "is GDPR compliant". */
function nameAt(words: readonly string[], index: number, { names, isDefinite }: Subject): readonly string[] {
  const [before = '', verb = ''] = [words[index - 1], words[index - 2]];
  const isName = (word: string): boolean => names.has(word.toLowerCase());
  const rest = words.slice(index);
  const end = rest.findIndex((word, place) => !isName(word) && (place === 0 || !number.test(word)));
  const length = end === -1 ? rest.length : end;
  const next = rest[length] ?? '';
  const isSingle =
    (singleNameVerbs.has(before) && isDefinite) ||
    singleNameVerbs.has(`${verb}-${before}`) ||
    singleNameVerbs.has(`${before}-${next}`);
  return !isSingle || isConditional(words, index - 1) || goesOn.has(next) || termsOf(next).length > 0
    ? []
    : rest.slice(0, length);
}

function numberOf(word: string): string {
  return numberWords.get(word) ?? word.replace(/(?<=\d),(?=\d{3})/g, '').replace(/^v(?=\d)/, '');
}

/** A state counts as what is said of something ("is open"), not as part of a name ("open issues"). */
function isOpposable(word: string, before: string, next: string): boolean {
  const opposite = opposites.get(word);
  if (opposite === undefined || before === '') return false;
  if (opposite.where === 'act') return true;
  return (before === 'is' || before === 'are') && termsOf(next).length === 0;
}
