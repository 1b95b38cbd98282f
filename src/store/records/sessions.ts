import { notFound } from '../../errors.ts';
import type { SqlStatement } from '../../ports/sql-client.ts';
import type { Scope } from '../../records/scope.ts';
import { type Message, messageSchema, type Session, sessionSchema } from '../../records/session.ts';
import { redactText, redactValue } from '../../text/redact/redact.ts';
import { redactName } from '../../text/redact/redact-name.ts';
import { heldRecord } from '../sql/held.ts';
import {
  changeOwn,
  decode,
  insert,
  orNothing,
  ownedBy,
  ownerColumns,
  ownerColumnsOf,
  ownerValues,
} from '../sql/rows.ts';
import { defineRecord } from './define-record.ts';
import { held } from './refusals.ts';

export const sessions = defineRecord({
  commands: {
    'append-message': {
      redact: (command) => ({ ...command, message: redactMessage(command.message) }),
      event: ({ message: { scope, sessionId, id } }) => ({
        type: 'message-appended',
        scope,
        sessionId,
        messageId: id,
      }),
      statements: ({ session, message }) => appendMessage(session, message),
    },
    'delete-session': {
      event: ({ owner, id }) => ({ type: 'session-deleted', scope: owner, sessionId: id }),
      refuse: ({ id }, exists) => (exists ? held('session', id) : notFound('session', id)),
      statements: ({ owner, id }) => deleteSession(owner, id),
      erases: true,
    },
  },
  exported: [
    {
      // Messages keep the order they were appended in.
      head: `SELECT m.*, s.created_at AS session_created_at, s.schema_version AS session_schema_version
             FROM messages m JOIN sessions s ON s.user_name = m.user_name AND s.project = m.project
               AND s.agent = m.agent AND s.id = m.session_id`,
      key: ['m.row'],
      command: (row) => ({
        type: 'append-message',
        session: decode(sessionSchema, {
          ...row,
          id: row['session_id'] ?? null,
          created_at: row['session_created_at'] ?? null,
          schema_version: row['session_schema_version'] ?? null,
        }),
        message: decode(messageSchema, row, { sessionId: row['session_id'] }),
      }),
    },
  ],
});

function redactMessage(message: Message): Message {
  return {
    ...message,
    content: redactText(message.content),
    toolCalls: message.toolCalls.map((call) => ({
      ...call,
      name: redactName(call.name),
      arguments: redactValue(call.arguments),
    })),
    toolName: redactName(message.toolName),
  };
}

/**
 * The message comes first: one met again brings no session, because a session it was not written to would have
 * no messages. Asked the other way round, two that bring it at the same time would both see that it is new.
 */
function appendMessage(session: Session, message: Message): SqlStatement[] {
  const { id, scope, createdAt, schemaVersion, sessionId, ...body } = message;
  const owned = ownedBy(scope);
  return [
    insert(
      'messages',
      {
        id,
        ...ownerColumnsOf(scope),
        session_id: sessionId,
        created_at: createdAt,
        schema_version: schemaVersion,
        body: JSON.stringify(body),
      },
      orNothing,
    ),
    {
      sql: `INSERT INTO sessions (${ownerColumns}, id, created_at, schema_version)
            SELECT ?, ?, ?, ?, ?, ?
            WHERE EXISTS (SELECT 1 FROM messages WHERE id = ? AND session_id = ? AND ${owned.sql}) ${orNothing}`,
      parameters: [
        ...ownerValues(session.scope),
        session.id,
        session.createdAt,
        session.schemaVersion,
        id,
        session.id,
        ...owned.parameters,
      ],
    },
  ];
}

/** Its messages go first, unless it is held: then it stays as well, which refuses the command. */
function deleteSession(owner: Scope, id: string): SqlStatement[] {
  const { sql, parameters } = ownedBy(owner, 'sessions.');
  const free = `sessions.id = ? AND ${sql} AND NOT ${heldRecord('session', 'sessions.')}`;
  const ofMessages = ownedBy(owner);
  return [
    changeOwn('UPDATE sessions SET schema_version = schema_version', owner, id),
    {
      sql: `DELETE FROM messages WHERE session_id = ? AND ${ofMessages.sql} AND EXISTS (SELECT 1 FROM sessions WHERE ${free})`,
      parameters: [id, ...ofMessages.parameters, id, ...parameters],
    },
    { sql: `DELETE FROM sessions WHERE ${free}`, parameters: [id, ...parameters], mustAffect: true },
  ];
}
