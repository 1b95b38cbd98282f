import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { structured } from '../json/path.ts';

/**
 * Whether an answer tells of a failure by its members: `{ error: … }`, `{ success: false }`. What is not said is not a
 * failure.
 *
 * @example saysFailure({ ok: false }); // true
 */
export function saysFailure(answer: JsonObject): boolean {
  const { error, success, ok, is_error: isError, isError: isErrorToo } = answer;
  if (success === true || ok === true) return false;
  if (success === false || ok === false || isError === true || isErrorToo === true) return true;
  return error !== undefined && error !== null && error !== false && error !== '';
}

/** A failure that an answer tells of, and where it does. */
export interface SaidFailure {
  /** The member that says so, as `result.error`; null for a text. */
  readonly member: string | null;
  readonly said: string;
}

/** Wrappings around the answer itself, and how many of them may lie inside each other. */
const wrappings = ['result', 'results', 'data', 'response', 'output', 'body', 'content', 'text'];
const maxDepth = 4;
/** Items of a list that are looked at: a tool that answers with texts says first that it failed. */
const maxItems = 3;

/**
 * The failure inside an answer that looks like a success, by its form: members such as `error` and `ok`, a text that
 * begins as errors do, an error page, and any of these inside a wrapping.
 *
 * @example
 * findSaidFailure({ content: [{ type: 'text', text: 'Error: no such order' }] }); // { member: 'content.text', … }
 */
export function findSaidFailure(answer: Json, depth = 0): SaidFailure | undefined {
  const value = structured(answer);
  if (typeof value === 'string') return isFailureText(value) ? { member: null, said: value } : undefined;
  if (!isJsonObject(value)) return undefined;
  const member = Object.keys(value).find((name) => signs[name]?.(value[name] ?? null) === true);
  if (member !== undefined) return { member, said: JSON.stringify(value) };
  if (depth >= maxDepth) return undefined;
  for (const name of wrappings) {
    if (!Object.hasOwn(value, name)) continue;
    const inner = value[name] ?? null;
    for (const item of Array.isArray(inner) ? inner.slice(0, maxItems) : [inner]) {
      const found = findSaidFailure(item, depth + 1);
      if (found === undefined) continue;
      return { member: found.member === null ? name : `${name}.${found.member}`, said: found.said };
    }
  }
  return undefined;
}

const failureText =
  /^\s*(?:<tool_use_error>|(?:error|traceback)\b|(?:failed|failure|fatal)(?:\s+to\b|\s*[:!.]|\s*$))/i;
const namedError = /^\s*[\w$.]{1,100}(?:Error|Exception)\s*:/;
const errorPage =
  /^\s*<(?:!doctype html|html)\b[\s\S]{0,2000}?<(?:title|h1)[^>]*>\s*(?:(?:error\s*)?[45]\d\d\b|[^<]{0,100}\b(?:error|bad gateway|gateway time-?out|service unavailable|forbidden|not found)\b)/i;

function isFailureText(text: string): boolean {
  return failureText.test(text) || namedError.test(text) || errorPage.test(text);
}

const says =
  (expected: Json) =>
  (value: Json): boolean =>
    value === expected;
const saysSomething = (value: Json): boolean =>
  value !== null && typeof value === 'object' ? Object.keys(value).length > 0 : Boolean(value);
const saysFailed = (value: Json): boolean =>
  typeof value === 'string' && /^(?:error|failed|failure)$/i.test(value.trim());

/** Members that tell of a failure, and what they say then. */
const signs: Readonly<Record<string, (value: Json) => boolean>> = Object.assign(Object.create(null), {
  error: saysSomething,
  errors: saysSomething,
  isError: says(true),
  is_error: says(true),
  success: says(false),
  ok: says(false),
  status: saysFailed,
});
