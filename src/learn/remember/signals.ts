import type { Cues, Weights } from './cues.ts';

/** Where a sentence stands in its message. */
export interface SentencePlace {
  readonly index: number;
  readonly count: number;
  /** Whether another sentence of the message is a question. */
  readonly asks: boolean;
}

const token =
  /["“”\x60]|[\p{L}\p{N}@#$%€/~_.'&+*=<>{}()[\]\\-]*[\p{L}\p{N}][\p{L}\p{N}@#$%€/~_.'&+*=<>{}()[\]\\-]*|[?!,:;–—-]/gu;
/** Signs around a word that are not part of it. */
const around = /^[.'([]{1,20}|[.'/)\]_-]{1,20}$/gu;
/** What a word is made of, where the language has no class for it. */
const shapes: ReadonlyArray<readonly [string, RegExp]> = [
  ['NUM', /^[$€£]?\d[\d.,:%]*$/u],
  ['CODE', /[/_\\@=<>{}()]|\w\.\w|\p{Ll}\p{Lu}|^--?\w|^\./u],
  ['ID', /\d/u],
  ['CAPS', /^\p{Lu}{2}/u],
];
const maxShortWord = 8;
const lengths = [3, 5, 8, 12, 19];
const maxTokens = 100;

/**
 * What says whether a sentence is worth keeping: its words, alone and in pairs, the classes and shapes of its words in pairs and around
 * a gap and with the first, how long it is, how it ends, and where it stands.
 */
export function signalsOf(
  sentence: string,
  { index, count, asks }: SentencePlace,
  cues: Cues,
): ReadonlySet<string> {
  const tokens = (sentence.replaceAll('’', "'").match(token) ?? [])
    .slice(0, maxTokens)
    .map((each) => (/^["“”\x60]$/u.test(each) ? '"' : each.replace(around, '') || each));
  const words = ['^', ...tokens.map((each) => (/\d/u.test(each) ? '0' : each.toLowerCase())), '$'];
  const classes = ['^', ...tokens.map((each, place) => classOf(each, place, cues)), '$'];
  const length = lengths.find((each) => tokens.length <= each) ?? 'more';
  const signals = new Set([`#${length}`, `#end${/[?!.]$/u.exec(sentence.trim())?.[0] ?? ''}`]);
  if (/^\P{L}*\p{Ll}/u.test(sentence)) signals.add('#small');
  if (count > 1) {
    signals.add('#several').add(index === 0 ? '#first' : index === count - 1 ? '#last' : '#between');
    if (asks) signals.add('#asks');
  }
  signals.add(`^ ${words[1]} ${classes[2]}`).add(`^ ${classes.slice(1, 4).join(' ')}`);
  for (const [place, word] of words.entries()) {
    const own = classes[place] ?? '';
    signals.add(word).add(own).add(`${classes[1]} & ${own}`);
    if (place + 1 < words.length)
      signals.add(`${word} ${words[place + 1]}`).add(`${own} ${classes[place + 1]}`);
    if (place + 2 < words.length) signals.add(`${own} _ ${classes[place + 2]}`);
  }
  return signals;
}

function classOf(word: string, place: number, { classes, endings }: Cues): string {
  const small = word.toLowerCase();
  const known = classes.get(small) ?? shapes.find(([, shape]) => shape.test(word))?.[0];
  if (known !== undefined) return known;
  if (place > 0 && /^\p{Lu}/u.test(word)) return 'NAME';
  const ending = endings.exec(small)?.[1];
  return ending !== undefined ? `-${ending}` : small.length > maxShortWord ? 'LONG' : 'WORD';
}

/**
 * What signals weigh together.
 *
 * @example
 * scoreOf(new Set(['always', '^']), new Map([['always', 0.7], ['start', -1]])); // -0.3
 */
export function scoreOf(signals: ReadonlySet<string>, weights: Weights): number {
  let score = weights.get('start') ?? 0;
  for (const signal of signals) if (signal !== 'start') score += weights.get(signal) ?? 0;
  return score;
}
