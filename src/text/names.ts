import { endings, termsOf } from './terms.ts';

/** A word, a code or a number of a text, as far as it may be the name of one thing. */
export interface NameToken {
  /** In lower case; for words of one name, all of them. */
  readonly key: string;
  /** `code`: signs, digits and letters in one, such as `db-8`, `cart.ts`, `getUser`; `number`: digits alone. */
  readonly form: 'code' | 'number' | 'word';
  /** The words right before and after it, in lower case: "order" says what 4712 is. Empty where there are none; a colon after a title. */
  readonly before: string;
  readonly after: string;
  /** It is written as a name, where not every word is: in the middle of a sentence, before a colon or beside another such word. */
  readonly isProper: boolean;
}

const tokens = /[\p{L}\p{M}\p{N}]+(?:[-_./@]+[\p{L}\p{M}\p{N}]+)*/gu;
const sentenceEnd = /[.!?…。！？\n:]/u;
/** What may stand between a name and the word that says what it names: `order #4712`, `server "db-8"`. */
const closeBy = /^[\s#№"'’‘“”„«»`([]*$/u;
/** "10th", "2-point" and "3.5" count something. */
const isCount = (word: string): boolean => /^\p{N}+(?:[.-]?\p{N}+|-?\p{L}[\p{L}-]*)$/u.test(word);
const isCode = (word: string): boolean => /[_./@]|\p{Ll}\p{Lu}|\p{N}/u.test(word);
const formOf = (word: string): NameToken['form'] =>
  /^\p{N}+$/u.test(word) ? 'number' : isCode(word) && !isCount(word) ? 'code' : 'word';

/**
 * The words of a text in their order, with what tells names among them. It needs no language: names are codes, numbers, and
 * words written with a capital where other words are not; such words beside each other are one name.
 *
 * @example
 * nameTokensIn('Reboot db-8 of Ada Byron').map(({ key, form }) => [key, form]);
 * // [['reboot', 'word'], ['db-8', 'code'], ['of', 'word'], ['ada byron', 'word']]
 */
export function nameTokensIn(text: string): NameToken[] {
  const plain = text.normalize('NFKC').replace(endings, (ending) => ' '.repeat(ending.length));
  const found = [...plain.matchAll(tokens)].map(({ 0: word, index }) => ({
    word,
    from: index,
    to: index + word.length,
    form: formOf(word),
    isCapital: /^\p{Lu}/u.test(word) && formOf(word) === 'word' && termsOf(word).length > 0,
    words: 1,
  }));
  const named: typeof found = [];
  for (const token of found) {
    const last = named.at(-1);
    if (last?.isCapital === true && token.isCapital && token.from === last.to + 1 && plain[last.to] === ' ')
      named.splice(-1, 1, {
        ...last,
        word: `${last.word} ${token.word}`,
        to: token.to,
        words: last.words + 1,
      });
    else named.push(token);
  }
  const between = (at: number): string => plain.slice(named[at - 1]?.to ?? 0, named[at]?.from);
  const keyAt = (at: number): string => named[at]?.word.toLowerCase() ?? '';
  return named.map(({ form, isCapital, words }, at) => {
    // "Note:" may be no name.
    const isTitle = between(at + 1).startsWith(':') && (form === 'code' || words > 1);
    const opens = at === 0 || sentenceEnd.test(between(at));
    return {
      key: keyAt(at),
      form,
      before: closeBy.test(between(at)) ? keyAt(at - 1) : '',
      after: isTitle ? ':' : /^\s+$/u.test(between(at + 1)) ? keyAt(at + 1) : '',
      isProper: isCapital && (!opens || words > 1 || between(at + 1).startsWith(':')),
    };
  });
}
