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
const isNameCode = codeTable(/[\w.$-]/);
// What may stand right after a name that has a value; `i` and `w` begin `is` and `was`, `%` begins `%3D`.
const opensValue = codeTable(/[=:"'`>\\\]\n\r%iw]/);
const bareValue = /[ \t](?=\S{0,40}\d)\S{6}/y;

function codeTable(accepted: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (accepted.test(String.fromCharCode(code)) ? 1 : 0));
}

/**
 * The whole name around a word, or undefined when nothing behind it could be a value: a cheap look ahead,
 * since most words like `key` and `token` in code and prose stand without one.
 *
 * @example pairNameAround('DB_PASSWORD=x', 3, 0)?.text // 'DB_PASSWORD'
 */
export function pairNameAround(text: string, at: number, floor: number): PairName | undefined {
  let end = at;
  while (end < text.length && end - at < maxNameLength && isNameCode[text.charCodeAt(end)] === 1) end += 1;
  const hasValue = mayHaveValue(text, end);
  if (!hasValue && text[end] !== ' ') return undefined;
  let start = at;
  while (start > floor && at - start < maxNameLength && isNameCode[text.charCodeAt(start - 1)] === 1)
    start -= 1;
  // In escaped text the `n` of a line break is no part of the name behind it.
  if (text[start - 1] === '\\' && /[nrt]/.test(text[start] ?? '') && start < at) start += 1;
  // After a flag the value needs no sign between: `--password x`.
  if (!hasValue && text[start] !== '-') return undefined;
  return { text: text.slice(start, end), start, end, before: start > 0 ? (text[start - 1] ?? '') : '' };
}

function mayHaveValue(text: string, end: number): boolean {
  let next = end;
  while (next - end < 8 && (text[next] === ' ' || text[next] === '\t')) next += 1;
  return (
    opensValue[text.charCodeAt(next)] === 1 || (next > end && matchAt(bareValue, text, end) !== undefined)
  );
}

/** Whether the name is a parameter of an address: `?token=…&key=…`. */
export function isInQuery({ before }: PairName): boolean {
  return before === '?' || before === '&';
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
