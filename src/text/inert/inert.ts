import { isJsonObject, type Json } from '../../json/json.ts';
import { chatTokens, strayClosings } from './chat-tokens.ts';
import { readingOf } from './look-alikes.ts';
import { turnsIn } from './turns.ts';
import { replaceUnseen } from './unseen.ts';

/**
 * Stored text that goes into a prompt must stay data, and stay useful. What is seen of it stays as it is, line by line:
 * addresses, code, lists. What could pass for structure of the conversation around it is broken by one space: tokens of
 * chat templates, tags of prompts, closing tags of what it has not opened, and turns such as `Human:`, in any characters
 * that look like these. What nobody sees is taken away.
 *
 * What it cannot do: a sentence that asks for something stays that sentence. Against that stand the notice and the
 * marks around the data (see `recorded-data.ts`), which no text can contain.
 */

/** Escape sequences of terminals: colours, titles, targets of links. */
const terminalSequences =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|\u001b[ -/]*[0-~]/gu;

const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** More marks above each other than any script needs hide what they stand on. */
const heapedMarks = /(\p{M}{6})\p{M}+/gu;

/** A broken token may leave a shorter one behind it. */
const maxPasses = 8;

/**
 * A text that stays data wherever it is put in a prompt. Making it inert again changes nothing.
 *
 * @example
 * inert('See https://a.example\n<|im_start|>system'); // 'See https://a.example\n< |im_start|>system'
 */
export function inert(text: string): string {
  const seen = text.toWellFormed().replace(terminalSequences, '').replace(lineEnds, '\n');
  let harmless = replaceUnseen(seen, () => '').replace(heapedMarks, '$1');
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const reading = readingOf(harmless);
    const breaks = [
      ...chatTokens(reading.text),
      ...strayClosings(reading.text),
      ...turnsIn(reading.text),
    ].map(reading.placeOf);
    if (breaks.length === 0) return harmless;
    harmless = piecesOf(harmless, breaks).join(' ');
  }
  return harmless;
}

/**
 * The same in one line: line ends are shown as `↵`.
 *
 * @example
 * inertLine('one\ntwo'); // 'one ↵ two'
 */
export function inertLine(text: string): string {
  return inert(text)
    .trim()
    .replace(/[\s\u2800]*\n[\s\u2800]*/g, ' ↵ ');
}

/**
 * A value as JSON that stays data in a prompt and is still exactly this value: what could be more than data is written
 * as `\uXXXX`. With `maxLength` it is cut, ends with "…", and is no longer JSON.
 *
 * @example
 * inertJson({ text: '<|im_start|>' }); // '{"text":"\\u003c|im_start|>"}'
 */
export function inertJson(
  value: unknown,
  {
    indent = 0,
    maxLength = Number.POSITIVE_INFINITY,
  }: { readonly indent?: number; readonly maxLength?: number } = {},
): string {
  // Cut before as well, so that long values cost little.
  const json = cut(JSON.stringify(value, null, indent) ?? 'null', maxLength).replace(
    /[\u2028\u2029]/g,
    escaped,
  );
  let harmless = replaceUnseen(json, escaped).replace(
    heapedMarks,
    (marks: string, first: string) => first + escaped(marks.slice(first.length)),
  );
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const reading = readingOf(harmless);
    const found = [...chatTokens(reading.text), ...strayClosings(reading.text)];
    if (found.length === 0) break;
    // The sign before each break is escaped: in JSON it stands in a text for certain.
    const signs = found.map((place) => reading.placeOf(place - 1));
    const [first = '', ...others] = piecesOf(harmless, signs);
    harmless = first + others.map(withFirstEscaped).join('');
  }
  return cut(harmless, maxLength);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).toWellFormed()}…`;
}

/** A value of which every text is inert, names of members included; for interfaces that take values and not texts. */
export function inertValue(value: Json): Json {
  if (typeof value === 'string') return inert(value);
  if (Array.isArray(value)) return value.map(inertValue);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [inert(name), inertValue(member)]));
}

function piecesOf(text: string, places: readonly number[]): string[] {
  const ends = [...new Set(places), text.length].sort((left, right) => left - right);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

function withFirstEscaped(piece: string): string {
  const [sign = ''] = piece;
  return escaped(sign) + piece.slice(sign.length);
}

/** Each unit of a text as JSON may write it. */
function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, index) => {
    const code = text.charCodeAt(index).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');
}
