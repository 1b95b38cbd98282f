import { sameScope } from '../../records/scope.ts';
import { refusalOf } from '../records/records.ts';
import { referenceRecord, rewritten } from './handler.ts';

export const tokens = referenceRecord({
  handlers: {
    'create-token': {
      isTaken: (state, { token }) =>
        [...state.tokens.values()].some(({ id, hash }) => id === token.id || hash === token.hash),
      apply: (state, { token }, journal) => journal.set(state.tokens, token.id, token),
    },
    'revoke-token': {
      apply(state, command, journal) {
        const token = state.tokens.get(command.id);
        if (token === undefined || !sameScope(token.scope, command.owner)) throw refusalOf(command, false);
        journal.remove(state.tokens, command.id);
        journal.set(state.revokedTokens, command.id, true);
      },
    },
  },
  exported: (state) => [
    rewritten(state.tokens, (token) => ({ type: 'create-token', token, ifAbsent: true })),
  ],
});
