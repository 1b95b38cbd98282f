import { ownRecord, referenceRecord, rewritten } from './handler.ts';

export const tokens = referenceRecord({
  handlers: {
    'create-token': {
      isTaken: (state, { token }) =>
        [...state.tokens.values()].some(({ id, hash }) => id === token.id || hash === token.hash),
      apply: (state, { token }, journal) => journal.set(state.tokens, token.id, token),
    },
    'revoke-token': {
      apply(state, command, journal) {
        const { id } = ownRecord(state.tokens, command.id, command.owner, command);
        journal.remove(state.tokens, id);
        journal.set(state.revokedTokens, id, true);
      },
    },
  },
  exported: (state) => [
    rewritten(state.tokens, (token) => ({ type: 'create-token', token, ifAbsent: true })),
  ],
});
