import { ideographicName } from './name-words.ts';
import { type SecretName, secretNameOf } from './names.ts';
import { matchAt } from './rule.ts';

/** A name in a text: `end` is exclusive, `before` the character in front of it. */
export interface PairName {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly before: string;
}

const maxNameLength = 64;
const isAsciiNameCode = codeTable(/[\w.$-]/);
// What may stand right after a name that has a value; `i` and `w` begin `is` and `was`, `%` begins `%3D`.
const opensValue = codeTable(/[=:"'`>\\\]\n\r%iw*|]/);
// Signs that open a value only together with the next one: `.=`, `?=`, `<-`, `->`, `("`, `</`, `string =`.
const opensWithNext = codeTable(/[.?+&<(s[-]/);
const opening = /[.?+&]{1,2}=|<-|->|<\/|\(\s{0,8}["'`]|(?:\[\]byte|string)[ \t]+=/y;
const bareValue = /[ \t](?=\S{0,40}\d)\S{6}/y;
const wideColon = 0xff1a;

function codeTable(accepted: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (accepted.test(String.fromCharCode(code)) ? 1 : 0));
}

/** Letters of other alphabets belong to a name; ideographs do not, since no blank parts them from the rest. */
function isNameCode(code: number): boolean {
  return code < 128 ? isAsciiNameCode[code] === 1 : code >= 0xc0 && code < 0x2000;
}

/**
 * The whole name around a word, or undefined when nothing behind it could be a value: a cheap look ahead,
 * since most words like `key` and `token` in code and prose stand without one.
 *
 * @example pairNameAround('DB_PASSWORD=x', 3, 0)?.text // 'DB_PASSWORD'
 */
export function pairNameAround(text: string, at: number, floor: number): PairName | undefined {
  let end = at;
  while (end < text.length && end - at < maxNameLength && isNameCode(text.charCodeAt(end))) end += 1;
  if (end === at) return ideographAt(text, at);
  const hasValue = mayHaveValue(text, end);
  if (!hasValue && text[end] !== ' ') return undefined;
  let start = at;
  while (start > floor && at - start < maxNameLength && isNameCode(text.charCodeAt(start - 1))) start -= 1;
  // In escaped text the `n` of a line break is no part of the name behind it.
  if (text[start - 1] === '\\' && /[nrt]/.test(text[start] ?? '') && start < at) start += 1;
  // After a flag the value needs no sign between: `--password x`. An element may have attributes.
  if (!hasValue && text[start] !== '-' && text[start - 1] !== '<') return undefined;
  return { text: text.slice(start, end), start, end, before: start > 0 ? (text[start - 1] ?? '') : '' };
}

function ideographAt(text: string, at: number): PairName | undefined {
  const word = matchAt(ideographicName, text, at)?.[0];
  if (word === undefined) return undefined;
  return { text: word, start: at, end: at + word.length, before: text[at - 1] ?? '' };
}

function mayHaveValue(text: string, end: number): boolean {
  let next = end;
  while (next - end < 8 && (text[next] === ' ' || text[next] === '\t')) next += 1;
  const code = text.charCodeAt(next);
  if (opensValue[code] === 1 || code === wideColon) return true;
  if (opensWithNext[code] === 1 && matchAt(opening, text, next) !== undefined) return true;
  return next > end && matchAt(bareValue, text, end) !== undefined;
}

/** Whether the name is a parameter of an address: `?token=…&key=…`. */
export function isInQuery({ before }: PairName): boolean {
  return before === '?' || before === '&';
}

/** Whether the name opens an element, with or without its namespace: `<password>`, `<wsse:Password Type="…">`. */
export function opensElement({ start, before }: PairName, text: string): boolean {
  return (
    before === '<' || (before === ':' && /<[\w.-]{1,20}:$/.test(text.slice(Math.max(0, start - 22), start)))
  );
}

/**
 * What the name says about its value, given where it stands: parameters and environment variables carry
 * values, not words about them, so they count for more.
 *
 * @example secretNameAt({ text: 'key', start: 4, end: 7, before: ' ' }, 'api key: …')?.kind // 'api-key'
 */
export function secretNameAt(name: PairName, text: string): SecretName | undefined {
  if (name.text.length <= 4 && /^keys?$/i.test(name.text)) return bareKeyName(name, text);
  const named = secretNameOf(name.text);
  if (named === undefined) return undefined;
  if (isInQuery(name)) return { ...named, evidence: named.evidence === 'hint' ? 'likely' : 'certain' };
  const isEnvironment = text[name.end] === '=' && /^[A-Z][A-Z0-9_]+$/.test(name.text);
  return isEnvironment && named.evidence === 'likely' ? { ...named, evidence: 'certain' } : named;
}

function bareKeyName({ start, before }: PairName, text: string): SecretName | undefined {
  if (before === '?' || before === '&') return { kind: 'api-key', evidence: 'hint' };
  if (before !== ' ') return undefined;
  const previousWord = /[A-Za-z]{2,20}(?= $)/.exec(text.slice(Math.max(0, start - 21), start))?.[0];
  return previousWord === undefined ? undefined : secretNameOf(`${previousWord.toLowerCase()} key`);
}
