import type { Json, JsonObject } from '../json/json.ts';
import { redactText } from '../text/redact/redact.ts';
import { describeThrown } from '../text/thrown.ts';

/** Deeper structures than this are cut: no tool result means anything down there. */
const maxDepth = 64;
/** Copying ends here: a value this large is kept as a preview anyway, and a small one can unfold without end. */
const maxBytes = 200_000_000;

/** Lone surrogates and NUL cannot be kept by every database; a visible sign takes their place. */
export function storableCopy(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\u0000') ? wellFormed.replaceAll('\u0000', '\u2400') : wellFormed;
}

/** A copy and how large its JSON can be at most, in bytes: most values need no exact counting. */
export interface Snapshot {
  readonly value: Json;
  readonly atMostBytes: number;
}

/** What the walk knows: the objects it is inside of, and the size so far. */
interface Walk {
  readonly ancestors: object[];
  bytes: number;
}

/**
 * A JSON copy of anything a tool may be given or return, taken at this moment: later changes by the agent do
 * not reach the record. What JSON cannot say is said in words; nothing throws.
 *
 * @example
 * snapshot({ at: new Date(0), size: 10n }).value; // { at: '1970-01-01T00:00:00.000Z', size: '10' }
 */
export function snapshot(value: unknown): Snapshot {
  const walk: Walk = { ancestors: [], bytes: 0 };
  return { value: copy(value, walk), atMostBytes: walk.bytes };
}

/** Bytes of a number, a bracket or a short word in JSON, generously. */
const bytesOfScalar = 30;
/** Bytes that a character takes at most in JSON: six when it must be escaped. */
const bytesOfCharacter = 6;

function copy(value: unknown, walk: Walk): Json {
  switch (typeof value) {
    case 'string':
      return copyText(value, walk);
    case 'number':
      walk.bytes += bytesOfScalar;
      // JSON has no -0; adding 0 makes it 0.
      return Number.isFinite(value) ? value + 0 : String(value);
    case 'boolean':
      walk.bytes += bytesOfScalar;
      return value;
    case 'object':
      return value === null ? copyText(null, walk) : copyObject(value, walk);
    case 'bigint':
    case 'symbol':
      return copyText(String(value), walk);
    case 'function':
      return copyText('[function]', walk);
    default:
      return copyText(null, walk);
  }
}

function copyText<Text extends string | null>(text: Text, walk: Walk): Text | string {
  walk.bytes += bytesOfScalar;
  if (text === null) return text;
  walk.bytes += text.length * bytesOfCharacter;
  return storableCopy(text);
}

function copyObject(value: object, walk: Walk): Json {
  const { ancestors } = walk;
  if (ancestors.includes(value)) return copyText('[circular]', walk);
  if (ancestors.length > maxDepth) return copyText('[too deep]', walk);
  if (walk.bytes > maxBytes) return copyText('[too large]', walk);
  walk.bytes += bytesOfScalar;
  ancestors.push(value);
  try {
    return copyByKind(value, walk);
  } catch (error) {
    // A getter of the agent's object may throw; recording must not.
    return copyText(`[unreadable: ${describeThrown(error).message}]`, walk);
  } finally {
    ancestors.pop();
  }
}

function copyByKind(value: object, walk: Walk): Json {
  // Not `map`: it skips holes, and answers with the agent's own kind of list.
  if (Array.isArray(value)) return Array.from(value, (item) => copy(item, walk));
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return copyMembers(value, walk);
  if (value instanceof Date)
    return copyText(Number.isNaN(value.getTime()) ? null : value.toISOString(), walk);
  if (value instanceof Error) return copyMembers({ name: value.name, message: value.message }, walk);
  if (ArrayBuffer.isView(value)) return copyText(`[${value.byteLength} bytes]`, walk);
  if (value instanceof Map) return copyMembers(Object.fromEntries(value), walk);
  if (value instanceof Set) return [...value].map((item) => copy(item, walk));
  return hasToJson(value) ? copy(value.toJSON(), walk) : copyMembers(value, walk);
}

function copyMembers(value: object, walk: Walk): JsonObject {
  const members: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    walk.bytes += key.length * bytesOfCharacter;
    // A member of this name must stay a member, and not become the prototype.
    if (key === '__proto__') Object.defineProperty(members, key, { ...ordinary, value: copy(member, walk) });
    else members[storableCopy(key)] = copy(member, walk);
  }
  return members;
}

const ordinary = { enumerable: true, writable: true, configurable: true } as const;

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

/** Arguments as an object: a tool called with something else gets it under `input`. */
export function snapshotArguments(value: unknown): { value: JsonObject; atMostBytes: number } {
  const { value: copied, atMostBytes } = snapshot(value);
  if (copied === null) return { value: {}, atMostBytes };
  const isObject = typeof copied === 'object' && !Array.isArray(copied);
  return isObject
    ? { value: copied, atMostBytes }
    : { value: { input: copied }, atMostBytes: atMostBytes + bytesOfScalar };
}

const previewLength = 1_000;
/** Read for a preview, so that a secret at its end is seen whole. */
const previewReadLength = 10_000;

/** Redacted before it is cut: half a secret is not recognised any more, but still half of it (CAP-5). */
function previewOf(text: string): string {
  return redactText(text.slice(0, previewReadLength)).slice(0, previewLength).toWellFormed();
}

/** The value, or a preview of it when its JSON is larger than the cap. */
export function capped<Value extends Json>(
  { value, atMostBytes }: { readonly value: Value; readonly atMostBytes: number },
  limit: number,
): { value: Value | JsonObject; cut: boolean } {
  if (atMostBytes <= limit) return { value, cut: false };
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= limit) return { value, cut: false };
  return { value: { truncated: true, bytes, preview: previewOf(text) }, cut: true };
}
