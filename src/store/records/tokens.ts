import { notFound } from '../../errors.ts';
import { redactName } from '../../text/redact/redact-name.ts';
import { create } from '../sql/rows.ts';
import { decodeToken, livingTokens, revokeToken, tokenColumns } from '../sql/tokens.ts';
import { defineRecord } from './define-record.ts';
import { taken } from './refusals.ts';

export const tokens = defineRecord({
  commands: {
    'create-token': {
      redact: (command) => ({
        ...command,
        token: { ...command.token, name: redactName(command.token.name) },
      }),
      event: ({ token }) => ({ type: 'token-created', scope: token.scope, tokenId: token.id }),
      refuse: ({ token }) => taken('token', token.id, 'Token ids are made by Engram; leave it out.'),
      statements: (command) => [create(command, 'tokens', tokenColumns(command.token))],
    },
    'revoke-token': {
      event: ({ owner, id }) => ({ type: 'token-revoked', scope: owner, tokenId: id }),
      refuse: ({ id }) => notFound('token', id),
      statements: ({ owner, id }) => revokeToken(owner, id),
    },
  },
  exported: [
    {
      head: livingTokens,
      key: ['id'],
      command: (row) => ({ type: 'create-token', token: decodeToken(row), ifAbsent: true }),
    },
  ],
});
