import { type KeptFor, keptFor } from '../../records/remember.ts';
import { english } from './english.ts';
import { englishWeights } from './english-weights.ts';

/** Cues that are whole words, and patterns; what each is for stands in the table of English. */
const wordCues = 'here guess passing pointing speakers confirms reason denied forbids'.split(' ');
const patternCues = 'opening correcting shown contrast preferred preferredTo replaced'.split(' ');

/** What the signals of a sentence weigh, and where the sum begins. */
export type Weights = ReadonlyMap<string, number>;

/** What the rules know of one language. All words are in its tables; the code that reads them knows none. */
export interface Cues {
  readonly speaker: string;
  readonly onlyUse: string;
  /** The class of a word, and the endings that tell one of those that have none. */
  readonly classes: ReadonlyMap<string, string>;
  readonly endings: RegExp;
  readonly cue: (name: string) => RegExp;
  /** Whether a sentence is worth keeping, and as what. */
  readonly worth: Weights;
  readonly kinds: ReadonlyMap<KeptFor, Weights>;
}

function compile(table: string, learned: string): Cues {
  const lists = new Map(rowsOf(table));
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
  const classes = [...lists].filter(([name]) => /^[A-Z]+$/u.test(name));
  const rows = rowsOf(learned);
  const never = /(?!)/u;
  return {
    speaker: list('speaker'),
    onlyUse: list('onlyUse'),
    classes: new Map(classes.flatMap(([name, words]) => words.split('|').map((word) => [word, name]))),
    endings: pattern(`.(${list('endings')})$`),
    cue: (name) => cues.get(name) ?? never,
    worth: weightsOf(rows, 'keep'),
    kinds: new Map(
      keptFor.map((kind) => [kind, weightsOf(rows, kind)] as const).filter(([, { size }]) => size > 0),
    ),
  };
}

function rowsOf(table: string): Array<[string, string]> {
  const lines = table.split('\n').filter((line) => line.includes(' = '));
  return lines.map((line) => [line.split(' = ', 1)[0] ?? '', line.slice(line.indexOf(' = ') + 3)]);
}

/** Rows are "keep 1.3 = signal|signal". */
function weightsOf(rows: ReadonlyArray<[string, string]>, of: string): Weights {
  return new Map(
    rows.flatMap(([head, signals]) => {
      const [name, weight] = head.split(' ');
      return name === of ? signals.split('|').map((signal) => [signal, Number(weight)] as const) : [];
    }),
  );
}

let compiled: readonly Cues[] | undefined;

/** Cues of all languages that the rules know, compiled when they are first needed. */
export function languages(): readonly Cues[] {
  compiled ??= [compile(english, englishWeights)];
  return compiled;
}
