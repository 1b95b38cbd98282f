import * as z from 'zod';

/** Any value JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A JSON object. */
export type JsonObject = { [key: string]: Json };

/** Deeper structures are no sensible data, and walking them would overflow the stack. */
const maxDepth = 200;

/**
 * Why a value cannot be kept as JSON by every database, or undefined when it can. Walks without recursion, so
 * that no input can overflow the stack, and rebuilds nothing, so that a member called `__proto__` stays one.
 */
export function jsonProblem(root: unknown): string | undefined {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `is nested deeper than ${maxDepth} levels`;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') {
        const problem = textProblem(value);
        if (problem !== undefined) return problem;
      } else if (Array.isArray(value)) {
        for (const item of value) next.push(item);
      } else if (isPlain(value)) {
        for (const key of Object.keys(value)) next.push(key, value[key]);
      } else if (value !== null && typeof value !== 'boolean' && !Number.isFinite(value)) {
        return `holds a ${typeof value}, which JSON cannot carry`;
      }
    }
    level = next;
  }
  return undefined;
}

/** A date, a map or an instance of a class is an object, but not one that JSON gives back. */
function isPlain(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Well-formed Unicode without NUL: PostgreSQL refuses the one, no database can return the other. */
export function textProblem(text: string): string | undefined {
  if (text.includes('\u0000')) return 'contains a NUL byte; remove it or encode the data as base64';
  if (!text.isWellFormed()) return 'is not valid Unicode (a lone surrogate); re-encode it as UTF-8';
  return undefined;
}

function check(value: unknown, context: z.RefinementCtx): void {
  const message = jsonProblem(value);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
}

export const json = z.unknown().superRefine(check) as unknown as z.ZodType<Json>;

export const jsonObject = z
  .unknown()
  .refine(isJsonObject, 'must be a JSON object')
  .superRefine(check)
  .meta({ type: 'object' }) as unknown as z.ZodType<JsonObject>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Text with sorted keys, so that equal values have equal text whatever order their keys were written in.
 *
 * @example
 * canonicalJson({ b: 1, a: 2 }); // '{"a":2,"b":1}'
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(',')}}`;
}

export function sameJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  // Most comparisons are between leaves, which need no text to be told apart.
  if (!isStructure(left) || !isStructure(right)) return false;
  return canonicalJson(left) === canonicalJson(right);
}

function isStructure(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}
