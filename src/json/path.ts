import { readCutJson } from './cut-json.ts';
import { type Json, jsonProblem } from './json.ts';

/** One step into a value: a member, an item, any item, or any key. */
export type PathPart = string | number | typeof anyItem | typeof anyKey;
export const anyItem: unique symbol = Symbol('any item');
/** The keys of a map instead of its members, written `~`. */
export const anyKey: unique symbol = Symbol('any key');

const partPattern = /\.([A-Za-z_$][\w$-]*)|\[(\d+)\]|\[(\*)\]|(~)|\["((?:[^"\\]|\\.)*)"\]/y;

/**
 * A path as people read it.
 *
 * @example
 * formatPath(['orders', 0, 'id']); // '$.orders[0].id'
 */
export function formatPath(parts: readonly PathPart[]): string {
  const text = parts.map((part) => {
    if (part === anyItem) return '[*]';
    if (part === anyKey) return '~';
    if (typeof part === 'number') return `[${part}]`;
    return /^[A-Za-z_$][\w$-]*$/.test(String(part)) ? `.${String(part)}` : `[${JSON.stringify(part)}]`;
  });
  return `$${text.join('')}`;
}

/** The parts of a path, or undefined when the text is not one. */
export function parsePath(path: string): PathPart[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const parts: PathPart[] = [];
  partPattern.lastIndex = 1;
  while (partPattern.lastIndex < path.length) {
    const match = partPattern.exec(path);
    if (match === null) return undefined;
    const [, name, index, any, key, quoted] = match;
    if (name !== undefined) parts.push(name);
    else if (index !== undefined) parts.push(Number(index));
    else if (any !== undefined) parts.push(anyItem);
    else if (key !== undefined) parts.push(anyKey);
    else {
      const member = unquoted(`"${quoted}"`);
      if (member === undefined) return undefined;
      parts.push(member);
    }
  }
  return parts;
}

function unquoted(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

/** Every value a path leads to: none when it leads nowhere, several only through `[*]`. A list's `length` says how many it has. */
export function valuesAt(root: Json, path: string): Json[] {
  const parts = parsePath(path);
  if (parts === undefined) return [];
  let values: Json[] = [root];
  for (const part of parts) values = values.flatMap((value) => stepInto(value, part));
  return values;
}

function stepInto(value: Json, part: PathPart): Json[] {
  if (value === null || typeof value !== 'object') return [];
  // The members of an object may be items too: `{"sku-1": {…}, "sku-2": {…}}`.
  if (part === anyItem) return Array.isArray(value) ? value : Object.values(value);
  if (part === anyKey) return Array.isArray(value) ? [] : Object.keys(value);
  if (Array.isArray(value)) {
    if (part === 'length') return [value.length];
    return typeof part === 'number' && part < value.length ? [value[part] ?? null] : [];
  }
  return typeof part === 'string' && Object.hasOwn(value, part) ? [value[part] ?? null] : [];
}

/** Every leaf of a value with the way to it. */
export function leavesOf(value: Json, path: PathPart[] = []): Array<{ path: PathPart[]; value: Json }> {
  if (value === null || typeof value !== 'object') return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, [...path, index]));
  return Object.entries(value).flatMap(([key, member]) => leavesOf(member, [...path, key]));
}

/**
 * A result as a value: many tools answer with JSON inside a text, and paths must lead into that too, also when its end
 * was cut off.
 */
export function structured(result: Json): Json {
  return readResult(result).value;
}

/** A result as a value, and whether its end is missing: what is not there may have been there. */
export function readResult(result: Json): { readonly value: Json; readonly cut: boolean } {
  if (typeof result !== 'string' || !/^\s*[[{]/.test(result)) return { value: result, cut: false };
  const whole = parsed(result);
  const value = whole ?? readCutJson(result);
  // Too deep to be walked: then it is a text like any other.
  if (value === undefined || jsonProblem(value) !== undefined) return { value: result, cut: false };
  return { value, cut: whole === undefined };
}

/** A text in quotation marks, or an integer with so many digits that a number may lose some. */
const quotedOrLong = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(/\d{16}/.test(text) ? withLongIntegers(text) : text) as Json;
  } catch {
    return undefined;
  }
}

/** Integers that no number can hold stay as they are written, as texts: a rounded one would name another thing. */
function withLongIntegers(text: string): string {
  return text.replace(quotedOrLong, (found) =>
    found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
  );
}
