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
const maxUnquotedLength = 4096;
// So much of an unquoted value tells whether it can be a secret.
const headLength = 256;
// Characters that end an unquoted value, as a table: a long run of names and values is read once for each of them.
const endsUnquoted = {
  query: endingTable(/[\s&#"'`<>\\;(){}]/),
  line: endingTable(/[\s"'`<>\\]/),
  inline: endingTable(/[\s"'`<>\\,;)\]}]/),
};
const blank = /\s/;
// Ideographs and their marks need no blank, so a value ends before them.
const blankOrIdeograph = /[\s\u3000-\u9fff\uff00-\uffef]/;
const elementText = /[^<\s][^<]{0,4095}?(?=\s{0,40}(?:\]\]>\s{0,40})?<\/)/y;
const anotherPair = /[A-Za-z_]{1,64}=[^=\s]/y;
// One of these stands before the next pair.
const pairSigns = [',', ';', '&', '|', '%'];
const maxQuotedLength = 8192;
const maxListed = 50;

function endingTable(ending: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (ending.test(String.fromCharCode(code)) ? 1 : 0));
}

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
  const run = readRun(text, at, setting);
  if (run === '') return undefined;
  const nextPair = pairSigns.some((sign) => run.includes(sign))
    ? run.search(/[,;&|][\w.-]{1,40}[=:]|;$|%26|%22/)
    : -1;
  const cut = nextPair > 0 ? run.slice(0, nextPair) : run;
  const trimmed = withoutTail(cut, setting === 'line' ? ',;' : ',;.:!?)]}');
  // A password may end with such a mark; taking it along does no harm, leaving it would.
  const end = at + (setting === 'inline' && /[!?]$/.test(cut) && !/[.,:;]$/.test(cut) ? cut : trimmed).length;
  return end > at ? { start: at, end, quoted: setting === 'element' } : undefined;
}

/** The value up to where it ends; empty where none begins, or where a long one cannot be a secret. */
function readRun(text: string, at: number, setting: PairSetting): string {
  if (setting === 'element') return matchAt(elementText, text, at)?.[0] ?? '';
  const headEnd = endOfRun(text, at, at + headLength, setting);
  if (headEnd < at + headLength) return text.slice(at, headEnd);
  if (text[at - 1] !== '=' && isTalk(text.slice(at, headEnd))) return '';
  return text.slice(at, endOfRun(text, headEnd, at + maxUnquotedLength, setting));
}

function endOfRun(text: string, at: number, limit: number, setting: keyof typeof endsUnquoted): number {
  const ends = endsUnquoted[setting];
  const last = Math.min(text.length, limit);
  for (let index = at; index < last; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 128 ? ends[code] === 1 : endsBeyondAscii(code, setting)) return index;
  }
  return last;
}

function endsBeyondAscii(code: number, setting: PairSetting): boolean {
  return (setting === 'query' ? blank : blankOrIdeograph).test(String.fromCharCode(code));
}

/**
 * Whether the beginning of a long value shows that it is none: no digit and no mark, as whatever is drawn at random or chosen has
 * them, and more than one colon, which neither letters alone nor `user:password` have. Names in the values of names look like this.
 */
function isTalk(head: string): boolean {
  const colon = head.indexOf(':');
  return colon >= 0 && head.includes(':', colon + 1) && !/[\d!@#$%^&*+=~]/.test(head);
}

/** Without the marks at its end: from behind, since a pattern would try every mark that stands before. */
function withoutTail(value: string, marks: string): string {
  let end = value.length;
  while (end > 0 && marks.includes(value.charAt(end - 1))) end -= 1;
  return value.slice(0, end);
}
