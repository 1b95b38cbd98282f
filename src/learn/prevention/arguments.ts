import type { Json, JsonObject } from '../../json/json.ts';
import { anyItem, type PathPart } from '../../json/path.ts';

/** The values at a path. */
export interface FoundArguments {
  readonly values: readonly Json[];
  /** Whether there were more. */
  readonly cut: boolean;
}

/** More values are not read: a check must not take longer than the call. */
export const maxValues = 100;

const nothing: FoundArguments = { values: [], cut: false };

/** The values at a path, at most `maxValues`. */
export function valuesAlong(root: JsonObject, parts: readonly PathPart[]): FoundArguments {
  let value: Json = root;
  for (const part of parts) {
    if (part === anyItem) {
      return Array.isArray(value) ? valuesOfItems(value, parts.slice(parts.indexOf(anyItem))) : nothing;
    }
    const next = stepInto(value, part);
    if (next === undefined) return nothing;
    value = next;
  }
  return { values: [value], cut: false };
}

function stepInto(value: Json, part: Exclude<PathPart, typeof anyItem>): Json | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return typeof part === 'number' ? value[part] : undefined;
  return typeof part === 'string' && Object.hasOwn(value, part) ? value[part] : undefined;
}

/** The values at a path that begins with any item of a list. */
function valuesOfItems(list: Json[], parts: readonly PathPart[]): FoundArguments {
  let values: readonly Json[] = [list];
  let cut = false;
  for (const part of parts) {
    const next: Json[] = [];
    for (const value of values) {
      if (part === anyItem) {
        if (!Array.isArray(value)) continue;
        const room = maxValues - next.length;
        cut ||= value.length > room;
        for (const item of value.slice(0, room)) next.push(item);
      } else {
        const found = stepInto(value, part);
        if (found !== undefined) next.push(found);
      }
    }
    values = next;
  }
  return { values, cut };
}

/** The number of members of objects, counted once for all checks: counting a million takes long. */
export type Sizes = Map<object, number>;

/** Compares two values without walking further than the shorter one goes. */
export function equalJson(left: Json, right: Json, sizes: Sizes): boolean {
  if (left === right) return true;
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => equalJson(item, right[index] ?? null, sizes));
  }
  const keys = Object.keys(right);
  const isEqual = (key: string): boolean =>
    Object.hasOwn(left, key) && equalJson(left[key] ?? null, right[key] ?? null, sizes);
  return keys.every(isEqual) && sizeOf(left, sizes) === keys.length;
}

function sizeOf(value: JsonObject, sizes: Sizes): number {
  const size = sizes.get(value) ?? Object.keys(value).length;
  sizes.set(value, size);
  return size;
}
