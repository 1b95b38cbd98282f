import * as z from 'zod';
import { createToken, listTokens, revokeToken } from '../access/tokens.ts';
import * as system from '../interfaces/cli/present/system.ts';
import { byId, createTokenInput, noInput } from '../records/inputs.ts';
import { asItems, command, createsAt, defineOperation, route } from './operation.ts';
import * as outputs from './outputs.ts';

/** Tokens for the interfaces that listen on a network. */
export const tokenOperations = {
  /**
   * The secret is shown once; only its hash is kept.
   *
   * @example
   * const { secret } = await engram.tokens.create({ name: 'ci', scopes: ['read'] });
   */
  create: defineOperation({
    name: 'token.create',
    summary: 'Create a token for HTTP and MCP; it is shown once',
    effect: 'write',
    trust: true,
    administers: true,
    input: createTokenInput,
    output: outputs.createdToken,
    run: (context, input) => createToken(context, context.viewer, input),
    cli: command(
      system.presentCreatedToken,
      'engram token create --name laptop',
      'engram token create --name ci --agent alice --scopes read,write --expires-at 2030-01-31',
    ),
    http: createsAt('/api/tokens', { name: 'ci', scopes: ['read'] }),
    // The secret of a new one would stand in the conversation, where a model and its provider read it.
    mcp: null,
  }),
  list: defineOperation({
    name: 'token.list',
    summary: 'List tokens, newest first',
    effect: 'read',
    administers: true,
    input: noInput,
    output: outputs.tokens,
    run: (context) => listTokens(context, context.viewer),
    answer: asItems,
    cli: command(system.presentTokens, 'engram token list'),
    http: route('GET /api/tokens', {}),
    mcp: null,
  }),
  revoke: defineOperation({
    name: 'token.revoke',
    summary: 'Revoke a token',
    effect: 'delete',
    administers: true,
    input: byId,
    output: z.object({ revoked: z.string() }),
    run: (context, { id }) => revokeToken(context, context.viewer, id),
    library: { by: 'id' },
    cli: command(system.presentRevoked, 'engram token revoke tok_01…'),
    http: route('DELETE /api/tokens/{id}', { id: 'tok_01' }),
    mcp: null,
  }),
};
