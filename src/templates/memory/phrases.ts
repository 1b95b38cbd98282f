import type { Json } from '../../json/json.ts';
import { anyItem, formatPath, parsePath } from '../../json/path.ts';

/** Characters of one line of a memory, and lines of one list, at most. */
export const maxLineLength = 300;
export const maxLines = 10;
const maxValueLength = 60;

/** A text of at most so many characters; one that was cut ends with "…". */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}

/** Distinct lines of bounded length and number, first things first. */
export function bounded(lines: readonly string[]): string[] {
  return [...new Set(lines.map((line) => cutText(line, maxLineLength)))].slice(0, maxLines);
}

/** Items as a person lists them: `a, b and c`. */
export function listed(items: readonly string[], word = 'and'): string {
  const distinct = [...new Set(items)];
  const last = distinct.pop();
  if (last === undefined) return '';
  return distinct.length === 0 ? last : `${distinct.join(', ')} ${word} ${last}`;
}

/** A value as it is shown in a line: JSON, short. */
export function shown(value: Json): string {
  return cutText(JSON.stringify(value), maxValueLength);
}

/** A place in a result without the numbers of items, which differ next time: `orders[*].id` for `$.orders[0].id`. */
export function toldPath(path: string): string {
  const parts = parsePath(path)?.map((part) => (typeof part === 'number' ? anyItem : part));
  const told = parts === undefined ? path : formatPath(parts);
  return told === '$' ? 'the result' : told.replace(/^\$\.?/, '');
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

/** Whether a text has a value as a word of its own. */
export function containsValue(text: string, value: Json): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const word = String(value).trim().toLowerCase();
  if (word.length < 2) return false;
  const whole = text.toLowerCase();
  const letter = /[\p{L}\p{N}]/u;
  for (let at = whole.indexOf(word); at !== -1; at = whole.indexOf(word, at + 1)) {
    const joinsBefore = letter.test(word.charAt(0)) && letter.test(whole.charAt(at - 1));
    const joinsAfter = letter.test(word.at(-1) ?? '') && letter.test(whole.charAt(at + word.length));
    if (!joinsBefore && !joinsAfter) return true;
  }
  return false;
}
