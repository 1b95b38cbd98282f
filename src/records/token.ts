import * as z from 'zod';
import { nameText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { recordBase, timestamp } from './record.ts';

/** What a token may do: the effects of operations, and `admin` for what concerns the whole installation. */
export const tokenScopes = ['read', 'write', 'delete', 'admin'] as const;
/** One thing a token may do. */
export type TokenScope = (typeof tokenScopes)[number];

/**
 * A key to the interfaces that listen on a network. It stands for its owner: with an agent, for that agent only;
 * without, for the owner of the project, who may act as each of its agents. Only its hash is kept.
 */
export type Token = z.infer<typeof tokenSchema>;
export const tokenSchema = lazyObject(() => ({
  ...recordBase,
  /** What it is for, in its owner's words: `laptop`, `ci`. */
  name: nameText,
  scopes: z.array(z.enum(tokenScopes)).min(1),
  /** May act in every project of its user, not only in its own. */
  anyProject: z.boolean(),
  expiresAt: timestamp.nullable(),
  /** SHA-256 of the secret, in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
}));
