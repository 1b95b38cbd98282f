import { isSecretCookie } from './rules-cookies.ts';

const valueField = /^val(?:ue)?$/i;
const nameFields = ['name', 'key', 'Name', 'Key', 'header', 'variable', 'field'] as const;

/**
 * The name a field's value stands under. In `{ name: 'API_KEY', value: 'x' }` and `{ password: { value: 'x' } }`
 * the field `value` has another name.
 *
 * @example nameOfField({ name: 'API_KEY', value: 'x' }, 'value', undefined) // 'API_KEY'
 */
export function nameOfField(
  record: Record<string, unknown>,
  key: string,
  parent: string | undefined,
): string {
  return valueField.test(key) ? (siblingName(record) ?? parent ?? key) : key;
}

function siblingName(record: Record<string, unknown>): string | undefined {
  return nameFields.map((field) => record[field]).find((name) => typeof name === 'string');
}

/**
 * In `['--password', 'x']` and `['Authorization', 'Bearer x']` one item names the next.
 *
 * @example announcedName(['--token', 'x'], 1) // '--token'
 */
export function announcedName(items: readonly unknown[], index: number): string | undefined {
  const previous = index > 0 ? items[index - 1] : undefined;
  if (typeof previous !== 'string' || previous.length > 40) return undefined;
  const isFlag = previous.startsWith('--') && !previous.includes('=');
  return isFlag || (items.length === 2 && index === 1) ? previous : undefined;
}

/**
 * The kind of secret a field holds because of what stands around it, not because of its name: the data of a
 * Kubernetes secret, the value of a cookie.
 *
 * @example sealedKindOf({ kind: 'Secret', data: {} }, 'data', undefined) // 'kubernetes-secret'
 */
export function sealedKindOf(
  record: Record<string, unknown>,
  key: string,
  parent: string | undefined,
): string | undefined {
  if (record['kind'] === 'Secret' && /^(?:stringData|data)$/.test(key)) return 'kubernetes-secret';
  const value = record[key];
  if (typeof value !== 'string') return undefined;
  if (parent !== undefined && /cookies$/i.test(parent) && !isCookie(record)) {
    return isSecretCookie(key, value) ? 'cookie' : undefined;
  }
  if (!valueField.test(key) || !isCookie(record)) return undefined;
  return isSecretCookie(siblingName(record) ?? '', value) ? 'cookie' : undefined;
}

/** A cookie as browsers' drivers give it: a name and a value with where and how it is sent. */
function isCookie(record: Record<string, unknown>): boolean {
  return ['httpOnly', 'sameSite', 'domain', 'HttpOnly', 'SameSite'].some((field) => field in record);
}
