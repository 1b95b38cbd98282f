import { isJsonObject, type Json } from '../../json/json.ts';
import { isMap } from '../../json/map-like.ts';
import {
  anyItem,
  formatPath,
  leavesOf,
  type PathPart,
  parsePath,
  readResult,
  valuesAt,
} from '../../json/path.ts';
import { counted } from '../../text/counted.ts';
import { containsValue, listed, shown } from './phrases.ts';

/** Which part of the path leads into one of several items, or undefined when none does. */
export function pickedAt(result: Json, path: readonly PathPart[]): number | undefined {
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const [collection] = valuesAt(result, formatPath(path.slice(0, length)));
    if (itemsOf(collection ?? null).length > 1) return length;
  }
  return undefined;
}

/** The innermost collection with several items on the path, and the item that the path leads into. */
function findPick(result: Json, path: readonly PathPart[]) {
  const at = pickedAt(result, path);
  if (at === undefined) return undefined;
  const [collection] = valuesAt(result, formatPath(path.slice(0, at)));
  const [item] = valuesAt(result, formatPath(path.slice(0, at + 1)));
  return item === undefined ? undefined : { item, items: itemsOf(collection ?? null) };
}

/** The items of a list, or of a map: `{"sku-1": {…}, "sku-2": {…}}`. */
function itemsOf(collection: Json): readonly Json[] {
  if (Array.isArray(collection)) return collection;
  return isJsonObject(collection) && isMap(collection) ? Object.values(collection) : [];
}

/** Words of a task that ask for the least or the most of something. A number is an extreme by accident as often. */
const asksForExtreme =
  /\b(?:least|most|low|high|small|larg|bigg|short|long|few|great|latest|newest|oldest|earliest|minim|maxim)/i;
const asksForPrice = /\b(?:cheap|expensive|costl)/i;
const prices = /price|cost|amount|total|fee/i;

/** Whether the task asks for the least or the most of what this number is. */
function asksFor(task: string, name: string): boolean {
  return asksForExtreme.test(task) || (asksForPrice.test(task) && prices.test(name));
}

/**
 * What distinguishes a picked item from the others, as far as it is told by what the task says, by a yes or no, or by
 * the least or greatest number: what to look for to pick the right one again.
 *
 * @example
 * describePick(result, '$.variants[2].id', 'v3', 'the cheapest red one');
 * // 'the one of 8 items with color "red" and the least price'
 */
export function describePick(result: Json, path: string, value: Json, task: string): string | undefined {
  const { value: whole, cut } = readResult(result);
  const found = pathOf(whole, path, value);
  const pick = found === undefined ? undefined : findPick(whole, found);
  if (pick === undefined) return undefined;
  const properties = leavesOf(pick.item).filter((leaf) => leaf.value !== value && leaf.path.length > 0);
  const reasons: string[] = [];
  let left = pick.items;
  const keep = (reason: string, matches: (item: Json) => boolean): void => {
    const fewer = left.filter(matches);
    if (fewer.length === left.length) return;
    reasons.push(reason);
    left = fewer;
  };
  const has = (leaf: { path: PathPart[]; value: Json }) => (item: Json) =>
    valuesAt(item, formatPath(leaf.path)).includes(leaf.value);
  for (const leaf of properties.filter((each) => containsValue(task, each.value)))
    keep(`${nameOf(leaf.path)} ${shown(leaf.value)} as in the task`, has(leaf));
  for (const leaf of properties.filter((each) => typeof each.value === 'boolean'))
    if (left.length > 1) keep(`${nameOf(leaf.path)} ${String(leaf.value)}`, has(leaf));
  for (const leaf of properties) {
    // The least value of a result that was cut is unknown.
    if (left.length <= 1 || typeof leaf.value !== 'number' || cut || !asksFor(task, nameOf(leaf.path)))
      continue;
    const extreme = extremeOf(left, leaf.path, leaf.value);
    if (extreme !== undefined) keep(`the ${extreme} ${nameOf(leaf.path)}`, has(leaf));
  }
  if (reasons.length === 0) return undefined;
  const of = left.length === 1 ? 'the one' : `one of the ${left.length}`;
  return `${cut ? 'one' : `${of} of ${counted(pick.items.length, 'item')}`} with ${listed(reasons)}`;
}

/** The place of the value itself, when the path leads to any item. */
function pathOf(result: Json, path: string, value: Json): PathPart[] | undefined {
  const parts = parsePath(path);
  if (parts === undefined || !parts.includes(anyItem)) return parts;
  return leavesOf(result).find(
    (leaf) =>
      leaf.value === value &&
      leaf.path.length === parts.length &&
      parts.every((part, index) => part === anyItem || part === leaf.path[index]),
  )?.path;
}

function extremeOf(
  items: readonly Json[],
  path: PathPart[],
  value: number,
): 'least' | 'greatest' | undefined {
  const numbers = items
    .flatMap((item) => valuesAt(item, formatPath(path)))
    .filter((each) => typeof each === 'number');
  if (Math.min(...numbers) === value) return 'least';
  return Math.max(...numbers) === value ? 'greatest' : undefined;
}

function nameOf(path: readonly PathPart[]): string {
  return path.filter((part) => typeof part === 'string').at(-1) ?? 'value';
}
