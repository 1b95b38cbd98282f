import { isJsonObject, type Json } from '../../json/json.ts';
import { isMap } from '../../json/map-like.ts';
import { formatPath, leavesOf } from '../../json/path.ts';
import { readText } from './readings.ts';
import { type Difference, shown } from './same-answer.ts';

/** The values at each place, by the way to it through any item. */
export type ValuesByPlace = ReadonlyMap<string, ReadonlySet<Json>>;

/**
 * Everything that a constant may have been derived from: values, the numbers in texts and how many there are, and how many
 * items a list has.
 */
export function valuesByPlace(root: Json): ValuesByPlace {
  const values = new Map<string, Set<Json>>();
  const add = (place: string, value: Json): void => {
    const known = values.get(place);
    if (known === undefined) values.set(place, new Set([value]));
    else known.add(value);
  };
  const walk = (value: Json, path: string): void => {
    if (Array.isArray(value)) {
      add(`${path}.length`, value.length);
      for (const item of value) walk(item, `${path}[*]`);
    } else if (isJsonObject(value)) {
      const isCollection = isMap(value);
      if (isCollection) add(`${path}.length`, Object.keys(value).length);
      for (const [name, member] of Object.entries(value))
        walk(member, isCollection ? `${path}[*]` : path + formatPath([name]).slice(1));
    } else {
      add(path, value);
      if (typeof value !== 'string') return;
      const numbers = readText(value).readings.filter(({ kind }) => kind === 'number' || kind === 'measured');
      add(`${path} numbers`, numbers.length);
      for (const [at, number] of numbers.entries()) add(`${path} number ${at + 1}`, number.value);
    }
  };
  walk(root, '$');
  return values;
}

/**
 * The first place that is unlike all runs, so that what the runs had alike may be another now: its values were the same in all
 * of them and are others, or one of its numbers or dates is beyond all of theirs. Of texts that differed, any may be there, of codes
 * any that begin and end as they did (`us-1001` is unlike `eu-1001`), and of the
 * `names` that each run, and last this one, knew things by.
 */
export function findUnlikeRuns(
  runs: readonly ValuesByPlace[],
  now: ValuesByPlace,
  names: ReadonlyArray<ReadonlySet<Json>>,
  isIrrelevant: (place: string, wasAlike: boolean) => boolean,
): Difference | undefined {
  for (const [path, values] of now) {
    const known = runs.map((run) => run.get(path) ?? new Set<Json>());
    const all = new Set(known.flatMap((one) => [...one]));
    if (all.size === 0) continue;
    const wasAlike = known.every((one) => one.size === 0 || one.size === all.size);
    const areNames = [...known, values].every((one, run) =>
      [...one].every((value) => names[run]?.has(value) === true),
    );
    const numbers = [...all].filter((value) => typeof value === 'number');
    const texts = [...all].filter((value) => typeof value === 'string');
    const areCodes = texts.every((text) => !/\s/.test(text));
    const [beginning, end] = [commonBeginning(texts), reversed(commonBeginning(texts.map(reversed)))];
    const isLike = (value: Json): boolean => {
      if (all.has(value) || wasAlike) return all.has(value);
      if (typeof value === 'string') {
        if (texts.every((text) => plainDate.test(text)))
          return texts.some((text) => text <= value) && texts.some((text) => text >= value);
        return !areCodes || (value.startsWith(beginning) && value.endsWith(end));
      }
      if (typeof value !== 'number') return false;
      return areNames || (value >= Math.min(...numbers) && value <= Math.max(...numbers));
    };
    const isSame = wasAlike && values.size === all.size;
    if ((isSame || !wasAlike) && [...values].every(isLike)) continue;
    if (isIrrelevant(path, wasAlike)) continue;
    const list = (some: Iterable<Json>): string => [...some].slice(0, 5).map(shown).join(', ');
    return { path, expected: list(all), found: list(values) };
  }
  return undefined;
}

const plainDate = /^\d{4}-\d\d-\d\d$/;

/** What all texts begin with, up to the last sign of it that ends a word or a number. */
function commonBeginning([first = '', ...others]: readonly string[]): string {
  let length = 0;
  while (length < first.length && others.every((text) => text[length] === first[length])) length += 1;
  const rest = [first, ...others].map((text) => text.slice(length, length + 1));
  const common = first.slice(0, length);
  const isWhole = /\p{L}$/u.test(common) && rest.every((sign) => !/^\p{L}$/u.test(sign));
  return isWhole
    ? common.replace(/\d.*$/su, '')
    : (/^[^\d]*[^\p{L}\d]|^\p{L}+(?=\d)/u.exec(common)?.[0] ?? '');
}

const reversed = (text: string): string => [...text].reverse().join('');

/** Values that calls were given and answered again: they name what was asked for. */
export function namesIn(
  calls: ReadonlyArray<{ readonly arguments: Json; readonly result: Json }>,
): ReadonlySet<Json> {
  return new Set(
    calls.flatMap((call) => {
      const answered = new Set(leavesOf(call.result).map(({ value }) => value));
      return leavesOf(call.arguments).flatMap(({ value }) => (answered.has(value) ? [value] : []));
    }),
  );
}
