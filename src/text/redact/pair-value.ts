import { matchAt } from './rule.ts';

/** A value found beside a name; `end` is exclusive and leaves out the closing quote. */
export interface PairValue {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/** Where the pair stands, which decides where an unquoted value ends. */
export type PairSetting = 'query' | 'line' | 'inline' | 'element';

const openingQuote = /(?:[bfruBFRU]{1,2}|@|\$)?(\\{0,15})(["'`])/y;
const block = /[|>][+-]?[ \t]*\r?\n([ \t]+)([^\r\n]{1,2000}(?:\r?\n\1[^\r\n]{1,2000}){0,100})/y;
const unquoted = {
  query: /[^\s&#"'`<>\\;(){}]{1,4096}/y,
  // Ideographs and their marks need no blank, so a value ends before them.
  line: /[^\s"'`<>\\\u3000-\u9fff\uff00-\uffef]{1,4096}/y,
  inline: /[^\s"'`<>\\,;)\]}\u3000-\u9fff\uff00-\uffef]{1,4096}/y,
  element: /[^<\s][^<]{0,4095}?(?=\s{0,40}(?:\]\]>\s{0,40})?<\/)/y,
};
const anotherPair = /[A-Za-z_]{1,64}=[^=\s]/y;
const maxQuotedLength = 8192;
const maxListed = 50;

/**
 * Reads the value, or the values of a list, that begin at `at`.
 *
 * @example readValues('"hunter2", …', 0, 'inline') // [{ start: 1, end: 8, quoted: true }]
 */
export function readValues(text: string, at: number, setting: PairSetting): PairValue[] {
  if (text[at] === '[') return readList(text, at + 1);
  const value = readQuoted(text, at) ?? readBlock(text, at) ?? readUnquoted(text, at, setting);
  return value === undefined ? [] : [value];
}

function readList(text: string, at: number): PairValue[] {
  const values: PairValue[] = [];
  let position = at;
  for (let count = 0; count < maxListed; count += 1) {
    position += matchAt(/[\s,]{0,40}/y, text, position)?.[0].length ?? 0;
    const value = readQuoted(text, position);
    if (value === undefined) break;
    values.push(value);
    position = value.end;
    position += matchAt(/\\{0,15}["'`]/y, text, position)?.[0].length ?? 0;
  }
  return values;
}

/**
 * Inside JSON in JSON the quotes are escaped: with `n` backslashes before the opening quote, the closing one
 * has `n` too, after any escaped backslashes, which come in groups of `2n + 2`. Cut text ends where it ends.
 */
function readQuoted(text: string, at: number): PairValue | undefined {
  const opening = matchAt(openingQuote, text, at);
  if (opening === undefined) return undefined;
  const [whole, escapes = '', quote = '"'] = opening;
  const start = at + whole.length;
  const limit = Math.min(text.length, start + maxQuotedLength);
  for (let index = start; index < limit; index += 1) {
    const character = text[index];
    if (character === '\n' && quote === "'") return { start, end: index, quoted: true };
    if (character !== quote) continue;
    const backslashes = countBackslashes(text, index, start);
    if (backslashes % (2 * escapes.length + 2) === escapes.length) {
      return { start, end: index - escapes.length, quoted: true };
    }
    // A quote with fewer escapes closes an outer text, so the inner one was cut off.
    if (backslashes < escapes.length) return { start, end: index - backslashes, quoted: true };
  }
  const lineEnd = text.slice(start, limit).search(/[\r\n]/);
  return { start, end: lineEnd < 0 ? limit : start + lineEnd, quoted: true };
}

function countBackslashes(text: string, index: number, start: number): number {
  let count = 0;
  while (index - count > start && text[index - count - 1] === '\\') count += 1;
  return count;
}

/** A YAML block: every line with the indent of the first. */
function readBlock(text: string, at: number): PairValue | undefined {
  const match = matchAt(block, text, at);
  if (match === undefined) return undefined;
  const end = at + match[0].length;
  return { start: end - (match[2] ?? '').length, end, quoted: true };
}

function readUnquoted(text: string, at: number, setting: PairSetting): PairValue | undefined {
  if (matchAt(anotherPair, text, at) !== undefined) return undefined;
  const run = matchAt(unquoted[setting], text, at)?.[0];
  if (run === undefined) return undefined;
  const nextPair = run.search(/[,;&|][\w.-]{1,40}[=:]|;$|%26|%22/);
  const cut = nextPair > 0 ? run.slice(0, nextPair) : run;
  const trimmed = withoutTail(cut, setting === 'line' ? ',;' : ',;.:!?)]}');
  // A password may end with such a mark; taking it along does no harm, leaving it would.
  const end = at + (setting === 'inline' && /[!?]$/.test(cut) && !/[.,:;]$/.test(cut) ? cut : trimmed).length;
  return end > at ? { start: at, end, quoted: setting === 'element' } : undefined;
}

/** Without the marks at its end: from behind, since a pattern would try every mark that stands before. */
function withoutTail(value: string, marks: string): string {
  let end = value.length;
  while (end > 0 && marks.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(0, end);
}
