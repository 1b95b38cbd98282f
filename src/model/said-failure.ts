import type { JsonObject } from './json.ts';

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
