import { placeholderFor } from '../placeholder.ts';
import { headerOf, secretNameOf } from './names.ts';
import { scanSecrets } from './rules.ts';
import { cookieFindings } from './rules-headers.ts';
import { replaceFindings } from './scan.ts';
import { specificKindOf } from './specific-kind.ts';
import { isSecretValue } from './values.ts';

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
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    const redacted = walk(item, announcedName(items, index) ?? name, depth);
    if (redacted === item) continue;
    copy ??= items.slice();
    copy[index] = redacted;
  }
  return copy ?? items;
}

/** In `['--password', 'x']` and `['Authorization', 'Bearer x']` one item names the next. */
function announcedName(items: readonly unknown[], index: number): string | undefined {
  const previous = index > 0 ? items[index - 1] : undefined;
  if (typeof previous !== 'string' || previous.length > 40) return undefined;
  const isFlag = previous.startsWith('--') && !previous.includes('=');
  return isFlag || (items.length === 2 && index === 1) ? previous : undefined;
}

function walkObject(value: object, name: string | undefined, depth: number): unknown {
  if (!isPlain(value)) return value;
  const record = value as Record<string, unknown>;
  let changed: Map<string, [key: string, value: unknown]> | undefined;
  for (const key of Object.keys(record)) {
    const before = record[key];
    const after = walk(before, nameOfField(record, key, name), depth);
    const newKey = key.length < minTokenLength ? key : redactText(key);
    if (after === before && newKey === key) continue;
    changed ??= new Map();
    changed.set(key, [newKey, after]);
  }
  if (changed === undefined) return value;
  const entries = Object.keys(record).map((key) => changed.get(key) ?? [key, record[key]]);
  return Object.fromEntries(entries);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** In `{ name: 'API_KEY', value: 'x' }` and `{ password: { value: 'x' } }` the field `value` has another name. */
function nameOfField(record: Record<string, unknown>, key: string, parent: string | undefined): string {
  if (key !== 'value') return key;
  const { name, key: label } = record;
  const sibling = name ?? label;
  return typeof sibling === 'string' ? sibling : (parent ?? key);
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
