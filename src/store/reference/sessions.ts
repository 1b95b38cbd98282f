import type { Command } from '../../ports/store.ts';
import { sameScope } from '../../records/scope.ts';
import { refusalOf } from '../records/records.ts';
import { referenceRecord } from './handler.ts';
import { isHeld } from './held.ts';
import { noteRecorded } from './recorded.ts';
import { ownedKey } from './state.ts';

export const sessions = referenceRecord({
  handlers: {
    'append-message': {
      apply(state, { session, message }, journal) {
        if (state.messages.has(message.id)) return;
        const key = ownedKey(session.scope, session.id);
        if (!state.sessions.has(key)) journal.set(state.sessions, key, session);
        journal.set(state.messages, message.id, message);
        noteRecorded(state, { kind: 'message', id: message.id }, journal);
      },
    },
    'delete-session': {
      apply(state, command, journal) {
        const { owner, id } = command;
        const key = ownedKey(owner, id);
        const session = state.sessions.get(key);
        if (session === undefined) throw refusalOf(command, false);
        if (isHeld(state, { ...session, kind: 'session' })) throw refusalOf(command, true, true);
        journal.remove(state.sessions, key);
        for (const message of [...state.messages.values()]) {
          const isOfIt = message.sessionId === id && sameScope(message.scope, owner);
          if (!isOfIt) continue;
          journal.remove(state.messages, message.id);
          noteRecorded(state, { kind: 'message', id: message.id }, journal);
        }
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
