import { placeholderFor } from '../placeholder.ts';
import { headerOf, secretNameOf } from './names.ts';
import { scanSecrets } from './rules.ts';
import { cookieFindings } from './rules-cookies.ts';
import { replaceFindings } from './scan.ts';
import { specificKindOf } from './specific-kind.ts';
import { isSecretValue, isStandIn } from './values.ts';
import { announcedName, nameOfField, sealedKindOf } from './walk-names.ts';

/**
 * Replaces every secret in a text by a placeholder that names its kind and keeps the text around it.
 * Redacting twice equals redacting once.
 *
 * @example redactText('psql postgres://app:hunter2@db/shop') // 'psql postgres://app:[REDACTED:password]@db/shop'
 */
export function redactText(text: string): string {
  let current = text;
  // A placeholder ends words that ran together before, so a pass may uncover what the last one could not see.
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const findings = scanSecrets(current);
    if (findings.length === 0) return current;
    const next = replaceFindings(current, findings);
    if (next === current) return current;
    current = next;
  }
  return current;
}

const maxPasses = 8;
const maxDepth = 256;
// Field names are short and repeat; only a long one can itself be a token.
const minTokenLength = 20;
// Arguments joined for judgement come apart again at the same place.
const argumentGap = ' ';
const maxArguments = 100;
const maxArgumentLength = 2000;

/**
 * Redacts every string in a JSON-like value, judging values also by the names they stand under. Clean values
 * and clean branches come back as the same reference.
 *
 * @example redactValue({ user: 'ada', password: 'hunter2' }) // { user: 'ada', password: '[REDACTED:password]' }
 */
export function redactValue<T>(value: T): T {
  if (typeof value === 'string') return redactText(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  return walk(value, undefined, 0) as T;
}

function walk(value: unknown, name: string | undefined, depth: number): unknown {
  if (typeof value === 'string') return redactNamedText(value, name);
  if (typeof value === 'number') return redactNumber(value, name);
  // Deeper than any record can be: this is a cycle, which no database could keep.
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value;
  return Array.isArray(value) ? walkArray(value, name, depth + 1) : walkObject(value, name, depth + 1);
}

function walkArray(items: readonly unknown[], name: string | undefined, depth: number): unknown {
  const known = redactArguments(items);
  let copy: unknown[] | undefined = known === items ? undefined : [...known];
  for (let index = 0; index < items.length; index += 1) {
    const item = known[index];
    const redacted = walk(item, announcedName(items, index) ?? name, depth);
    if (redacted === item) continue;
    copy ??= items.slice();
    copy[index] = redacted;
  }
  return copy ?? items;
}

/** The arguments of a command as separate texts are judged like the line they make together. */
function redactArguments(items: readonly unknown[]): readonly unknown[] {
  if (items.length > maxArguments || !items.some((item) => typeof item === 'string' && /^-\w/.test(item))) {
    return items;
  }
  if (!items.every((item) => typeof item === 'string' && item.length < maxArgumentLength)) return items;
  const line = items.join(argumentGap);
  const redacted = redactText(line);
  if (redacted === line) return items;
  const parts = redacted.split(argumentGap);
  return parts.length === items.length ? parts : items;
}

function walkObject(value: object, name: string | undefined, depth: number): unknown {
  if (!isPlain(value)) return value;
  const record = value as Record<string, unknown>;
  let changed: Map<string, [key: string, value: unknown]> | undefined;
  for (const key of Object.keys(record)) {
    const before = record[key];
    const sealed = sealedKindOf(record, key, name);
    const after =
      sealed === undefined ? walk(before, nameOfField(record, key, name), depth) : seal(before, sealed);
    const newKey = key.length < minTokenLength ? key : redactText(key);
    if (after === before && newKey === key) continue;
    changed ??= new Map();
    changed.set(key, [newKey, after]);
  }
  if (changed === undefined) return value;
  const entries = Object.keys(record).map((key) => changed.get(key) ?? [key, record[key]]);
  return Object.fromEntries(entries);
}

/** Replaces a value, or all that an object holds, without looking at it. */
function seal(value: unknown, kind: string): unknown {
  if (typeof value === 'string') return value === '' || isStandIn(value) ? value : placeholderFor(kind);
  if (typeof value !== 'object' || value === null) return value;
  const sealed = Object.entries(value).map(([key, item]) => [key, seal(item, kind), item] as const);
  if (sealed.every(([, after, before]) => after === before)) return value;
  return Object.fromEntries(sealed);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function redactNamedText(text: string, name: string | undefined): string {
  const header = name === undefined ? undefined : headerOf(name);
  if (header === 'cookie') return redactText(replaceFindings(text, cookieFindings(text, 0)));
  if (header === 'authorization') {
    return redactText(`authorization: ${text}`).slice('authorization: '.length);
  }
  const byText = redactText(text);
  const named = name === undefined || byText !== text ? undefined : secretNameOf(name);
  if (named === undefined) return byText;
  if (!isSecretValue(text, { evidence: named.evidence, quoted: true, assigned: false })) return text;
  return placeholderFor(specificKindOf(text, 0, text.length) ?? named.kind);
}

function redactNumber(value: number, name: string | undefined): unknown {
  const named = name === undefined ? undefined : secretNameOf(name);
  const isPassword = named?.kind === 'password' && Number.isInteger(value) && value >= 1000;
  return isPassword ? placeholderFor('password') : value;
}
