import { isJsonObject, type Json, sameJson } from '../../json/json.ts';
import { isMap } from '../../json/map-like.ts';
import { formatPath, leavesOf, type PathPart } from '../../json/path.ts';
import { isDate, type Label } from './labels.ts';
import { maskText } from './mask.ts';
import { type Reading, type ReadingSlot, readText } from './readings.ts';

/** A place of an answer that is not as it was. */
export interface Difference {
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}

/** What two answers to the same question may differ in. */
export interface Tolerance {
  /** Whether this place may hold another value. */
  mayDiffer(path: string): boolean;
  /** Whether this place had another value of the same kind each time, and may have this one. */
  isVolatile(path: string, now: Json): boolean;
  /** Whether later calls take the name of a thing from this place: another name is followed. */
  isFollowed(path: string): boolean;
  /** Whether both values have the same name in their runs. */
  isSameName(recorded: Json, now: Json): boolean;
  /** Whether both moments are those of their calls. */
  isNow(recorded: number, now: number): boolean;
  /** Whether what was read at this place of a text may be read as this, between the same words. */
  mayRead(slot: ReadingSlot, recorded: Reading, now: Reading): boolean;
}

/**
 * The first place where an answer is not what it was, leaf by leaf. Moments of the call itself differ each time, and so do
 * measured values a little.
 */
export function findChangedLeaf(recorded: Json, now: Json, tolerance: Tolerance): Difference | undefined {
  // Most answers are identical: then there is nothing to walk through.
  if (JSON.stringify(recorded) === JSON.stringify(now)) return undefined;
  return changedLeafAt([], recorded, now, { ...tolerance, ...newNames(recorded, now, tolerance) });
}

/** What texts call the things whose names are new in this answer. */
interface NewNames {
  readonly before: readonly Label[];
  readonly after: readonly Label[];
}

/** The names that may be others now, at their places; the same answer may mention them in its texts, too. */
function newNames(recorded: Json, now: Json, { mayDiffer }: Tolerance): NewNames {
  const names = new Map(leavesOf(now).map(({ path, value }) => [formatPath(path), value]));
  const renamed = leavesOf(recorded).flatMap(({ path, value: before }) => {
    const name = formatPath(path);
    const after = names.get(name);
    const isNamed = isWord(before) && isWord(after) && before !== after && mayDiffer(generalPath(path));
    return isNamed ? [{ name, before, after }] : [];
  });
  return {
    before: renamed.map(({ name, before }) => ({ name, value: before })),
    after: renamed.map(({ name, after }) => ({ name, value: after })),
  };
}

/** One word with a digit in it: `task-4`. */
const isWord = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^[^\s]*\d[^\s]*$/.test(value);

function changedLeafAt(
  path: readonly PathPart[],
  recorded: Json,
  now: Json,
  tolerance: Tolerance & NewNames,
): Difference | undefined {
  if (tolerance.mayDiffer(generalPath(path))) return undefined;
  if (Array.isArray(recorded) && Array.isArray(now)) {
    if (recorded.length !== now.length)
      return difference(path, `${recorded.length} items`, `${now.length} items`);
    return firstOf(recorded.keys(), (index) =>
      changedLeafAt([...path, index], recorded[index] ?? null, now[index] ?? null, tolerance),
    );
  }
  if (isJsonObject(recorded) && isJsonObject(now)) {
    const names = new Set([...Object.keys(recorded), ...Object.keys(now)]);
    // The first of a map is what a program finds first in it.
    if (isMap(recorded) && Object.keys(recorded).join() !== Object.keys(now).join())
      return difference(path, shown(Object.keys(recorded)), shown(Object.keys(now)));
    return firstOf(names, (name) => {
      const inside = [...path, name];
      if (tolerance.mayDiffer(generalPath(inside))) return undefined;
      if (!Object.hasOwn(recorded, name)) return difference(inside, 'nothing', shown(now[name]));
      if (!Object.hasOwn(now, name)) return difference(inside, shown(recorded[name]), 'nothing');
      return changedLeafAt(inside, recorded[name] ?? null, now[name] ?? null, tolerance);
    });
  }
  if (sameJson(recorded, now) || tolerance.isSameName(recorded, now)) return undefined;
  if (
    typeof recorded === typeof now &&
    recorded !== null &&
    now !== null &&
    typeof now !== 'object' &&
    tolerance.isVolatile(generalPath(path), now)
  )
    return undefined;
  if (typeof recorded === 'string' && typeof now === 'string') {
    if (isSameText(generalPath(path), recorded, now, tolerance)) return undefined;
    if (isIdentifier(recorded) && isIdentifier(now) && tolerance.isFollowed(generalPath(path)))
      return undefined;
  }
  if (typeof recorded === 'number' && typeof now === 'number' && tolerance.isNow(recorded, now))
    return undefined;
  return difference(path, shown(recorded), shown(now));
}

/** One word that names a thing and says nothing else: `W-1003`, `user_4711`, a hash. */
export function isIdentifier(text: Json): boolean {
  // A date names nothing: agents compare it.
  const isDay: boolean = isDate(text);
  if (typeof text !== 'string' || isDay) return false;
  return /^[#\p{L}\p{N}_.:-]+$/u.test(text) && (text.match(/\p{N}/gu)?.length ?? 0) >= 3;
}

/** Items of one list are at one place. */
export function generalPath(path: readonly PathPart[]): string {
  return formatPath(path.filter((part) => typeof part !== 'symbol')).replace(/\[\d+\]/g, '[*]');
}

function isSameText(path: string, recorded: string, now: string, tolerance: Tolerance & NewNames): boolean {
  const named = (text: string, labels: readonly Label[]): string => maskText(text, labels, () => false);
  const [before, after] =
    tolerance.before.length === 0
      ? [readText(recorded), readText(now)]
      : [readText(named(recorded, tolerance.before)), readText(named(now, tolerance.after))];
  if (before.words !== after.words || before.readings.length !== after.readings.length) return false;
  return before.readings.every((reading, index) => {
    const other = after.readings[index];
    if (other === undefined) return false;
    return (
      reading.text === other.text || tolerance.mayRead({ path, words: after.words, index }, reading, other)
    );
  });
}

function difference(path: readonly PathPart[], expected: string, found: string): Difference {
  return { path: formatPath(path), expected, found };
}

/** A value as it is told, cut where it is long. */
export function shown(value: Json | undefined): string {
  const text = JSON.stringify(value ?? null);
  return text.length <= 300 ? text : `${text.slice(0, 300).toWellFormed()}…`;
}

function firstOf<Item>(
  items: Iterable<Item>,
  find: (item: Item) => Difference | undefined,
): Difference | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
