/** A stretch of text that is a secret; `end` is exclusive. */
export interface SecretFinding {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/**
 * A rule wakes up where one of its anchors stands in the text and says which secrets, if any, are there.
 *
 * Anchors are at least three characters long; one in lower case matches any case, one with capitals only
 * itself. Findings come in reading order and
 * never start before `floor`, the end of the previous secret. Every rule must look only a bounded distance
 * ahead and back, otherwise hostile text makes the scan quadratic.
 */
export interface RedactionRule {
  readonly anchors: readonly string[];
  find(text: string, at: number, floor: number): readonly SecretFinding[] | undefined;
}

/**
 * Runs a sticky pattern at one place.
 *
 * @example matchAt(/\d+/y, 'port 8080', 5)?.[0] // '8080'
 */
export function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text) ?? undefined;
}

/**
 * Whether a token may begin at `at`: the character before is no letter or digit, or it is the tail of an
 * escape (`\n`, `%3D`, `\u003d`, a terminal colour), as happens in nested JSON, URLs and logs.
 *
 * @example startsToken('task-1', 2, 0) // false
 */
export function startsToken(text: string, at: number, floor: number): boolean {
  if (at <= floor) return true;
  if (!isAlphanumeric(text.charCodeAt(at - 1))) return true;
  return escapeTail.test(text.slice(Math.max(floor, at - 6), at));
}

const escapeTail = /(?:\\[nrtbf]|%[0-9a-f]{2}|\\u[0-9a-f]{4}|\[\d{0,3}m)$/i;

/** Whether the character code is an ASCII letter or digit. */
export function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/**
 * Whether somebody wrote this instead of a token: one character over and over, or the marks of a mask.
 *
 * @example isMask('xxxxxxxx-xxxxxxxx') // true
 */
export function isMask(body: string): boolean {
  return /^(?:[xX*_.=-]+|([a-z0-9])\1*=*)$|[xX]{8}|\*{4}|#{4}/.test(body);
}
