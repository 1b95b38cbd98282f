import { dayMs as day } from '../../records/lifetime.ts';

/** Something in a text that differs from one moment to the next: a moment, a time of day, a measured value, another number. */
export interface Reading {
  readonly kind: 'moment' | 'clock' | 'measured' | 'number';
  readonly text: string;
  /** Milliseconds for moments and times of day; otherwise the number. */
  readonly value: number;
  /** What it is measured in. Only readings with the same unit can be compared with each other. */
  readonly unit: string;
}

/** A text with placeholders for its readings, and the readings. */
export interface ReadText {
  readonly words: string;
  readonly readings: readonly Reading[];
}

/** Where a reading is: the place in the answer, the words of the text there, and which of its readings, from 0. */
export interface ReadingSlot {
  readonly path: string;
  readonly words: string;
  readonly index: number;
}

/** Readings of moments this close to each other are of the same moment: calls take a while, and so do clocks. */
export const nowMs = 120_000;
/** How much a measured value may move by itself. A guess, and kept small: an agent may have decided by less. */
const jitter = 0.1;

/** A moment as programs write it: `2026-11-16T08:30:00.123Z`, `2026-11-16 08:30:00`. */
const moment = String.raw`\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?`;
/** A time of day: `08:30`, `17:05:59`, `5:05 PM`. */
const clock = String.raw`(?<![\p{L}\p{N}_.:,/-])(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?: ?([AaPp])\.?[Mm]\b\.?)?(?![\p{L}\p{N}_:]|[.,/-]\d)`;
/** A measured value with its unit, as physics and computers have them. */
const measured = String.raw`(-?\d+(?:\.\d+)?) ?(%|°[CF]|dBm?|[kMGT]?(?:bps|bit\/s|B\/s|Hz|i?B)|[kMG]?W|[mk]?V|m?A|[nµm]?s|ms|min|lx|hPa|bar|rpm)(?![\p{L}\p{N}])`;
/** A number that is a word of its own: not a part of a version, a date, an address or `1,200`. */
const number = String.raw`(?<![\p{L}\p{N}_.:,/-])-?\d+(?:\.\d+)?(?![\p{L}\p{N}_/:-]|[.,]\d)`;
const anyReading = new RegExp(`(${moment})|${clock}|${measured}|(${number})`, 'gu');

/**
 * Separates the readings of a text from its words.
 *
 * @example
 * readText('At 08:30 it was 21 °C').words; // 'At ⟨clock⟩ it was ⟨measured⟩ °C'
 */
export function readText(text: string): ReadText {
  const readings: Reading[] = [];
  const words = text.replace(
    anyReading,
    (found, moment, hours, minutes, seconds, half, amount, unit, number) => {
      const reading = readOne(found, { moment, hours, minutes, seconds, half, amount, unit, number });
      if (reading === undefined) return found;
      readings.push(reading);
      return reading.kind === 'measured' ? `⟨measured⟩ ${unit}` : `⟨${reading.kind}⟩`;
    },
  );
  return { words, readings };
}

type ReadingGroup = 'moment' | 'hours' | 'minutes' | 'seconds' | 'half' | 'amount' | 'unit' | 'number';

function readOne(text: string, groups: Record<ReadingGroup, string | undefined>): Reading | undefined {
  const { moment, hours, minutes, seconds = '0', half, amount, unit = '', number } = groups;
  if (moment !== undefined) return { kind: 'moment', text, value: Date.parse(moment), unit: 'moment' };
  if (amount !== undefined) return { kind: 'measured', text: amount, value: Number(amount), unit };
  if (number !== undefined) return { kind: 'number', text, value: Number(number), unit: '' };
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  if (hour > 23) return undefined;
  const value = ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return { kind: 'clock', text, value, unit: 'clock' };
}

/** The amount of a reading at this time: for a moment or a time of day, how far it is from now. */
export function amountOf({ kind, value }: Reading, at: number): number {
  if (kind === 'moment') return value - at;
  if (kind !== 'clock') return value;
  const ahead = (((value - at) % day) + day) % day;
  return ahead > day / 2 ? ahead - day : ahead;
}

/** A reading, and when it was read. */
export interface ReadAt {
  readonly reading: Reading;
  readonly at: number;
}

/**
 * Whether two readings can mean the same: moments close to their calls, times of day equally far from their calls, or
 * measured values that differ a little.
 */
export function isSameReading(before: ReadAt, now: ReadAt): boolean {
  const [one, other] = [before.reading, now.reading];
  if (one.kind !== other.kind || one.unit !== other.unit) return false;
  if (one.text === other.text) return true;
  const [then, here] = [amountOf(one, before.at), amountOf(other, now.at)];
  if (one.kind === 'moment') return Math.abs(then) <= nowMs && Math.abs(here) <= nowMs;
  if (one.kind === 'clock') return Math.abs(then - here) <= nowMs || day - Math.abs(then - here) <= nowMs;
  if (one.kind === 'number') return false;
  return Math.abs(then - here) <= jitter * Math.max(Math.abs(then), Math.abs(here));
}
