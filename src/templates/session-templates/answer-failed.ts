import { isJsonObject, type Json } from '../../json/json.ts';
import { saysFailure } from '../../text/said-failure.ts';

/** How an answer begins that says of itself that it is an error. */
const errorText =
  /^\s*(?:<tool_use_error>|(?:Uncaught )?[\w$.]{0,100}(?:Error|Exception)\b[^:\n]{0,100}:|Traceback \(most recent call last\):|(?:Exit code:?|Process exited with code) -?[1-9])/;

/**
 * Whether an answer tells of a failure. Messages have no field for it, so that it can only be read: `{ error: … }`,
 * `{ success: false }`, or text that begins as an error does. What is not said is not a failure.
 *
 * @example answerFailed({ ok: false }); // true
 */
export function answerFailed(answer: Json): boolean {
  if (typeof answer === 'string') return errorText.test(answer);
  return isJsonObject(answer) && saysFailure(answer);
}

/**
 * The value of an answer: the object or list that a text writes down, or the text itself. A number that JavaScript would
 * round stays as it is written: an id with its last digits changed is worse than a text.
 */
export function answerValue(text: string): Json {
  if (!/^\s*[[{]/.test(text) || /\d{16}/.test(text)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
