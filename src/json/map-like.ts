import type { Json, JsonObject } from './json.ts';

/**
 * Whether the members of an object are items that are found by their key, and not fields that have a name:
 * `{"sku-1042": {…}, "sku-1043": {…}}`. Then tomorrow it may have other keys.
 */
export function isMap(value: JsonObject): boolean {
  const members = Object.entries(value);
  return members.length > 0 && members.every(([key, member]) => isData(key, member));
}

/** A key that is data: it is long and has a number in it, or the item says it again. */
function isData(key: string, member: Json): boolean {
  if (/\d{3}/.test(key)) return true;
  if (member === null || typeof member !== 'object' || Array.isArray(member)) return false;
  return Object.values(member).includes(key);
}
