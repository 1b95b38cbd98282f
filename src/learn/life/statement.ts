import { termsOf } from '../../model/terms.ts';
import {
  announcement,
  auxiliaries,
  conditionWords,
  doubtfulWords,
  namingNouns,
  notWords,
  numberWords,
  pointingWords,
  sameTerms,
  silentWords,
  statingVerbs,
  tellingVerbs,
} from './statement-words.ts';

/** A word of a statement. */
export interface Word {
  /** What it is compared by: its stem, a number without its adornments, a name in small letters. */
  readonly term: string;
  /** As it was written, in small letters. */
  readonly said: string;
  readonly kind: 'word' | 'number' | 'name' | 'not';
  /** It stands in a part that says when, why or which. */
  readonly conditional: boolean;
  /** It is said of the subject, not part of its name. */
  readonly asserted: boolean;
}

/** What a text says, word by word, without what does not change its meaning. */
export interface Statement {
  readonly words: readonly Word[];
  /** Texts with the same key say the same. */
  readonly key: string;
  /** A question, a guess, or something of one moment: nothing contradicts it. */
  readonly doubtful: boolean;
}

/** Longer texts are not taken apart: they say the same when they are equal. */
const longestStatement = 600;

/** The same few texts are compared again and again, and taking one apart takes longer than looking it up. */
const recent = new Map<string, Statement>();
const mostRecent = 500;

/**
 * Takes a text apart so that two of them can be compared. Case, signs, articles, inflection, emphasis and the
 * place of a condition do not matter; numbers, names, negations, prepositions and the order of words do.
 *
 * @example
 * statementOf('Never deploy on a Friday!').key === statementOf("Don't deploy on Fridays.").key; // true
 */
export function statementOf(text: string): Statement {
  if (text.length > longestStatement) return { words: [], key: text.trim(), doubtful: true };
  const known = recent.get(text);
  if (known !== undefined) return known;
  if (recent.size >= mostRecent) recent.clear();
  const statement = takenApart(text);
  recent.set(text, statement);
  return statement;
}

function takenApart(text: string): Statement {
  const plain = text.normalize('NFKC').replaceAll('’', "'").trim();
  const sentences = plain.split(/(?<=[.!?;])\s+|\n+/u).filter((sentence) => sentence.trim() !== '');
  const read = sentences.map(readSentence);
  const words = read.flatMap((sentence) => sentence.words);
  const key = words.length === 0 ? plain.toLowerCase() : words.map((word) => word.term).join(' ');
  const points = pointingWords.has(words[0]?.said ?? '');
  return { words, key, doubtful: points || read.some((sentence) => sentence.doubtful) };
}

const token =
  /(?:(?<![^\s(])-(?=\d))?[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}_]|['./:\\@+-](?=[\p{L}\p{M}\p{N}_])|(?<=\d),(?=\d{3}))*%?|[,;:.!?—=<>≤≥+#$€£/\\|&~^@]/gu;

/** The words of one sentence, its conditions last, wherever they stood. */
function readSentence(sentence: string): { words: Word[]; doubtful: boolean } {
  const tokens = (withoutAnnouncement(sentence.trim()).match(token) ?? []).flatMap(expand);
  const words: Word[] = [];
  let doubtful = sentence.trimEnd().endsWith('?');
  let conditional = false;
  let stated = false;
  let commas = 0;
  tokens.forEach((said, index) => {
    if (/^[,;:.!?—]$/.test(said)) {
      conditional = false;
      if (said === ',') commas += 1;
      return;
    }
    const before = tokens[index - 1] ?? '';
    const lower = said.toLowerCase();
    if (isDoubtful(said, before) || (notWords.has(lower) && deniesNothing.has(tokens[index + 1] ?? '')))
      doubtful = true;
    if (isSilent(lower, before.toLowerCase(), tokens[index + 1]?.toLowerCase())) return;
    if (conditionWords.has(lower)) conditional = true;
    const kind = kindOf(said, before.toLowerCase());
    words.push({
      term: termOf(lower, kind),
      said: lower,
      kind,
      conditional,
      asserted: stated && !conditional,
    });
    if (conditional) return;
    if (statingVerbs.has(lower) || (words.length === 1 && tellingVerbs.has(lower))) stated = true;
  });
  // After a condition at the beginning, a second comma may belong to it or to what follows.
  if (words[0]?.conditional === true && commas > 1) doubtful = true;
  return {
    words: [...words.filter((word) => !word.conditional), ...words.filter((word) => word.conditional)],
    doubtful,
  };
}

function withoutAnnouncement(sentence: string): string {
  const rest = sentence.replace(announcement, '');
  return rest === sentence || rest === '' ? sentence : withoutAnnouncement(rest);
}

const contraction = /^(.+)n't$/i;
const irregular: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };

