import * as z from 'zod';
import { nameText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { recordBase, timestamp } from './record.ts';

/**
 * What a token may do: the effects of operations; `admin` for what concerns the whole installation; `trust` for what only people decide;
 * and the means of the configuration, for users whom the server was not started for.
 */
export const tokenScopes = [
  'read',
  'write',
  'delete',
  'admin',
  'trust',
  'act',
  'model',
  'github',
  'backend',
  'webhooks',
] as const;
/** One thing a token may do. */
export type TokenScope = (typeof tokenScopes)[number];

/** What the operator configured that reaches beyond the store, with the scope that opens it to other users. */
export const scopeOfMeans = {
  tools: 'act',
  model: 'model',
  github: 'github',
  backend: 'backend',
  webhooks: 'webhooks',
} as const satisfies Record<string, TokenScope>;
/** One of these means. */
export type Means = keyof typeof scopeOfMeans;

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
