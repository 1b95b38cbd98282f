import { matchAt, type RedactionRule, type SecretFinding } from './rule.ts';
import { isPlainWord, isStandIn } from './values.ts';

const cookieStart =
  /cookies?(?:\\{0,7}["'`])?[ \t]{0,4}(?:[:=]|=>|,(?=\s{0,4}\\{0,7}["'])|(?<=--cookie)(?=[ \t]))\s{0,4}\[?(?:\\{0,7}["'`])?[ \t]{0,2}/iy;
const cookiePair = /([\w.$!#%&*+^|~-]{1,80})=([^;\s"'`\\,]{0,8192})(?:;[ \t]?)?/y;
const cookieMapStart = /cookies?\w{0,8}\\{0,7}["']?[ \t]{0,4}[:=]\s{0,4}\{/iy;
const cookieField =
  /\s{0,20},?\s{0,20}\\{0,7}["']?([\w.-]{1,80})\\{0,7}["']?\s{0,4}:\s{0,4}\\{0,7}["']([^"'\\]{0,8192})\\{0,7}["']/y;
const maxCookies = 100;

/** The values of `Cookie` and `Set-Cookie` headers and fields; names, attributes and preferences stay. */
export const cookieRule: RedactionRule = {
  anchors: ['cookie'],
  find(text, at) {
    const map = matchAt(cookieMapStart, text, at);
    if (map !== undefined) return mappedCookies(text, at + map[0].length);
    const opening = matchAt(cookieStart, text, at);
    return opening ? cookieFindings(text, at + opening[0].length) : undefined;
  },
};

/** Cookies as the fields of an object: `cookies={'sid': '…'}`, `"cookies": {"sid": "…"}`. */
function mappedCookies(text: string, at: number): SecretFinding[] {
  const findings: SecretFinding[] = [];
  let position = at;
  for (let count = 0; count < maxCookies; count += 1) {
    const field = matchAt(cookieField, text, position);
    if (field === undefined) break;
    const [whole, name = '', value = ''] = field;
    const start = position + whole.lastIndexOf(value);
    if (isSecretCookie(name, value)) findings.push({ kind: 'cookie', start, end: start + value.length });
    position += whole.length;
  }
  return findings;
}

const nameField = /["']?\bname\\{0,7}["']?\s{0,4}[:=]\s{0,4}\\{0,7}["']([^"'\\]{1,200})\\{0,7}["']/i;
const valueField = /["']?\bvalue\\{0,7}["']?\s{0,4}[:=]\s{0,4}\\{0,7}["']([^"'\\]{1,8192})\\{0,7}["']/i;
const objectReach = 1500;

/** A cookie as an object of a browser's driver: `{ name: 'sid', value: '…', httpOnly: true }`, in any order. */
export const cookieObjectRule: RedactionRule = {
  anchors: ['httponly', 'samesite'],
  find(text, at, floor) {
    const from = Math.max(floor, at - objectReach);
    const open = text.slice(from, at).lastIndexOf('{');
    if (open < 0) return undefined;
    const object = text.slice(from + open, at + objectReach).split('}')[0] ?? '';
    const value = valueField.exec(object);
    const name = nameField.exec(object)?.[1];
    if (value === null || name === undefined || !isSecretCookie(name, value[1] ?? '')) return undefined;
    const start = from + open + value.index + value[0].lastIndexOf(value[1] ?? '');
    return [{ kind: 'cookie', start, end: start + (value[1] ?? '').length }];
  },
};

// The flag of curl for cookies: a text with `=` is the cookies themselves, any other is a file.
const cookieFlag = /["' ]-b(?: {0,3}|["'],\s{0,20})["']?(?=[\w.-]{1,80}=)/y;

/** Cookies given to a command: `curl -b 'sid=…'`, also as separate arguments. */
export const cookieFlagRule: RedactionRule = {
  anchors: [' -b', '"-b', "'-b"],
  find(text, at) {
    const opening = matchAt(cookieFlag, text, at);
    return opening ? cookieFindings(text, at + opening[0].length) : undefined;
  },
};

const cookieFileLine =
  /\t(?:TRUE|FALSE)\t\/[^\t\n]{0,200}\t(?:TRUE|FALSE)\t\d{1,20}\t([^\t\n]{1,200})\t([^\t\r\n"'\\]{1,8192})|\\t(?:TRUE|FALSE)\\t\/[^\\\n]{0,200}\\t(?:TRUE|FALSE)\\t\d{1,20}\\t([^\\\n]{1,200})\\t([^\\\n"']{1,8192})/y;

/** A line of a cookie file as browsers and curl write it: domain, flag, path, flag, time, name, value. */
export const cookieFileRule: RedactionRule = {
  anchors: ['\tTRUE\t/', '\tFALSE\t/', '\\tTRUE\\t/', '\\tFALSE\\t/'],
  find(text, at) {
    const line = matchAt(cookieFileLine, text, at);
    const value = line?.[2] ?? line?.[4];
    if (line === undefined || value === undefined) return undefined;
    if (!isSecretCookie(line[1] ?? line[3] ?? '', value)) return undefined;
    const end = at + line[0].length;
    return [{ kind: 'cookie', start: end - value.length, end }];
  },
};

/**
 * The secret values in a list of cookies that begins at `at`.
 *
 * @example cookieFindings('sid=8f3kd92k; Path=/', 0) // [{ kind: 'cookie', start: 4, end: 12 }]
 */
export function cookieFindings(text: string, at: number): SecretFinding[] {
  const findings: SecretFinding[] = [];
  let position = at;
  for (let count = 0; count < maxCookies; count += 1) {
    const pair = matchAt(cookiePair, text, position);
    if (pair === undefined) break;
    const [whole, name = '', value = ''] = pair;
    const start = position + name.length + 1;
    if (isSecretCookie(name, value)) findings.push({ kind: 'cookie', start, end: start + value.length });
    position += whole.length;
    if (!whole.trimEnd().endsWith(';')) break;
  }
  return findings;
}

const cookieAttribute = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;
const sessionCookie = /sess|sid|auth|token|csrf|xsrf|jwt|remember|login|secret|key/i;
const preference = /^(?:[a-z]{1,12}|[a-z]{2}[-_][A-Za-z]{2}|\d{1,4}|[A-Z][a-z]+\/[A-Z]\w+|v?\d+(?:\.\d+)+)$/;

/**
 * Whether a cookie's value is worth hiding: whatever is neither an attribute nor a plain preference.
 *
 * @example isSecretCookie('theme', 'dark') // false
 */
export function isSecretCookie(name: string, value: string): boolean {
  if (cookieAttribute.test(name) || value.length < 4 || isStandIn(value) || /[({]/.test(value)) return false;
  return sessionCookie.test(name) ? !isPlainWord(value) : !preference.test(value);
}
