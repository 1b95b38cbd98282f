import type { Json, JsonObject } from '../model/json.ts';

/** Deeper structures than this are cut: no tool result means anything down there. */
const maximumDepth = 64;

/** Lone surrogates and NUL cannot be kept by every database; a visible sign takes their place. */
export function storableCopy(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\u0000') ? wellFormed.replaceAll('\u0000', '\u2400') : wellFormed;
}

/**
 * A JSON copy of anything a tool may be given or return, taken at this moment: later changes by the agent do
 * not reach the record. What JSON cannot say is said in words; nothing throws.
 *
 * @example
 * snapshot({ at: new Date(0), size: 10n }); // { at: '1970-01-01T00:00:00.000Z', size: '10' }
 */
export function snapshot(value: unknown): Json {
  return copy(value, [], 0);
}

function copy(value: unknown, ancestors: object[], depth: number): Json {
  switch (typeof value) {
    case 'string':
      return storableCopy(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? null : copyObject(value, ancestors, depth);
    case 'function':
      return '[function]';
    case 'symbol':
      return storableCopy(String(value));
    default:
      return null;
  }
}

function copyObject(value: object, ancestors: object[], depth: number): Json {
  if (ancestors.includes(value)) return '[circular]';
  if (depth > maximumDepth) return '[too deep]';
  const path = [...ancestors, value];
  try {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (value instanceof Error) return { name: value.name, message: storableCopy(value.message) };
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (value instanceof Map) return copyObject(Object.fromEntries(value), path, depth);
    if (value instanceof Set) return copyObject([...value], path, depth);
    if (Array.isArray(value)) return value.map((item) => copy(item, path, depth + 1));
    if (hasToJson(value)) return copy(value.toJSON(), path, depth + 1);
    return copyMembers(value, path, depth);
  } catch (error) {
    // A getter of the agent's object may throw; recording must not.
    return `[unreadable: ${storableCopy(error instanceof Error ? error.message : String(error))}]`;
  }
}

function copyMembers(value: object, path: object[], depth: number): JsonObject {
  const members: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    // Defined, not assigned: a member called __proto__ must stay a member.
    Object.defineProperty(members, storableCopy(key), {
      value: copy(member, path, depth + 1),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return members;
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** Arguments as an object: a tool called with something else gets it under `input`. */
export function snapshotArguments(value: unknown): JsonObject {
  const copied = snapshot(value);
  if (copied === null) return {};
  return typeof copied === 'object' && !Array.isArray(copied) ? copied : { input: copied };
}

const previewLength = 1_000;

/** The value, or a preview of it when its JSON is larger than the cap. */
export function capped<Value extends Json>(
  value: Value,
  maximumBytes: number,
): { value: Value | JsonObject; cut: boolean } {
  const text = JSON.stringify(value);
  // A UTF-16 unit takes at most three bytes, so most values need no counting.
  if (text.length * 3 <= maximumBytes) return { value, cut: false };
  const bytes = Buffer.byteLength(text);
  if (bytes <= maximumBytes) return { value, cut: false };
  return {
    value: { truncated: true, bytes, preview: text.slice(0, previewLength).toWellFormed() },
    cut: true,
  };
}
