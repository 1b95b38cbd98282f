import type { Json } from '../../json/json.ts';
import { leavesOf } from '../../json/path.ts';
import { amountOf, type ReadingSlot, readText } from './readings.ts';
import { generalPath, isIdentifier } from './same-answer.ts';

/** An answer, and when it was given. */
export interface Answered {
  readonly answer: Json;
  readonly at: number;
}

/** Places that had another value each time the same was asked, and the same was done. */
export interface VolatilePlaces {
  has(path: string): boolean;
  /** Whether the value of the new answer may be there, too. */
  mayHold(path: string, value: Json): boolean;
  /** Whether what the new answer reads in a text may be read there, too. */
  mayRead(slot: ReadingSlot): boolean;
}

const nowhere: VolatilePlaces = { has: () => false, mayHold: () => false, mayRead: () => false };

/** So many different values show what a place may hold: two may lie on the two sides of what matters. */
const minValues = 3;
/** With more varying numbers than this it is unclear which of them belong together. */
const maxNumbers = 40;

/**
 * Names that were new each time: request ids, hashes. Other values that changed may have decided next time, so only three runs
 * or more show anything about them. A number may have been compared: it must be among those that were seen, and as large as,
 * smaller or larger than each other number that varies, as it was in one of the runs. What words say is compared elsewhere.
 */
export function volatilePlaces(runs: readonly Answered[], now: Answered): VolatilePlaces {
  if (runs.length < 2) return nowhere;
  const [first = new Map<string, Json>(), ...others] = runs.map(({ answer }) => fixedPlaces(answer));
  const places = new Map(
    [...first]
      // A text that is the whole answer says too many things.
      .filter(([place]) => place !== '$')
      .map(([place, value]) => [place, [value, ...others.map((other) => other.get(place) ?? null)]] as const)
      .filter(([, values]) => new Set(values).size === values.length && values.length > 1),
  );
  const isNamed = (path: string): boolean => places.get(path)?.every(isIdentifier) === true;
  const isWordless = (path: string): boolean => {
    const values = places.get(path) ?? [];
    return values.length >= minValues && !values.some(hasNumber);
  };
  const numbers = seenNumbers(runs, now);
  return {
    has: (path) => isNamed(path) || isWordless(path) || numbers.has(path),
    mayHold(path, value) {
      if (isNamed(path)) return isIdentifier(value);
      return isWordless(path) ? !hasNumber(value) : numbers.has(path);
    },
    mayRead: (slot) => numbers.has(slotName(slot)),
  };
}

/** A number of an answer: at a place of its own, or in a text. */
interface Numbered {
  readonly amount: number;
  readonly unit: string;
}

/** The numbers of the new answer that say nothing which the runs had not seen. */
function seenNumbers(runs: readonly Answered[], now: Answered): ReadonlySet<string> {
  if (runs.length < minValues) return new Set();
  const here = numbersOf(now);
  const seen = runs.map(numbersOf);
  const varying = [...here].flatMap(([name, number]) => {
    const amounts = seen.flatMap((run) => run.get(name)?.amount ?? []);
    const isVarying = new Set([...amounts, number.amount]).size > 1;
    return isVarying ? [{ name, ...number, amounts }] : [];
  });
  if (varying.length > maxNumbers) return new Set();
  const isWithin = varying.filter(
    ({ amount, amounts }) =>
      new Set(amounts).size >= minValues && amount >= Math.min(...amounts) && amount <= Math.max(...amounts),
  );
  const isInOrder = (one: string, other: string): boolean =>
    seen.some((run) => orderIn(run, one, other) === orderIn(here, one, other));
  return new Set(
    isWithin
      .filter(({ name, unit }) =>
        varying.every((other) => other.name === name || other.unit !== unit || isInOrder(name, other.name)),
      )
      .map(({ name }) => name),
  );
}

function orderIn(numbers: ReadonlyMap<string, Numbered>, one: string, other: string): number | undefined {
  const [left, right] = [numbers.get(one), numbers.get(other)];
  return left === undefined || right === undefined ? undefined : Math.sign(left.amount - right.amount);
}

function numbersOf({ answer, at }: Answered): ReadonlyMap<string, Numbered> {
  const numbers = new Map<string, Numbered>();
  for (const [path, value] of fixedPlaces(answer)) {
    if (typeof value === 'number') numbers.set(path, { amount: value, unit: '' });
    if (typeof value !== 'string') continue;
    const { words, readings } = readText(value);
    for (const [index, reading] of readings.entries())
      numbers.set(slotName({ path, words, index }), { amount: amountOf(reading, at), unit: reading.unit });
  }
  return numbers;
}

const slotName = ({ path, words, index }: ReadingSlot): string => `${path} ${index} ${words}`;

const hasNumber = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /\p{N}/u.test(value));

/** The values that no list leads to. */
function fixedPlaces(answer: Json): ReadonlyMap<string, Json> {
  return new Map(
    leavesOf(answer)
      .filter(({ path }) => path.every((part) => typeof part === 'string'))
      .map(({ path, value }) => [generalPath(path), value]),
  );
}
