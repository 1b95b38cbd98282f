import { type KeptFor, keptFor } from '../../records/remember.ts';
import { english } from './english.ts';

/** Cues that are whole words, and patterns; what each is for stands in the table of English. */
const wordCues = 'here guess passing pointing pronoun speakers confirms number reason denied'.split(' ');
const patternCues = 'opening correcting joint shown contrast preferred preferredTo replaced'.split(' ');

/** How a statement begins, what it then is, and its qualities as `english.ts` names them. */
export interface StatementForm {
  readonly why: KeptFor;
  readonly is: ReadonlySet<string>;
  readonly begins: RegExp;
}

/** What the rules know of one language. All words are in its table; the code that reads it knows none. */
export interface Cues {
  readonly speaker: string;
  readonly onlyUse: string;
  readonly grammar: ReadonlySet<string>;
  /** All words of the table. */
  readonly vocabulary: ReadonlySet<string>;
  readonly cue: (name: string) => RegExp;
  readonly forms: readonly StatementForm[];
}

function compile(table: string): Cues {
  const lines = table.split('\n').filter((line) => line.includes(' = '));
  const entries = lines.map((line): [string, string] => [
    line.split(' = ', 1)[0] ?? '',
    line.slice(line.indexOf(' = ') + 3),
  ]);
  const lists = new Map(entries);
  const list = (name: string): string => lists.get(name) ?? '';
  const fill = (text: string): string =>
    text.replace(/\{([a-z]{3,})\}/gu, (_, name: string) => `(?:${fill(list(name))})`);
  const pattern = (text: string): RegExp => new RegExp(fill(text), 'iu');
  const cues = new Map([
    ...wordCues.map(
      (name) => [name, pattern(`(?<![\\p{L}\\p{N}'])(?:${list(name)})(?![\\p{L}\\p{N}'])`)] as const,
    ),
    ...patternCues.map((name) => [name, pattern(list(name))] as const),
  ]);
  const forms = entries.flatMap(([head, text]) => {
    const [kind, ...is] = head.split(' ');
    const why = keptFor.find((each) => each === kind);
    return why === undefined ? [] : [{ why, is: new Set(is), begins: pattern(`^(?:${text})`) }];
  });
  const never = /(?!)/u;
  return {
    speaker: list('speaker'),
    onlyUse: list('onlyUse'),
    grammar: new Set(list('grammar').split('|')),
    vocabulary: new Set(table.split(/[^\p{L}'-]+/u)),
    cue: (name) => cues.get(name) ?? never,
    forms,
  };
}

let compiled: readonly Cues[] | undefined;

/** Cues of all languages that the rules know, compiled when they are first needed. */
export function languages(): readonly Cues[] {
  compiled ??= [english].map(compile);
  return compiled;
}
