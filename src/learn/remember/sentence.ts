import { plainWords } from './typed-text.ts';
import * as words from './words.ts';

/** A sentence that somebody typed, as the rules read it. */
export interface Sentence {
  readonly text: string;
  readonly words: readonly string[];
  /** Words that say what it is about. */
  readonly content: readonly string[];
  /** It names something: a name, a number, a title. */
  readonly isNamed: boolean;
  /** It tells a time that counts from the moment it was said. */
  readonly isDated: boolean;
}

/** Words that a text has of a table. */
export function has(text: readonly string[], table: ReadonlySet<string>): boolean {
  return text.some((word) => table.has(word));
}

/** Shares of words of English grammar: where one at least is of no other language, and where all may be. */
const minEnglish = 0.25;
const minShared = 0.4;

/** Share for one sentence of a text that is English as a whole. */
const minOfSentence = 0.2;

/** Whether enough of the words are of English grammar. */
export function isEnglish(text: readonly string[], isPartOfEnglish = false): boolean {
  const own = text.filter((word) => words.onlyEnglish.has(word)).length;
  const shared = text.filter((word) => words.grammarWords.has(word)).length;
  const share = (own + shared) / text.length;
  return share >= (isPartOfEnglish ? minOfSentence : own > 0 ? minEnglish : minShared);
}

/** A word with a capital inside a sentence, or something with a digit or in quotes. */
const names = /(?<=[\p{L}\p{N},'"’”] )["“]?\p{Lu}[\p{L}\p{N}+.'-]*/gu;
const numbersAndTitles = /\d|["“`]/u;

/** Reads a sentence. The names of those who talk to each other name nothing. */
export function readSentence(text: string, people: ReadonlySet<string>): Sentence {
  const timeless = text.replace(words.relativeTime, ' ');
  const named = (timeless.match(names) ?? [])
    .map((name) => name.replace(/[.'-]+$/u, ''))
    .filter((name) => !/^["“]?I(?:['’]|$)/u.test(name) && !people.has(name.toLowerCase()));
  const content = plainWords(timeless).filter(
    (word) => ![words.grammarWords, words.onlyEnglish, words.emptyWords].some((table) => table.has(word)),
  );
  return {
    text,
    words: plainWords(text),
    content,
    isNamed: named.length > 0 || numbersAndTitles.test(timeless),
    isDated: timeless !== text,
  };
}

/** Whether it needs another sentence to be understood. "This week" does not. */
export function pointsElsewhere({ text }: Sentence): boolean {
  return (
    oneOfThem.test(text) ||
    /\bmy favou?rite (?:is|was)\b/i.test(text) ||
    has(plainWords(text.replace(words.relativeTime, ' ').replace(words.here, ' ')), words.pointers)
  );
}

/** "I am working on one with my group", but not "one writer". */
const oneOfThem = /\bone(?=\s+(?:with|of|'?cause|that|in|for|to|on|and|or)\b|[\s.,!]*$)/iu;

/** Where a remark about a statement may begin: "… - it was great", "…, which was fun". */
const joint =
  /\s+[-–—]+\s*|\s*[–—]+\s*|--+\s*|;\s+|\s+(?=(?:and|so)\s+(?:it|that|they|he|she|i)(?:['’]|\s))|,\s+(?=(?:it|they|that|which|so)(?:['’]|\s))/iu;
const minRemark = 3;

/** A sentence without what is remarked on it at its end. */
export function withoutRemarks(sentence: string): string {
  const [first = '', ...others] = sentence.split(joint);
  const cut = others.findIndex((part) => {
    const said = plainWords(part);
    return (
      said.length < minRemark ||
      [words.pointers, words.graders, words.listenerWords].some((table) => has(said, table))
    );
  });
  if (cut === -1) return sentence;
  return [first, ...others.slice(0, cut)].join(' – ').replace(/[\s,]+$/u, '');
}
