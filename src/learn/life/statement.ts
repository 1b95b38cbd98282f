import { termsOf } from '../../text/terms.ts';
import { announcement } from './statement-words.ts';

/** A text prepared for comparison. */
export interface ComparedStatement {
  /** The text without what surely does not change its meaning. Texts with the same key say the same. */
  readonly key: string;
  /** Its sentences, without an announcement; none when the text is too long. */
  readonly sentences: readonly string[];
}

/** Longer texts are the same only when they are equal. */
const maxStatementLength = 600;

/** A cache: the same few texts are compared again and again. */
const recent = new Map<string, ComparedStatement>();
const maxRecent = 500;

/**
 * Prepares a text for comparison. Only the capital at the beginning of a word, articles, white space, the sign at the
 * end, and an opening such as "Please", "Always" or "Note that" do not matter. Every other word and sign does: keeping a
 * statement twice does less harm than losing one.
 *
 * @example
 * statementOf('Never deploy on a Friday').key === statementOf("Don't deploy on Fridays!").key; // true
 */
export function statementOf(text: string): ComparedStatement {
  if (text.length > maxStatementLength) return { key: text.trim(), sentences: [] };
  const known = recent.get(text);
  if (known !== undefined) return known;
  if (recent.size >= maxRecent) recent.clear();
  const plain = text.normalize('NFC').replaceAll('’', "'").trim().replace(announcement, '');
  const sentences = plain.split(/(?<=[.!?;])\s+|\n+/u).filter((sentence) => sentence.trim() !== '');
  const statement = { key: wordsOf(plain).join(' '), sentences };
  recent.set(text, statement);
  return statement;
}

/** The words of a text as they are compared. A sign stays with the word it stands at. */
export function wordsOf(text: string): string[] {
  // A question is none without its mark, and the sign after another sign may be part of a pattern.
  const said = text.trim().replace(/(?<=\p{L})!+$|(?<=[\p{L}\p{N}%)"'])\.$/u, '');
  const words = withoutOpening(said.split(/\s+/u).map(withoutCapital));
  return words.filter((word, index) => !isArticle(word, words[index + 1]));
}

/** "Friday" is "friday", but US is not us, and getUser is not getuser. */
function withoutCapital(word: string): string {
  return word.replace(/^\P{L}*\p{Lu}(?=[\p{Ll}'-]+\P{L}*$)/u, (start) => start.toLowerCase());
}

/** "Don't", "Do not" and "Never" forbid alike; "Always" and "Please" only stress. */
function withoutOpening([first = '', second = '', ...others]: readonly string[]): string[] {
  if (first === 'never' || first === "don't") return ['not', ...[second, ...others].map(withoutPlural)];
  if (first === 'do' && second === 'not') return ['not', ...others.map(withoutPlural)];
  const rest = (second === '' ? [] : [second, ...others]).map(withoutPlural);
  if ((first === 'always' || first === 'please') && rest.length > 0) return withoutOpening(rest);
  return [withoutPlural(first), ...rest];
}

/** "On Fridays" is "on a Friday". Other plurals may be names: the table "users" is not the table "user". */
function withoutPlural(word: string): string {
  return word.replace(/^((?:mon|tues|wednes|thurs|fri|satur|sun)day)s(?=\P{L}*$)/u, '$1');
}

/** A capital or lone "a" may be a name: "Plan A", "set a to 1". */
function isArticle(word: string, next = ''): boolean {
  if (word === 'the' || word === 'an') return true;
  return word === 'a' && /^\p{L}{2}/u.test(next) && termsOf(next).length > 0;
}
