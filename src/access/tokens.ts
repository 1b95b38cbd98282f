import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { EngramError, invalidInput, notFound } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import { byId, createTokenInput } from '../records/inputs.ts';
import { parseInput } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import type { Scope, Viewer } from '../records/scope.ts';
import type { Token, TokenScope } from '../records/token.ts';
import { mayChange } from './reach.ts';

export type CreateToken = z.input<typeof createTokenInput>;

/** A token as it is shown: without even the hash of its secret. */
export type ShownToken = Omit<Token, 'hash'>;

/** A token with its secret, which is shown once and never again. */
export interface CreatedToken extends ShownToken {
  readonly secret: string;
}

/** What a caller on the network may do. */
export interface Access {
  /** The token that was shown; null when none is needed. */
  readonly tokenId: string | null;
  /** Whose records these are about. */
  readonly owner: Scope;
  /** May act in every project of its user. */
  readonly anyProject: boolean;
  readonly scopes: readonly TokenScope[];
  /** Whether the server was started for its user, whom the means of the configuration serve. */
  readonly isOperator: boolean;
  /** When it ends; null when never. */
  readonly expiresAt: number | null;
}

const prefix = 'engram_';

function hashOf(secret: string): string {
  // The secret has 256 random bits, so one round of a fast hash keeps it; passwords would need a slow one.
  return createHash('sha256').update(secret).digest('hex');
}

function withoutHash({ hash, ...token }: Token): ShownToken {
  return token;
}

/** Creates a token for the viewer. Only its hash is stored. */
export async function createToken(context: Context, viewer: Viewer, raw: CreateToken): Promise<CreatedToken> {
  const input = parseInput(createTokenInput, raw, 'token');
  const now = context.clock.now();
  if (input.expiresAt !== null && input.expiresAt <= now) {
    throw invalidInput('The token would have expired already. Choose a later time.', {
      details: { fields: ['expiresAt'] },
    });
  }
  const secret = prefix + context.secret();
  const token: Token = {
    ...input,
    scopes: [...new Set(input.scopes)],
    schemaVersion,
    id: context.ids('tok'),
    scope: viewer,
    createdAt: now,
    hash: hashOf(secret),
  };
  await context.store.commit([{ type: 'create-token', token }]);
  return { ...withoutHash(token), secret };
}

export async function listTokens(context: Context, viewer: Viewer): Promise<ShownToken[]> {
  return (await context.store.listTokens(viewer)).map(withoutHash);
}

/** From now on the token opens nothing. */
export async function revokeToken(
  context: Context,
  viewer: Viewer,
  rawId: string,
): Promise<{ revoked: string }> {
  const { id } = parseInput(byId, { id: rawId }, 'token');
  const tokens = await context.store.listTokens(viewer);
  const token = tokens.find((candidate) => candidate.id === id);
  if (token === undefined || !mayChange(viewer, token.scope)) throw notFound('token', id);
  await context.store.commit([{ type: 'revoke-token', owner: token.scope, id }]);
  return { revoked: id };
}

/** What a secret opens at a server of this user. A wrong, a revoked and an expired one are refused. */
export async function authenticate(context: Context, secret: string, operator: string): Promise<Access> {
  const token = secret.startsWith(prefix) ? await context.store.findToken(hashOf(secret)) : undefined;
  if (token === undefined) {
    throw new EngramError(
      'unauthorized',
      'This token is not known: it is mistyped or was revoked. Create one with "engram token create" where the server runs.',
    );
  }
  if (token.expiresAt !== null && token.expiresAt <= context.clock.now()) {
    throw new EngramError(
      'unauthorized',
      `The token "${token.name}" has expired. Create another with "engram token create" where the server runs.`,
      { details: { tokenId: token.id, expiredAt: token.expiresAt } },
    );
  }
  return {
    tokenId: token.id,
    owner: token.scope,
    anyProject: token.anyProject,
    scopes: token.scopes,
    isOperator: token.scope.user === operator,
    expiresAt: token.expiresAt,
  };
}
