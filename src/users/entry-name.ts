import { createHash } from 'node:crypto';

/** One name for a user and a key, which no other pair has, however they are written. */
export function entryName(userId: string, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, key]))
    .digest('hex');
}
