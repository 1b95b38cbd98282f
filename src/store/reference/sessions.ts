import type { Command } from '../../ports/store.ts';
import { referenceRecord } from './handler.ts';
import { ownedKey } from './state.ts';

export const sessions = referenceRecord({
  handlers: {
    'append-message': {
      apply(state, { session, message }, journal) {
        if (state.messages.has(message.id)) return;
        const key = ownedKey(session.scope, session.id);
        if (!state.sessions.has(key)) journal.set(state.sessions, key, session);
        journal.set(state.messages, message.id, message);
      },
    },
  },
  /** Messages keep the order they were appended in. */
  exported: ({ messages, sessions }) => [
    [...messages.values()].flatMap((message, index): Array<readonly [string, Command]> => {
      const session = sessions.get(ownedKey(message.scope, message.sessionId));
      const key = String(index).padStart(12, '0');
      return session === undefined ? [] : [[key, { type: 'append-message', session, message }]];
    }),
  ],
});
