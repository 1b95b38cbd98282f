import type { SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { messageSchema, type SessionSummary, sessionSchema } from '../../records/session.ts';
import { readWholeRows } from './bounded-rows.ts';
import { decode, equals, ownedBy, readPage, select, visibleTo } from './rows.ts';

const ofThisSession =
  'FROM messages m WHERE m.user_name = s.user_name AND m.project = s.project AND m.agent = s.agent AND m.session_id = s.id';
const sessionsHead = `SELECT s.*, (SELECT COUNT(*) ${ofThisSession}) AS message_count,
  (SELECT MAX(m.created_at) ${ofThisSession}) AS last_message_at FROM sessions s`;

const decodeSession = (row: SqlRow): SessionSummary => ({
  ...decode(sessionSchema, row),
  messages: Number(row['message_count']),
  lastMessageAt: Number(row['last_message_at']),
});

export function readSessions(
  client: SqlClient,
): Pick<Store, 'findSessions' | 'listSessions' | 'listMessages'> {
  return {
    async findSessions(viewer, id) {
      const rows = await client.query(
        select(sessionsHead, [visibleTo(viewer, 's.'), ...equals('s.id', id)], 'ORDER BY s.agent'),
      );
      return rows.map(decodeSession);
    },
    async listSessions(viewer, page) {
      return readPage(client, sessionsHead, [visibleTo(viewer, 's.')], page, decodeSession, 's.');
    },
    async listMessages(viewer, session) {
      const rows = await readWholeRows(
        client,
        select(
          'SELECT * FROM messages',
          [visibleTo(viewer), ownedBy(session.scope), ...equals('session_id', session.id)],
          'ORDER BY row',
        ),
        'messages of this session',
      );
      return rows.map((row) => decode(messageSchema, row, { sessionId: row['session_id'] }));
    },
  };
}
