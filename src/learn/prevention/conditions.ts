import type { Json, JsonObject } from '../../json/json.ts';
import { type PathPart, parsePath } from '../../json/path.ts';
import type { Condition, RecentCall } from '../../records/check.ts';
import { equalJson, type FoundArguments, maxValues, type Sizes, valuesAlong } from './arguments.ts';
import { oneLine } from './one-line.ts';

type ArgumentCondition = Extract<Condition, { of: 'argument' }>;
type RecentCondition = Extract<Condition, { of: 'recent' }>;

/** A compiled condition: its path is parsed once, and read once a call for all conditions that name it. */
export type ReadyCondition =
  | { readonly of: 'argument'; readonly slot: number; readonly condition: ArgumentCondition }
  | { readonly of: 'recent'; readonly condition: RecentCondition };

/** The paths of many conditions, each once. */
export interface Paths {
  readonly parts: Array<readonly PathPart[]>;
  readonly slots: Map<string, number>;
}

export const noPaths = (): Paths => ({ parts: [], slots: new Map() });

/** Parses a condition's path, unless another condition has named it. */
export function makeReady(condition: Condition, paths: Paths): ReadyCondition {
  if (condition.of === 'recent') return { of: 'recent', condition };
  const slot = paths.slots.get(condition.path) ?? paths.parts.length;
  if (slot === paths.parts.length) paths.parts.push(parsePath(condition.path) ?? []);
  paths.slots.set(condition.path, slot);
  return { of: 'argument', slot, condition };
}

/** How many calls ago a tool last worked and last failed. */
interface LastCalls {
  succeeded: number;
  failed: number;
}

interface JudgedCall {
  readonly arguments: JsonObject;
  readonly recent: readonly RecentCall[];
}

/** One call as conditions see it, with caches that they share. */
export interface Sight extends JudgedCall {
  readonly paths: Paths;
  readonly found: Array<FoundArguments | undefined>;
  readonly sizes: Sizes;
  last: Map<string, LastCalls> | null;
}

export function sightOf({ arguments: given, recent }: JudgedCall, paths: Paths): Sight {
  return { arguments: given, recent, paths, found: [], sizes: new Map(), last: null };
}

/** Whether a condition holds; undefined when there is too much to look at, or a text is compared with a number. */
export function holds(ready: ReadyCondition, sight: Sight): boolean | undefined {
  return ready.of === 'recent'
    ? happenedBefore(ready.condition, sight)
    : fits(ready.condition, foundAt(ready.slot, sight), sight.sizes);
}

function foundAt(slot: number, sight: Sight): FoundArguments {
  const known = sight.found[slot];
  if (known !== undefined) return known;
  const found = valuesAlong(sight.arguments, sight.paths.parts[slot] ?? []);
  sight.found[slot] = found;
  return found;
}

/** The most calls that a condition may look back at. */
export const maxRecent = 100;

function happenedBefore({ tool, within, is }: RecentCondition, sight: Sight): boolean {
  sight.last ??= lastCalls(sight.recent);
  const last = sight.last.get(tool);
  if (is === 'absent') return last === undefined || Math.min(last.succeeded, last.failed) > within;
  return last !== undefined && last[is] <= within;
}

function lastCalls(recent: readonly RecentCall[]): Map<string, LastCalls> {
  const last = new Map<string, LastCalls>();
  const end = recent.length;
  for (let ago = Math.min(end, maxRecent); ago >= 1; ago -= 1) {
    const call = recent[end - ago];
    if (call === undefined) continue;
    const known = last.get(call.tool) ?? { succeeded: Infinity, failed: Infinity };
    known[call.success ? 'succeeded' : 'failed'] = ago;
    last.set(call.tool, known);
  }
  return last;
}

function fits(
  { is, value }: ArgumentCondition,
  { values, cut }: FoundArguments,
  sizes: Sizes,
): boolean | undefined {
  if (is === 'present') return values.length > 0;
  if (is === 'absent') return values.length === 0;
  if (values.length === 0) return is === 'differs';
  let answer: boolean | undefined = cut ? undefined : true;
  for (const found of values) {
    const fitting = fitsOne(is, found, value, sizes);
    if (fitting === false) return false;
    if (fitting === undefined) answer = undefined;
  }
  return answer;
}

function fitsOne(is: ArgumentCondition['is'], found: Json, value: Json, sizes: Sizes): boolean | undefined {
  switch (is) {
    case 'equals':
      return equalJson(found, value, sizes);
    case 'differs':
      return !equalJson(found, value, sizes);
    case 'at-least':
      return isAtLeast(found, value);
    case 'at-most':
      return isAtLeast(value, found);
    case 'one-of':
      return Array.isArray(value) && value.some((one) => equalJson(found, one, sizes));
    case 'contains':
      return contains(found, value, sizes);
    default:
      return undefined;
  }
}

/** Undefined when one of them is no number. */
function isAtLeast(left: Json, right: Json): boolean | undefined {
  const [first, second] = [numberOf(left), numberOf(right)];
  return first === undefined || second === undefined ? undefined : first >= second;
}

/** Agents write numbers as texts, too. */
function numberOf(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.length > 40 || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Longer texts are read up to here. */
const maxReadLength = 10_000;

function contains(found: Json, value: Json, sizes: Sizes): boolean | undefined {
  if (typeof found === 'string') {
    const isIn = typeof value === 'string' && found.slice(0, maxReadLength).includes(value);
    return isIn || (typeof value === 'string' && found.length > maxReadLength ? undefined : false);
  }
  if (!Array.isArray(found)) return false;
  const isIn = found.slice(0, maxValues).some((item) => equalJson(item, value, sizes));
  return isIn || (found.length > maxValues ? undefined : false);
}

/** Why a condition does not hold. The words are stored, so they do not repeat texts that were found: these may be secret. */
export function whyNot(ready: ReadyCondition, sight: Sight): string {
  if (ready.of === 'recent') return whyNotCalled(ready.condition);
  const { path, is } = ready.condition;
  const wanted = valueWanted(ready.condition);
  const { values } = foundAt(ready.slot, sight);
  if (is === 'present') return `${path} is missing`;
  if (is === 'absent') return `${path} is there`;
  if (values.length === 0) return `${path} is missing; ${wanted} was expected`;
  const [only] = values;
  const number = values.length === 1 && typeof only === 'number' ? `is ${only} and` : 'is';
  return `${path} ${number} not ${wanted}`;
}

function whyNotCalled({ tool, within, is }: RecentCondition): string {
  const calls = within === 1 ? 'last call' : `last ${within} calls`;
  return is === 'absent' ? `"${tool}" was called in the ${calls}` : `no "${tool}" ${is} in the ${calls}`;
}

const relations = {
  present: 'there',
  absent: 'missing',
  equals: 'equal to',
  differs: 'different from',
  'at-least': 'at least',
  'at-most': 'at most',
  contains: 'something that contains',
  'one-of': 'one of',
} as const;

function valueWanted({ is, value }: ArgumentCondition): string {
  return `${relations[is]} ${oneLine(JSON.stringify(value), 100)}`;
}
