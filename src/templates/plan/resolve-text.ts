import type { Json } from '../../json/json.ts';
import type { Binding } from '../../records/plan.ts';

/** Bindings that read something out of one other value. */
export type ReadingBinding = Extract<
  Binding,
  { from: 'line' | 'between' | 'piece' | 'case' | 'number' | 'increased' }
>;

/**
 * The value that a binding reads; undefined when there is none, or more than one.
 *
 * @example
 * readText({ from: 'line', of, prefix: 'level: ', isRest: true }, 'name: billing\nlevel: info'); // 'info'
 */
export function readText(reading: ReadingBinding, value: Json): Json | undefined {
  if (reading.from === 'case' && reading.to === 'text' && typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  switch (reading.from) {
    case 'line':
      return lineOf(reading, value);
    case 'between':
      return textBetween(value, reading.before, reading.after);
    case 'piece':
      return pieceOf(reading, value);
    case 'case':
      return rewritten(value, reading.to);
    case 'number':
      return numberOf(value);
    case 'increased':
      return increased(value, reading.by);
  }
}

/** What the value of a reading must be, in words. */
export function expectedOf(reading: ReadingBinding): string {
  switch (reading.from) {
    case 'line':
      return `a text with one line that begins with ${JSON.stringify(reading.prefix)}`;
    case 'between':
      return `a text with ${JSON.stringify(reading.before)} … ${JSON.stringify(reading.after)} once`;
    case 'piece':
      return `a text with piece ${reading.index} between ${JSON.stringify(reading.separator)}`;
    case 'number':
    case 'increased':
      return 'a text that is a number, or ends with one';
    case 'case':
      return 'a text';
  }
}

function lineOf({ prefix, isRest }: Extract<Binding, { from: 'line' }>, text: string): string | undefined {
  const [line, ...more] = text.split(/\r?\n/).filter((candidate) => candidate.startsWith(prefix));
  if (line === undefined || more.length > 0) return undefined;
  return isRest ? line.slice(prefix.length) : line;
}

function textBetween(text: string, before: string, after: string): string | undefined {
  const found = text.split(/\r?\n/).flatMap((line) => {
    const starts = before === '' ? [0] : placesOf(line, before).map((place) => place + before.length);
    return starts.flatMap((start) => {
      const end = after === '' ? line.length : line.indexOf(after, start);
      return end > start ? [line.slice(start, end)] : [];
    });
  });
  return found.length === 1 ? found[0] : undefined;
}

function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) places.push(at);
  return places;
}

function pieceOf(
  { separator, index, pieces: expectedCount }: Extract<Binding, { from: 'piece' }>,
  text: string,
): string | undefined {
  const pieces = text.split(separator);
  if (expectedCount !== undefined && pieces.length !== expectedCount) return undefined;
  const piece = pieces.at(index);
  return piece === '' ? undefined : piece;
}

/** The text in another case or notation. */
export function rewritten(text: string, to: Extract<Binding, { from: 'case' }>['to']): string | undefined {
  switch (to) {
    case 'lower':
      return text.toLowerCase();
    case 'upper':
      return text.toUpperCase();
    case 'title':
      return text.toLowerCase().replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase());
    case 'slug':
      return text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '');
    case 'trimmed':
      return text.trim();
    case 'text':
      return text;
    case 'sql':
      return text.replaceAll("'", "''");
  }
}

function numberOf(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && isExact(value) ? value : undefined;
}

/** Unsafe integers lose digits. */
const isExact = (value: number): boolean => !Number.isInteger(value) || Number.isSafeInteger(value);

function increased(text: string, by: number): string | undefined {
  const match = /^(.*?)(\d+)(\D*)$/s.exec(text);
  if (match === null) return undefined;
  const [, before = '', digits = '', after = ''] = match;
  const value = Number(digits) + by;
  if (!Number.isSafeInteger(value) || value < 0) return undefined;
  return `${before}${String(value).padStart(digits.startsWith('0') ? digits.length : 0, '0')}${after}`;
}

/** The text with one line replaced, or with `to` appended when `line` is null. */
export function editedText(text: Json, line: Json, to: Json): string | undefined {
  if (typeof text !== 'string' || typeof to !== 'string') return undefined;
  if (line === null) return `${text}${to}`;
  // A value with a line break in it would become several lines.
  if (to.includes('\n')) return undefined;
  const lines = text.split('\n');
  const at = lines.indexOf(String(line));
  if (at === -1 || lines.lastIndexOf(String(line)) !== at) return undefined;
  return lines.with(at, to).join('\n');
}

/** A day in UTC, written as `YYYY-MM-DD`, `DD.MM.YYYY` and the like. */
export function formatDay(time: number, format: string): string {
  const [year = '', month = '', day = ''] = new Date(time).toISOString().slice(0, 10).split('-');
  return format.replace('YYYY', year).replace('MM', month).replace('DD', day);
}
