import type { KeptFor } from '../../records/remember.ts';
import { english } from './english.ts';

/** Forms of one kind of statement, as patterns in which `{name}` stands for a list of words. They match the beginning of a sentence. */
interface Forms<Pattern> {
  readonly why: KeptFor;
  readonly begins: Pattern;
  /** What looks like it and is something else. */
  readonly unless?: Pattern;
  /** What is matched only announces the statement. */
  readonly isLabel?: true;
  /** It counts when it names something: a number, a path, a name. */
  readonly isNamed?: true;
  /** What follows at once is a name. */
  readonly isName?: true;
  /** It counts when it names something, gives a reason, or says what was not chosen. */
  readonly isArgued?: true;
  /** It may tell when it happened. */
  readonly isDated?: true;
  readonly isForbidding?: true;
  /** It counts after an opening that corrects. */
  readonly isCorrecting?: true;
}

/** What the rules know of one language. All words are in such a table; the code that reads it knows none. */
export interface LanguageTable {
  /** Lists of words by name, of which `grammar` has the words that a sentence is about in no case. */
  readonly words: Readonly<Record<string, string>> & { readonly grammar: string };
  /** What stands before a statement, and what stands before one that corrects. */
  readonly opening: string;
  readonly correction: string;
  /** Between two statements of a sentence. */
  readonly joint: string;
  /** In a line that ends with a colon: what follows is only shown. */
  readonly shown: string;
  /** What "this" may stand before without pointing elsewhere. */
  readonly here: string;
  readonly guess: string;
  /** What is over soon. */
  readonly passing: string;
  /** What stands for something said or shown elsewhere; pronouns do only where the sentence has named nothing before. */
  readonly pointing: string;
  readonly pronoun: string;
  /** The speakers, and how they are called when no name is known. */
  readonly speakers: string;
  readonly speaker: string;
  /** Between what is chosen and what is not, and before a reason. */
  readonly contrast: string;
  readonly reason: string;
  /** Words that stand for digits. */
  readonly number: string;
  /** A question or an answer about the next minute. */
  readonly confirms: string;
  /** What is preferred; what is preferred to what; what is used no more. */
  readonly preferred: string;
  readonly preferredTo: string;
  readonly replaced: string;
  readonly denied: string;
  /** Words of "we always use it in this project". */
  readonly onlyUse: string;
  /** In this order; the first that fits counts. */
  readonly forms: readonly Forms<readonly string[]>[];
}

/** Compiles a table. */
function compile({ words, speaker, onlyUse, forms, ...table }: LanguageTable) {
  const fill = (pattern: string): string =>
    pattern.replace(/\{([a-z]{3,})\}/gu, (_, list: string) => `(?:${fill(words[list] ?? '')})`);
  const pattern = (text: string): RegExp => new RegExp(fill(text), 'iu');
  const word = (text: string): RegExp => pattern(`(?<![\\p{L}\\p{N}'])(?:${text})(?![\\p{L}\\p{N}'])`);
  const oneOf = (patterns: readonly string[]): RegExp => pattern(`^(?:${patterns.join('|')})`);
  return {
    grammar: new Set(words.grammar.split('|')),
    vocabulary: new Set(Object.values(words).flatMap((list) => list.split(/[^\p{L}'-]+/u))),
    speaker,
    onlyUse,
    opening: pattern(`^(?:(?:${table.opening})(?=[\\s,.!:;–-])[\\s,.!:;–-]+)+`),
    correction: pattern(`^(?:${table.correction})(?=[\\s,.!:;–-])[\\s,.!:;–-]+`),
    joint: pattern(table.joint),
    shown: pattern(`(?<![\\p{L}])(?:${table.shown})(?![\\p{L}])[^:]*:`),
    here: word(table.here),
    guess: word(table.guess),
    passing: word(table.passing),
    pointing: word(table.pointing),
    pronoun: word(table.pronoun),
    speakers: new RegExp(`(?<![\\p{L}\\p{N}])(?:${table.speakers})(?![\\p{L}\\p{N}])`, 'u'),
    contrast: pattern(table.contrast),
    reason: word(table.reason),
    number: word(table.number),
    confirms: pattern(table.confirms),
    preferred: pattern(table.preferred),
    preferredTo: pattern(table.preferredTo),
    replaced: pattern(table.replaced),
    denied: pattern(table.denied),
    forms: forms.map(
      ({ begins, unless, ...rest }): Forms<RegExp> => ({
        ...rest,
        begins: oneOf(begins),
        ...(unless === undefined ? {} : { unless: oneOf(unless) }),
      }),
    ),
  };
}

export type Cues = ReturnType<typeof compile>;

let compiled: readonly Cues[] | undefined;

/** Cues of all languages that the rules know. */
export function languages(): readonly Cues[] {
  compiled ??= [english].map(compile);
  return compiled;
}
