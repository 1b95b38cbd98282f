import { endings, termsOf } from './terms.ts';

/** A word, a code or a number of a text, as far as it may be the name of one thing. */
export interface NameToken {
  /** As it is written. */
  readonly text: string;
  /** The same for all ways to write it: in lower case, a word as the term it is searched by. Empty when it says nothing. */
  readonly key: string;
  /** `code`: signs, digits and letters in one, such as `db-8`, `cart.ts`, `getUser`; `number`: digits alone. */
  readonly form: 'code' | 'number' | 'word';
  /** The words right before and after it say what it is: "order 4712". Empty where there are none. */
  readonly before: string;
  readonly after: string;
  /** It is written as a name, where not every word is: in the middle of a sentence, before a colon or beside another such word. */
  readonly isProper: boolean;
  /** It opens a sentence, where every word has a capital. */
  readonly opens: boolean;
  /** It follows the token before it with nothing but white space between. */
  readonly follows: boolean;
}

const tokens = /[\p{L}\p{M}\p{N}]+(?:[-_./@]+[\p{L}\p{M}\p{N}]+)*/gu;
const sentenceEnd = /[.!?…。！？\n:]/u;
/** What may stand between a name and the word that says what it names: `order #4712`, `server "db-8"`. */
const closeBy = /^[\s#№"'’‘“”„«»`([]*$/u;
/** "10th", "2-point" and "3.5" count something. */
const isCount = (word: string): boolean => /^\p{N}+(?:[.-]?\p{N}+|-?\p{L}[\p{L}-]*)?$/u.test(word);
const isCode = (word: string): boolean => /[_./@]|\p{Ll}\p{Lu}|\p{N}/u.test(word) && !isCount(word);

/**
 * The words of a text in their order, with what tells names among them. It needs no language: names are codes, numbers, and
 * words written with a capital where other words are not.
 *
 * @example
 * nameTokensIn('Reboot server db-8 now').map(({ key, form, before }) => [key, form, before]);
 * // [['reboot', 'word', ''], ['server', 'word', 'reboot'], ['db-8', 'code', 'server'], ['now', 'word', 'db-8']]
 */
export function nameTokensIn(text: string): NameToken[] {
  const plain = text.normalize('NFKC').replace(endings, (ending) => ' '.repeat(ending.length));
  const found = [...plain.matchAll(tokens)].map(({ 0: word, index }) => ({
    word,
    from: index,
    to: index + word.length,
  }));
  const between = (at: number): string =>
    plain.slice(found[at - 1]?.to ?? 0, found[at]?.from ?? plain.length);
  const isCapital = (at: number): boolean =>
    /^\p{Lu}/u.test(found[at]?.word ?? '') && !isCode(found[at]?.word ?? '');
  const followsAt = (at: number): boolean => at > 0 && /^\s+$/u.test(between(at));
  const keys = found.map(({ word }) => (isCode(word) ? word.toLowerCase() : (termsOf(word)[0] ?? '')));
  return found.map(({ word }, at) => {
    const opens = at === 0 || sentenceEnd.test(between(at));
    const beside = (followsAt(at) && isCapital(at - 1)) || (followsAt(at + 1) && isCapital(at + 1));
    return {
      text: word,
      key: keys[at] ?? '',
      form: isCode(word) ? 'code' : isCount(word) ? 'number' : 'word',
      before: closeBy.test(between(at)) ? (keys[at - 1] ?? '') : '',
      after: /^\s+$/u.test(between(at + 1)) ? (keys[at + 1] ?? '') : '',
      isProper: isCapital(at) && (!opens || beside || between(at + 1).startsWith(':')),
      opens,
      follows: followsAt(at),
    };
  });
}

/**
 * Under which keys the names in a text are looked up: alone, and together with the word before them.
 *
 * @example
 * nameKeysIn('Reboot server 8 of Ada Byron'); // ['8', 'server 8', 'ada', 'byron', 'ada byron']
 */
export function nameKeysIn(text: string): string[] {
  return nameTokensIn(text).flatMap((token) => {
    if (token.key === '' || (token.form === 'word' && !token.isProper)) return [];
    return token.form === 'code' || token.before === '' ? [token.key] : [token.key, pairOf(token)];
  });
}

/** The key of a name together with the word before it: another part of it, or what it names. */
export const pairOf = ({ before, key }: Pick<NameToken, 'before' | 'key'>): string => `${before} ${key}`;
