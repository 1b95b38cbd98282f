import { createHash } from 'node:crypto';
import * as z from 'zod';
import { json, jsonObject } from '../../../json/json.ts';
import type { GivenEntry } from '../../../ports/user-model.ts';
import type { Viewer } from '../../../records/scope.ts';
import type { UserEntry } from '../../../records/user-entry.ts';
import { slugFrom } from '../../../text/slug.ts';

/** Honcho keeps messages of peers in sessions. An entry is a message; the latest message of a key is what it has now. */

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/**
 * The name of a user at Honcho, as peer and as session. Whoever asks is part of it: users of different projects or agents are
 * different peers, whatever their ids.
 *
 * @example
 * peerOf({ user: 'acme', project: 'shop', agent: null }, 'maria'); // 'maria-5f1c…'
 */
export function peerOf({ user, project, agent }: Viewer, userId: string): string {
  const readable = slugFrom(userId)
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 40);
  return `${readable === '' ? 'user' : readable}-${hashOf([user, project, agent, userId]).slice(0, 32)}`;
}

/** Stands for a key in a filter, where a key itself could be taken for a wildcard or an operator. */
export const keyMark = (key: string): string => hashOf(key).slice(0, 32);

/** What Honcho reads and reasons about. */
export function contentOf({ key, value }: GivenEntry): string {
  return `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

export function metadataOf(
  entry: GivenEntry,
  times: Pick<UserEntry, 'createdAt' | 'updatedAt'>,
): Record<string, unknown> {
  const { key, value, metadata } = entry;
  return { engram_entry: keyMark(key), key, value, metadata, ...times };
}

const messageMetadata = z.object({
  key: z.string().min(1),
  value: json,
  metadata: jsonObject.catch({}),
  createdAt: z.number().int().nonnegative(),
  updatedAt: z.number().int().nonnegative(),
});

/** The entry that a message holds; undefined for a message that is none of ours. */
export function entryIn(userId: string, { metadata }: { readonly metadata: unknown }): UserEntry | undefined {
  const { success, data } = messageMetadata.safeParse(metadata);
  return success ? { ...data, userId } : undefined;
}
