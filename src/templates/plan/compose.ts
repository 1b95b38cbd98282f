import type { Binding } from '../../records/plan.ts';
import type { SlotSigns } from '../../records/slot-signs.ts';
import { wholePlaces } from '../observation/mask.ts';
import { agreeing, bitsOf, type Moment, type PlanCandidate, valueIn } from './candidate.ts';
import { doubtInText } from './coincidence.ts';
import { daysIn, writingsOf } from './derive.ts';
import { slotSigns } from './resolve-slots.ts';
import type { ValuesKnown } from './sources.ts';

/** A known text that stands somewhere inside another. */
interface TextSlot {
  readonly at: number;
  readonly text: string;
  readonly binding: Binding;
}

/** Texts longer than this are not taken apart. */
const maxComposed = 20_000;
/** A slot must be simpler than its text by so many bits, or it is there by accident. */
const margin = 3;

/**
 * A text put together of known values and of words between them; undefined when it has no known value in it. The words
 * between are constants that still need a reason.
 */
export function composed(
  text: string,
  known: ValuesKnown,
  { now }: Pick<Moment, 'now'>,
): Binding | undefined {
  if (text.length > maxComposed) return undefined;
  const slots = slotsIn(text, known, now);
  if (slots.length === 0) return undefined;
  const parts: Binding[] = [];
  let from = 0;
  for (const slot of slots) {
    if (slot.at > from) parts.push({ from: 'constant', value: text.slice(from, slot.at) });
    parts.push(escaped(text, slot));
    from = slot.at + slot.text.length;
  }
  if (from < text.length) parts.push({ from: 'constant', value: text.slice(from) });
  return { from: 'text', parts };
}

/** The same with the special characters that its values had in these runs: only those are known to be harmless there. */
export function withSigns(binding: Binding, moments: readonly Moment[]): Binding {
  if (binding.from === 'edited') return { ...binding, to: withSigns(binding.to, moments) };
  if (binding.from === 'constant') return binding;
  if (binding.from !== 'text') return { from: 'text', parts: [binding], slots: [slotOf(binding, moments)] };
  return { ...binding, slots: binding.parts.map((part) => slotOf(part, moments)) };
}

/** Texts and values behind each other as one text. The signs of a secret were not recorded. */
export function joinedText(
  pieces: ReadonlyArray<{ readonly binding: Binding; readonly isSecret: boolean }>,
  moments: readonly Moment[],
): Binding {
  const all = pieces.flatMap(({ binding, isSecret }) =>
    binding.from === 'text'
      ? binding.parts.map((part, at) => ({ part, slot: binding.slots?.[at] ?? null }))
      : [{ part: binding, slot: isSecret || binding.from === 'given' ? null : slotOf(binding, moments) }],
  );
  return { from: 'text', parts: all.map(({ part }) => part), slots: all.map(({ slot }) => slot) };
}

function slotOf(part: Binding, moments: readonly Moment[]): SlotSigns | null {
  if (part.from === 'constant') return null;
  return slotSigns(moments.map((moment) => String(valueIn(part, moment) ?? '')));
}

function slotsIn(text: string, known: ValuesKnown, now: number): TextSlot[] {
  const candidates = slotTexts(known, text, now);
  const longestFirst = [...candidates.keys()].toSorted((left, right) => right.length - left.length);
  const slots: TextSlot[] = [];
  for (const value of longestFirst) {
    for (const at of placesOf(text, value)) {
      if (slots.some((slot) => at < slot.at + slot.text.length && slot.at < at + value.length)) continue;
      slots.push({ at, text: value, binding: simplestOf(candidates.get(value) ?? []) });
    }
  }
  return slots.toSorted((left, right) => left.at - right.at);
}

/** Where a value stands as a whole. A long number may follow a letter: `v1.4.3`. A number is no part of a date or a version. */
function placesOf(text: string, value: string): number[] {
  return wholeWords(text, value).filter((at) => !/^\d+$/.test(value) || !isInNumber(text, at, value.length));
}

/** Whether digits go on behind a sign: `12` in `2026-12-24`, `08:12` or `1,200.50`. */
function isInNumber(text: string, at: number, length: number): boolean {
  return /\d[-./:,]$/.test(text.slice(0, at)) || /^[-./:,]\d/.test(text.slice(at + length));
}

function wholeWords(text: string, value: string): number[] {
  if ((value.match(/\d/g)?.length ?? 0) < 3 || !/^\d/.test(value)) return wholePlaces(text, value);
  const spaced = text.replace(/(?<=\p{L})(?=\d)/gu, '⁞');
  // Places in the text with a mark more before each number are that much further on.
  return wholePlaces(spaced, value).map((at) => at - (spaced.slice(0, at).match(/⁞/g)?.length ?? 0));
}

/** Every text that a known value may have become inside another text, with its candidates. */
function slotTexts(
  { sources }: ValuesKnown,
  text: string,
  now: number,
): ReadonlyMap<string, readonly PlanCandidate[]> {
  const found = new Map<string, PlanCandidate[]>();
  const add = (value: string, candidate: PlanCandidate): void => {
    if (!text.includes(value) || value === text) return;
    const number = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
    if (candidate.bits + margin > bitsOf(number ?? value)) return;
    const doubt = doubtInText(text, number ?? value, candidate.binding);
    found.set(value, [...(found.get(value) ?? []), { ...candidate, doubt }]);
  };
  for (const source of sources) {
    add(String(source.value), source);
    for (const written of writingsOf(source)) add(written.text, written);
  }
  for (const day of daysIn(text, now)) add(day.text, day);
  // A doubtful candidate must agree with a certain one; alone it may fit by accident.
  const isCertain = ([value, candidates]: readonly [string, readonly PlanCandidate[]]): boolean =>
    candidates.some(({ bits, doubt = 0 }) => bits + doubt + margin <= bitsOf(value));
  return new Map([...found].filter(isCertain));
}

/** The simplest ones, which must agree. */
function simplestOf(candidates: readonly PlanCandidate[]): Binding {
  const best = Math.min(...candidates.map(({ bits }) => bits));
  const close = candidates.filter(({ bits }) => bits <= best + margin);
  return agreeing(close.map(({ binding }) => binding));
}

/** Inside quotation marks of SQL, a quotation mark is written twice. */
function escaped(text: string, { at, text: value, binding }: TextSlot): Binding {
  const isQuoted = text[at - 1] === "'" && text[at + value.length] === "'";
  return isQuoted && isSql(text) ? { from: 'case', of: binding, to: 'sql' } : binding;
}

/** Whether a text is a statement of SQL. */
export function isSql(text: string): boolean {
  return /^\s*(?:select|insert\s+into|update|delete\s+from|with|replace\s+into)\s/i.test(text);
}
