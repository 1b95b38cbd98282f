import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { isMap } from '../../json/map-like.ts';
import { formatPath, type PathPart } from '../../json/path.ts';
import type { Labels } from './labels.ts';
import { type DataWords, datesIn, maskText, numbersIn, wholePlaces } from './mask.ts';

/**
 * What an answer shows that may have decided what was done next, by place. A place in a collection is one place for all its
 * items, so it can show several values. Data that does not affect decisions is masked.
 */
export type Traits = ReadonlyMap<string, ReadonlySet<string>>;

/** How an answer is looked at. */
export interface Lens {
  readonly labels: Labels;
  readonly isData: DataWords;
  /** When the call was made: dates before and after it are different states. */
  readonly at: number;
  /** Lists of which several items were used: their length is compared. */
  readonly counted: ReadonlySet<string>;
  /** Places that later calls take values from. */
  readonly used: ReadonlySet<string>;
  /** Whether numbers are compared with what the run knows. Agents do not decide by the new ids that a change answers. */
  readonly comparesNumbers: boolean;
  /** Whether a change answers the name of what it made at this place: another one each time. */
  isNewName(path: string): boolean;
}

/** Members of an object that is a record of a thing, and not a wrapping around a message. */
const minMembers = 3;
/** Words of a text that says more than a state. */
const minWords = 4;

function isProse(text: string): boolean {
  return text.trim().split(/\s+/).length >= minWords;
}

/** Leaves of one answer that are looked at. A larger one cannot be compared as a whole: its traits are `isBeyond`. */
export const maxLeaves = 50_000;
const beyond = 'beyond';

/** Whether an answer had more than could be looked at. */
export const isBeyond = (traits: Traits): boolean => traits.has(beyond);