/** "don't" is "do not", "cannot" is "can not", "payment's" is "payment", "on-call" is "on call". */
function expand(said: string): string[] {
  const negated = contraction.exec(said)?.[1]?.toLowerCase();
  if (negated !== undefined) return [irregular[negated] ?? negated, 'not'];
  if (said.toLowerCase() === 'cannot') return ['can', 'not'];
  const owner = said.replace(/'s?$/i, '');
  return /^\p{L}+(?:-\p{L}+)+$/u.test(owner) ? owner.split('-') : [owner];
}

/** What follows a "no" or "not" that denies nothing: "No, use tabs", "not only for guests". */
const deniesNothing = new Set([',', 'only', 'just', 'necessarily']);

function isDoubtful(said: string, before: string): boolean {
  const isMonth = said === 'May' && before !== '';
  const lower = said.toLowerCase();
  return (doubtfulWords.has(lower) && !isMonth) || isPast(lower, before.toLowerCase());
}

/** A past form that is not a state: "the build failed", but not "the cache is enabled". */
function isPast(word: string, before: string): boolean {
  return /[a-z]{3}ed$/.test(word) && !/eed$/.test(word) && before !== '' && !isDescribing(before);
}

/** Articles and prepositions, too: "a failed payment", "of failed payments", "retry failed payments". */
function isDescribing(before: string): boolean {
  return auxiliaries.has(before) || tellingVerbs.has(before) || termsOf(before).length === 0;
}

function isSilent(word: string, before: string, after: string | undefined): boolean {
  if (silentWords.has(word)) return true;
  if ((word === 'do' || word === 'does') && after !== undefined && notWords.has(after)) return true;
  return word === 'longer' && (before === 'no' || before === 'any');
}

const number =
  /^-?v?\d+(?:[.,:]\d+)*(?:ms|s|sec|m|min|h|hr|d|k|kb|mb|gb|tb|kib|mib|gib|x|st|nd|rd|th|px|am|pm|%)?$|^\d{4}-\d\d-\d\d$/i;

function kindOf(said: string, before: string): Word['kind'] {
  if (notWords.has(said.toLowerCase())) return 'not';
  if (numberWords.has(said.toLowerCase()) || number.test(said)) return isName(before) ? 'name' : 'number';
  // Digits, joining signs or a capital inside: a path, an identifier, a product.
  return /[\d_/\\.@:+]|\p{Ll}\p{Lu}/u.test(said) ? 'name' : 'word';
}

function isName(before: string): boolean {
  return before === '#' || namingNouns.has(before) || namingNouns.has(before.replace(/s$/, ''));
}

function termOf(lower: string, kind: Word['kind']): string {
  switch (kind) {
    case 'not':
      return '¬';
    case 'number':
      return numberWords.get(lower) ?? lower.replace(/(?<=\d),(?=\d{3})/g, '').replace(/^v(?=\d)/, '');
    case 'name':
      return lower;
    case 'word':
      return stemOf(lower);
  }
}

/** Texts share most of their words. */
const stems = new Map<string, string>();
const mostStems = 20_000;

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const term = termsOf(word).join('-') || word;
  const stem = sameTerms.get(term) ?? term;
  if (stems.size < mostStems) stems.set(word, stem);
  return stem;
}
