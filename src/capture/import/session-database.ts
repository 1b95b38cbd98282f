import { invalidInput } from '../../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';
import { modelUse, readMessage } from './chat-message.ts';
import { type Conversation, newConversation } from './conversation.ts';
import { keyFrom } from './keys.ts';
import { type ImportItem, skipped } from './records.ts';
import { parseJson } from './text-to-json.ts';
import { timeOf } from './time.ts';

/** A row as a SQLite driver gives it. */
export type DatabaseRow = Readonly<Record<string, unknown>>;
/** Runs a statement that only reads. */
export type DatabaseQuery = (sql: string) => AsyncIterable<DatabaseRow>;

const requiredColumns = ['session_id', 'role', 'content'];
const optionalColumns = ['id', 'tool_calls', 'tool_call_id', 'tool_name', 'timestamp', 'created_at', 'model'];

/**
 * The statement that reads the `messages` table, session by session, with those of its columns we know.
 *
 * @throws EngramError `invalid_input` when the table or a required column is missing.
 * @example
 * messagesQuery(['session_id', 'role', 'content', 'mood']);
 * // SELECT "session_id", "role", "content" FROM messages ORDER BY "session_id", rowid
 */
export function messagesQuery(columns: readonly string[]): string {
  const missing = requiredColumns.filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    throw invalidInput(
      columns.length === 0
        ? 'The database has no table "messages", in which a session database keeps its sessions.'
        : `The table "messages" has no column ${missing.join(', ')}; a session database needs ${requiredColumns.join(', ')}.`,
      { details: { missing, columns } },
    );
  }
  const known = [...requiredColumns, ...optionalColumns].filter((name) => columns.includes(name));
  const times = known.filter((name) => name === 'timestamp' || name === 'created_at').slice(0, 1);
  const order = ['session_id', ...times].map((name) => `"${name}"`);
  return `SELECT ${known.map((name) => `"${name}"`).join(', ')} FROM messages ORDER BY ${order.join(', ')}, rowid`;
}

/**
 * Sessions from a SQLite database with a `messages` table. Rows come session by session, so that only one session
 * is open at a time.
 */
export async function* readSessionDatabase(query: DatabaseQuery): AsyncGenerator<ImportItem> {
  const columns: string[] = [];
  for await (const { name } of query("SELECT name FROM pragma_table_info('messages')")) {
    columns.push(String(name));
  }
  let conversation: Conversation | undefined;
  let number = 0;
  for await (const row of query(messagesQuery(columns))) {
    number += 1;
    const place = `row ${number}`;
    const session = keyFrom(row['session_id']);
    if (session === undefined) yield skipped(place, 'has no session_id');
    else {
      if (conversation?.session !== session) conversation = newConversation(session, 'chat');
      yield* readRow(conversation, row, place);
    }
  }
}

function readRow(conversation: Conversation, row: DatabaseRow, place: string): ImportItem[] {
  const { id, role, tool_call_id: callId, tool_name: toolName } = row;
  const calls = callsOf(row['tool_calls']);
  if (calls === undefined) return [skipped(place, 'its tool_calls are no JSON list')];
  const content = contentOf(row['content']);
  if (content === undefined) return [skipped(place, 'its content is no text')];
  const message: JsonObject = {
    role: typeof role === 'string' ? role : null,
    content,
    tool_calls: calls,
    tool_call_id: keyFrom(callId) ?? null,
    tool_name: typeof toolName === 'string' ? toolName : null,
  };
  const at = timeOf(row['timestamp'] ?? row['created_at']);
  return readMessage(conversation, message, { place, at, id, model: modelUse(row) });
}

/** Tool calls from JSON text in OpenAI's form: null without any, undefined when the text is not such a list. */
function callsOf(written: unknown): Json[] | null | undefined {
  if (written === undefined || written === null || written === '') return null;
  const parsed = typeof written === 'string' ? parseJson(written)?.value : undefined;
  if (parsed === null) return null;
  return Array.isArray(parsed) ? parsed : undefined;
}

/** A text, or the list of parts that it holds as JSON, because a column can hold no list. */
function contentOf(written: unknown): Json | undefined {
  if (written === undefined || written === null) return null;
  if (typeof written !== 'string') return undefined;
  const parsed = written.startsWith('[{') ? parseJson(written)?.value : undefined;
  const isParts = Array.isArray(parsed) && parsed.every((part) => isJsonObject(part) && 'type' in part);
  return isParts ? parsed : written;
}