/** All traits of an answer. */
export function traitsOf(answer: Json, lens: Lens): Traits {
  const traits = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  /** Of the first item only its states are shown once more: which item it is may differ. */
  let isFirst = false;
  const show = (path: string, value: string): void => {
    if (isFirst && (!(isState(value) || isSide(path)) || value.includes('⟨'))) return;
    const shown = traits.get(path);
    if (shown === undefined) traits.set(path, new Set([value]));
    else shown.add(value);
    // How many items are in a state, or on a side of something: none, the only one, several.
    if (isFirst || !path.includes('[') || !(isState(value) || value === missing || isSide(path))) return;
    const place = `${path} count of ${value}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  };
  let leaves = 0;

  function walk(value: Json, path: string): void {
    leaves += 1;
    if (leaves > maxLeaves) {
      traits.set(beyond, new Set());
      return;
    }
    if (Array.isArray(value)) walkItems(value, path);
    else if (isJsonObject(value)) walkMembers(value, path);
    else if (typeof value === 'string') walkText(value, path);
    else if (typeof value === 'number') walkNumber(value, path);
    else show(path, String(value));
  }

  function walkItems(items: readonly Json[], path: string): void {
    const place = `${path}[*]`;
    show(`${place} count`, lens.counted.has(place) ? `${items.length} items` : countClass(items.length));
    compareNumber(items.length, `${path}[*] count`);
    const names = items.map((item) => itemName(item, lens.labels));
    const members = [...new Set(items.filter(isRow).flatMap((item) => Object.keys(item)))];
    for (const [index, item] of items.entries()) {
      const itemPath = `${path}[${names[index]}]`;
      walk(item, itemPath);
      // That a member is not there is a state, too: agents act on the items without it.
      if (!isRow(item)) continue;
      for (const member of members)
        if (!Object.hasOwn(item, member)) show(itemPath + partText(member), missing);
    }
    // An agent that goes through a list and takes nothing from it may have stopped at its first item.
    const [first] = items;
    const isTaken =
      names.some((name) => name !== '*') || [...lens.used].some((used) => used.startsWith(place));
    if (first === undefined || items.length < 2 || isTaken) return;
    const wasFirst = isFirst;
    isFirst = true;
    walk(first, `${path}[0]`);
    isFirst = wasFirst;
  }

  function walkMembers(value: JsonObject, path: string): void {
    if (isMap(value)) {
      show(`${path}[*] count`, countClass(Object.keys(value).length));
      compareNumber(Object.keys(value).length, `${path}[*] count`);
      for (const [key, member] of Object.entries(value)) {
        walkText(key, `${path}~`);
        const given = lens.labels.givenNameOf(key);
        walk(member, `${path}[${given === undefined ? itemName(member, lens.labels) : `with ${given}`}]`);
      }
      return;
    }
    show(path, 'object');
    const isRecord = Object.keys(value).length >= minMembers;
    for (const [name, member] of Object.entries(value)) {
      const isNote = isRecord && typeof member === 'string' && isProse(member);
      // What repeats a known value is that value, however many words it has this time.
      if (isNote && lens.labels.nameOf(member) === undefined) walkProse(member, path + partText(name));
      else walk(member, path + partText(name));
    }
  }

  /** A note: only the inputs that it names can be compared. */
  function walkProse(text: string, path: string): void {
    show(path, 'prose');
    for (const { name, value } of lens.labels.inTexts)
      if (wholePlaces(text, String(value)).length > 0) show(`${path} names`, `⟨${name}⟩`);
  }

  function walkText(text: string, path: string): void {
    const name = lens.labels.nameOf(text);
    if (name !== undefined || (lens.isNewName(path) && /^\S+$/.test(text))) {
      show(path, name === undefined ? 'a name' : `⟨${name}⟩`);
      return;
    }
    const lines = text.split(/\r?\n/);
    if (lines.length > 1) {
      show(`${path} lines`, countClass(lines.filter((line) => line.trim() !== '').length));
      for (const line of lines) show(`${path} line`, quoted(mask(line)));
    } else {
      show(path, text.trim() === '' ? 'empty' : quoted(mask(text)));
    }
    for (const { name: named, value } of lens.labels.inTexts)
      if (wholePlaces(text, String(value)).length > 0) show(`${path} names`, `⟨${named}⟩`);
    for (const [index, date] of datesIn(text).entries())
      compareDate(date, index === 0 ? path : `${path} date ${index}`);
    for (const [index, number] of numbersIn(text).entries())
      walkNumberInText(number, `${path} number ${index}`);
  }

  const mask = (text: string): string => maskText(text, lens.labels.inTexts, lens.isData);

  function walkNumber(value: number, path: string): void {
    const name = lens.labels.nameOf(value);
    if (name !== undefined) {
      show(path, `⟨${name}⟩`);
      compareNumber(value, path, isSame(value));
      return;
    }
    show(path, lens.isNewName(path) ? 'a name' : signOf(value));
    compareNumber(value, path);
  }

  function walkNumberInText(value: number, path: string): void {
    if (lens.labels.nameOf(value) !== undefined || lens.labels.nameOf(String(value)) !== undefined) {
      compareNumber(value, path, isSame(value));
      return;
    }
    show(path, signOf(value));
    compareNumber(value, path);
  }

  /** What has the name of another number is that number, and is compared with it alone: it may be the same by accident. */
  const isSame =
    (value: number) =>
    (yardstick: Labels['yardsticks'][number]): boolean =>
      value === yardstick.value && yardstick.isInput !== true;

  function compareNumber(
    value: number,
    path: string,
    isCompared: (yardstick: Labels['yardsticks'][number]) => boolean = () => true,
  ): void {
    if (!lens.comparesNumbers) return;
    for (const yardstick of lens.labels.yardsticks) {
      if (typeof yardstick.value === 'number' && isCompared(yardstick))
        show(`${path} against ${yardstick.name}`, sideOf(value, yardstick.value));
    }
  }

  function compareDate(text: string, path: string): void {
    if (!lens.comparesNumbers) return;
    const time = Date.parse(text);
    if (Number.isNaN(time)) return;
    show(`${path} against now`, time <= lens.at ? 'past' : 'to come');
    for (const { name, value } of lens.labels.yardsticks) {
      if (typeof value === 'string') show(`${path} against ${name}`, sideOf(time, Date.parse(value)));
    }
  }

  walk(answer, '$');
  for (const [place, count] of counts) traits.set(place, new Set([countClass(count)]));
  return traits;
}

/** A text, or a switch; not what is said about a number, a count or an object. */
export const isState = (value: string): boolean =>
  value.startsWith('"') || value === 'true' || value === 'false' || value === 'null';

/** A member that other items of the list have. */
const missing = 'missing';

const isRow = (item: Json): item is JsonObject => isJsonObject(item) && !isMap(item);

/** Whether a trait says on which side of something a number or a date is. */
const isSide = (path: string): boolean => path.includes(' against ');

/** A text is told from what is said about a value: "null" is not null. */
const quoted = (text: string): string => JSON.stringify(text);

const partText = (name: string): string => formatPath([name] as PathPart[]).slice(1);

/** Items that name what was given are told from the others: what they show is about that. */
function itemName(item: Json, labels: Labels): string {
  const leaves = isJsonObject(item) ? Object.values(item) : [item];
  for (const leaf of leaves) {
    const name = labels.givenNameOf(leaf);
    if (name !== undefined) return `with ${name}`;
  }
  return '*';
}

/** Nothing, one thing and several things call for different work; how many several are, for the same. */
function countClass(count: number): string {
  return count === 0 ? 'none' : count === 1 ? 'one' : 'many';
}

/** A number may be how many there are of something. */
function signOf(value: number): string {
  if (value === 0 || value === 1) return value === 0 ? 'zero' : 'one';
  return value > 0 ? 'positive' : 'negative';
}

function sideOf(value: number, yardstick: number): string {
  return value === yardstick ? 'equal' : value < yardstick ? 'below' : 'above';
}
