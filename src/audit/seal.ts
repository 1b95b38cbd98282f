import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Json } from '../json/json.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A new key of a user. Whoever destroys it makes everything that was sealed under it unreadable. */
export function newKey(): string {
  return randomBytes(32).toString('base64url');
}

/** The name of a user in records that outlive the user. Without the key it tells nothing. */
export function pseudonymUnder(key: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update('subject').digest('hex').slice(0, 32);
}

/**
 * A value that only the key opens.
 *
 * @example
 * openSealed(key, seal(key, { by: 'bob' })); // { by: 'bob' }
 */
export function seal(key: string, value: Json): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, Buffer.from(key, 'base64url'), nonce);
  const body = Buffer.concat([sealing.update(JSON.stringify(value), 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), body]).toString('base64');
}

/** What was sealed; undefined when it was altered, or sealed under another key. */
export function openSealed(key: string, sealed: string): Json | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const opening = createDecipheriv(
      cipher,
      Buffer.from(key, 'base64url'),
      bytes.subarray(0, nonceBytes),
    ).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = Buffer.concat([opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()]);
    return JSON.parse(text.toString('utf8')) as Json;
  } catch {
    return undefined;
  }
}
