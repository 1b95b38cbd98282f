import type { Binding } from '../../records/plan.ts';
import type { PlanCandidate } from './candidate.ts';
import { formatDay, readText, rewritten } from './resolve-text.ts';
import type { KnownSource, ValuesKnown } from './sources.ts';

const writings = ['lower', 'upper', 'title', 'slug', 'trimmed'] as const;
const separators = [' ', '-', '_', '/', '.', ',', ':', '@', '|'] as const;
const dayFormats = [
  'YYYY-MM-DD',
  'YYYYMMDD',
  'DD.MM.YYYY',
  'MM/DD/YYYY',
  'DD/MM/YYYY',
  'YYYY/MM/DD',
] as const;
/** Longer texts are not rewritten into arguments as a whole. */
const maxDerived = 200;

/** A candidate with the text that it gives. */
type WrittenCandidate = PlanCandidate & { readonly text: string };

/** The text in other writings: in other letters, as a slug, with its last number increased. */
export function writingsOf({ value: text, binding, bits }: Omit<KnownSource, 'key'>): WrittenCandidate[] {
  if (typeof text !== 'string' || text.length > maxDerived) return [];
  const plain = writings.flatMap((to): WrittenCandidate[] => {
    const other = rewritten(text, to);
    return other === undefined || other === text || other === ''
      ? []
      : [{ text: other, binding: { from: 'case', of: binding, to }, bits: bits + 3 }];
  });
  const trimmed = text.trim();
  const base: Binding = trimmed === text ? binding : { from: 'case', of: binding, to: 'trimmed' };
  const reading = { from: 'increased' as const, of: base, by: 1 };
  const next = readText(reading, trimmed);
  return typeof next === 'string' ? [...plain, { text: next, binding: reading, bits: bits + 5 }] : plain;
}

/** Texts that say the value in another writing, or of which it is a piece. */
export function derivedFrom(
  value: string | number,
  { sources, texts }: ValuesKnown,
  now: number,
): PlanCandidate[] {
  const wanted = String(value);
  return [
    ...sources.flatMap((source) => converted(value, source)),
    ...sources.flatMap((source) =>
      typeof value === 'string' ? writingsOf(source).filter(({ text }) => text === wanted) : [],
    ),
    ...sources.flatMap((source) => piecesOf(wanted, source)),
    ...texts.flatMap((source) => linesOf(wanted, source)),
    ...sources.flatMap((source) => between(wanted, source)),
    ...(typeof value === 'string' ? daysIn(value, now).filter(({ text }) => text === value) : []),
  ].map((candidate) => (typeof value === 'number' ? asNumber(candidate) : candidate));
}

/** A candidate that gives a text, where a number is wanted. */
function asNumber({ binding, bits }: PlanCandidate): PlanCandidate {
  const isNumber = binding.from === 'number';
  return isNumber ? { binding, bits } : { binding: { from: 'number', of: binding }, bits: bits + 1 };
}

function converted(value: string | number, source: KnownSource): PlanCandidate[] {
  if (typeof source.value === typeof value || String(source.value) !== String(value)) return [];
  const binding: Binding =
    typeof value === 'number'
      ? { from: 'number', of: source.binding }
      : { from: 'case', of: source.binding, to: 'text' };
  return [{ binding, bits: source.bits + 2 }];
}

/** One piece of a text that is cut at a separator. */
function piecesOf(wanted: string, { value, binding, bits }: KnownSource): PlanCandidate[] {
  if (typeof value !== 'string' || value.length > maxDerived || !value.includes(wanted) || value === wanted)
    return [];
  return separators.flatMap((separator) => {
    const pieces = value.split(separator);
    const index = pieces.indexOf(wanted);
    if (pieces.length < 2 || index === -1 || pieces.lastIndexOf(wanted) !== index) return [];
    const reading = { from: 'piece' as const, of: binding, separator, index, pieces: pieces.length };
    return [{ binding: reading, bits: bits + 4 + Math.log2(pieces.length) }];
  });
}

/** A line of a text, by the word it begins with; or the rest of it. */
function linesOf(wanted: string, { text, binding, bits }: ValuesKnown['texts'][number]): PlanCandidate[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line) => {
    const [prefix] = /^\s*[^\s:=|]+\s*[:=|]\s*/.exec(line) ?? [];
    if (prefix === undefined || lines.filter((other) => other.startsWith(prefix)).length !== 1) return [];
    const isRest = line.slice(prefix.length) === wanted;
    if (!isRest && line !== wanted) return [];
    const reading = { from: 'line' as const, of: binding, prefix, isRest };
    return [{ binding: reading, bits: bits + 2 + Math.log2(lines.length) }];
  });
}

/** What stands in a sentence between two words. */
function between(wanted: string, { value, binding, bits }: KnownSource): PlanCandidate[] {
  if (typeof value !== 'string' || value === wanted || wanted.length < 2 || !/\s/.test(value)) return [];
  const lines = value.split(/\r?\n/);
  return lines.flatMap((line) => {
    const at = line.indexOf(wanted);
    if (at === -1 || line.indexOf(wanted, at + 1) !== -1) return [];
    const [before = ''] = /[\p{L}\p{N}]*[^\p{L}\p{N}]*$/u.exec(line.slice(0, at)) ?? [];
    const [after = ''] = /^[^\p{L}\p{N}]*[\p{L}\p{N}]*/u.exec(line.slice(at + wanted.length)) ?? [];
    // A value that is joined to letters is only a part of a word.
    if (/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after) || (before === '' && after === ''))
      return [];
    const reading = { from: 'between' as const, of: binding, before, after };
    if (readText(reading, value) !== wanted) return [];
    return [{ binding: reading, bits: bits + 5 + Math.log2(value.length / 5 + 1) }];
  });
}

/** The writings of the current day that a text contains. */
export function daysIn(text: string, now: number): WrittenCandidate[] {
  return dayFormats
    .map((format) => ({
      text: formatDay(now, format),
      binding: { from: 'today' as const, days: 0, format },
      bits: 6,
    }))
    .filter((day) => text.includes(day.text));
}
