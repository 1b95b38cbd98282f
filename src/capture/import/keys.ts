import { createHash } from 'node:crypto';
import { slugFrom } from '../../text/slug.ts';
import { snapshot } from '../snapshot.ts';

/** Short enough that a reader of keys can put a word before one and still have a record id. */
const maxKeyLength = 100;

/** The same values give the same sixteen characters, on every machine and in every process. */
export function digest(...parts: readonly unknown[]): string {
  // A copy of bounded depth: JSON.stringify would overflow the stack on what a hostile file can nest.
  const text = JSON.stringify(snapshot(parts).value);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * An id of the source as a record can keep it: itself when that is possible, otherwise its digest. Undefined
 * when the source has none.
 *
 * @example
 * keyFrom(12); // '12'
 * keyFrom('toolu_01'); // 'toolu_01'
 * keyFrom(''); // undefined
 */
export function keyFrom(id: unknown): string | undefined {
  if (typeof id === 'number' || typeof id === 'bigint') return String(id);
  if (typeof id !== 'string' || id.trim() === '') return undefined;
  const keepable = id.length <= maxKeyLength && id === id.trim() && id.isWellFormed() && !/\p{Cc}/u.test(id);
  return keepable ? id : `id-${digest(id)}`;
}

/** The first of these members that can serve as an id. */
export function firstKey(
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string | undefined {
  for (const name of names) {
    const key = keyFrom(record[name]);
    if (key !== undefined) return key;
  }
  return undefined;
}

/**
 * The id of a session whose source gives none: the name of the file, so that people recognise it, and a digest
 * of how it begins. The end does not count: a session that went on is still the same one.
 *
 * @example
 * sessionName('chat.json', [0, 'hello']); // 'chat-' and sixteen characters
 */
export function sessionName(sourceName: string, beginning: readonly unknown[]): string {
  return `${slugFrom(sourceName.replace(/\.\w{1,10}$/, ''))}-${digest(sourceName, ...beginning)}`;
}
