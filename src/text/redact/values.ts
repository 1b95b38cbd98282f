import { placeholderStart } from '../placeholder.ts';
import { looksRandom } from './entropy.ts';
import type { NameEvidence } from './names.ts';

/** How a value stands in the text: quoted values and JSON fields are data, bare ones may be code or prose. */
export interface ValueSetting {
  readonly evidence: NameEvidence;
  /** Between quotes, or a string of its own. */
  readonly quoted: boolean;
  /** `NAME=value` without spaces, up to white space or the end: a shell or environment assignment. */
  readonly assigned: boolean;
}

/**
 * Whether a value beside a secret-looking name is itself a secret, and not a word about one, a reference
 * to one, a mask or code.
 *
 * @example isSecretValue('hunter2', { evidence: 'certain', quoted: false, assigned: false }) // true
 * @example isSecretValue('${DB_PASSWORD}', { evidence: 'certain', quoted: true, assigned: false }) // false
 */
export function isSecretValue(value: string, { evidence, quoted, assigned }: ValueSetting): boolean {
  if (isStandIn(value)) return false;
  if (evidence === 'hint') return looksRandom(value) && (quoted || !isIdentifier(value));
  if (/\s/.test(value))
    return quoted && evidence === 'certain' ? !isProse(value) : looksRandom(unwrapped(value));
  if (isPath(value) || isPlainWord(value) || (!quoted && isCode(value))) return false;
  if (looksRandom(value)) return true;
  if (evidence === 'certain') return quoted || isMixed(value) || (assigned && isOwnWord(value));
  return value.length >= 6 && (/\d/.test(value) ? /[^\d.,]/.test(value) : isLongLetters(value));
}

/**
 * Whether a value only stands in for a secret: a mask, a template, a reference to the environment, an
 * earlier placeholder.
 *
 * @example isStandIn('<your-token>') // true
 */
export function isStandIn(value: string): boolean {
  return value === '' || value.includes(placeholderStart) || standIn.test(value) || isMasked(value);
}

const standIn =
  /^(?:\$[A-Za-z_][\w:.]*$|\$\{|\$\(|\{\{|\{[\w.]*\}$|%(?:[sdv](?:\W%[sdv])*|\w+%|\(\w+\)s)$|<[^<>]*>?$|[\w-]*>$|&lt;|#\{|@\{|!(?:Ref|Sub|GetAtt|ImportValue|secret|vault|env)\b|process\.env|import\.meta|os\.(?:environ|getenv)|env[.([]|getenv|secrets?\.|vars?\.|vault:|arn:|projects\/|op:\/\/|(?:(?:insert|enter|put|replace|your)[-_ ]?|(?:the|my)[-_ ])(?:own|api|access|secret|token|password|key|auth|actual|real)[-_a-z ]*$|your[-_ ]|example|dummy|placeholder|\[?redacted|\[[A-Z_ ]+\]$|change[-_]?me|todo\b)/i;
const masked = /^(?:[*•●.#?_-]+|[xX]{3,})$|^.{0,12}(?:\.{3}|…).{0,8}$/;
const masks = ['***', '••', 'xxxxxxxx', 'XXXXXXXX'];

function isMasked(value: string): boolean {
  return masks.some((mask) => value.includes(mask)) || masked.test(value);
}

/**
 * Whether a value is a word that stands where a secret could: a type, a state, a scheme, the name again.
 *
 * @example isPlainWord('required') // true
 */
export function isPlainWord(value: string): boolean {
  return plainWord.test(value);
}

/**
 * Whether a bare value is a secret even in the middle of a sentence: letters and digits mixed.
 *
 * @example isUnmistakable('hunter2') // true
 */
export function isUnmistakable(value: string): boolean {
  return looksRandom(value) || (value.length >= 6 && isMixed(value) && !/^\d+$|-|^\W/.test(value));
}

const plainWord =
  /^(?:0x[0-9a-f]+|true|false|null|nil|none|undefined|void|any|unknown|never|string|str|text|varchar|char|number|int|integer|bool|boolean|bytes?|object|array|optional|required|invalid|valid|missing|expired|empty|unset|incorrect|correct|wrong|hidden|yes|no|on|off|ok|bearer|basic|digest|oauth2?|jwt|sha\d+|md5|bcrypt|scrypt|argon2\w*|pbkdf2|utf-?8|base64|hex|(?:new|old|current|confirm)?[-_ ]?(?:pass|passwords?|passwd|passphrase|tokens?|(?:api|access|private|secret|auth)?[-_]?keys?|pwd|credentials?)(?:\d|[-_][a-z_-]+)?)[?!.:]*$/i;

const proseWord =
  /\b(?:the|an?|is|are|be|been|was|were|must|should|can|cannot|could|may|will|your|you|my|our|their|to|of|for|with|from|in|on|at|by|or|and|not|no|this|that|it|if|has|have|does|do|least|required|invalid|enter|forgot|please|password|passwords|passwort|passe|secret|secrets|token|key|keys|characters?)\b/i;

/** Several words are prose if they hold the small words sentences are made of. */
function isProse(value: string): boolean {
  return proseWord.test(value) || value.length > 200;
}

function unwrapped(value: string): string {
  return value.replace(/\s+/g, '');
}

function isPath(value: string): boolean {
  return (
    /^(?:~|\.{1,2})?\/(?:[\w.@-]+(?:\/[\w.@-]+)*\/?)?$|^[A-Za-z]:\\|^https?:\/\/|^file:/.test(value) &&
    !looksRandom(value)
  );
}

/** Unquoted and shaped like an expression: a call, a member, an index, an operator, a plain identifier. */
function isCode(value: string): boolean {
  return (
    /^[([{|&+*?:=\\/]|^-[->]?$|^!?[A-Za-z_$][\w$]*(?:\(|\[|\.[A-Za-z_$]|::|->|\?\.|=>|\|\||\?\?)|^[a-z_$]+(?:[A-Z][a-z]+)+$|^[A-Z][a-z]+(?:[A-Z][a-z]+)+$|^[A-Za-z]+_[A-Za-z_]+$/.test(
      value,
    ) || /^(?:None|null|new|await|this|self|function|f?["'`])$/.test(value)
  );
}

/** Unquoted words run together, or a member of something: `RealtimeV4TokenOptions`, `exports.$V4`. */
function isIdentifier(value: string): boolean {
  if (/^[a-z]{3,}\.[$A-Za-z_]/.test(value)) return true;
  const words = value.match(/[A-Z][a-z]{2,}/g) ?? [];
  return words.join('').length >= value.length * 0.6;
}

const lineBreak = /[\n\r\u2028\u2029]/;
// What is drawn at random, or chosen by somebody, is mixed from its beginning.
const maxSample = 256;

/** Not a plain word or a small number: letters with digits or marks inside, or a longer number. */
function isMixed(value: string): boolean {
  if (value.length < 4) return false;
  if (/^\d+$/.test(value)) return true;
  const sample = value.length > maxSample ? value.slice(0, maxSample) : value;
  return lineBreak.test(sample) ? sample.split(lineBreak).some(isMixedLine) : isMixedLine(sample);
}

function isMixedLine(line: string): boolean {
  return /[A-Za-z]/.test(line) && /[\d!@#$%^&*+=~]/.test(line);
}

/** A word that somebody chose, not one that says what happened to the password. */
function isOwnWord(value: string): boolean {
  return value.length >= 3 && !/^[a-z]+(?:ed|ing)$/i.test(value);
}

function isLongLetters(value: string): boolean {
  return value.length >= 20 && /^[A-Za-z+/=]+$/.test(value);
}
