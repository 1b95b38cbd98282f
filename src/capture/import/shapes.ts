import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { modelUse, readMessage } from './chat-message.ts';
import type { Conversation } from './conversation.ts';
import { firstKey } from './keys.ts';
import { type ImportItem, ignored, skipped, within } from './records.ts';
import { isResponseItem, readResponseItem } from './response-item.ts';
import { homeSession, namedSession, type Stream, wholeSession } from './stream.ts';
import { timeOf } from './time.ts';
import { readCallLine, readMessageLine, readNotice, readRolloutLine } from './transcripts.ts';

const sessionMembers = ['session', 'session_id', 'sessionId', 'conversation_id', 'thread_id'];
const timeMembers = ['timestamp', 'ts', 'created_at', 'createdAt', 'create_time', 'time'];

/**
 * One value of a source, by its shape: one or several conversations, a line of a transcript, or a single message.
 * Every value is looked at for itself, so that a file may be of any form, or of several, and need not say which.
 */
export function* readValue(stream: Stream, value: unknown, place: string): Generator<ImportItem> {
  if (!Array.isArray(value) || !isConversation(value[0])) {
    yield* readOne(stream, value, place);
    return;
  }
  for (const [index, conversation] of value.entries()) {
    yield* readOne(stream, conversation, within(place, `conversation ${index + 1}`));
  }
}

/** A list of messages, or an object that holds one. */
function isConversation(value: unknown): boolean {
  return Array.isArray(value) || (isJsonObject(value) && Array.isArray(value['messages']));
}

function* readOne(stream: Stream, value: unknown, place: string): Generator<ImportItem> {
  if (Array.isArray(value)) yield* readList(stream, value, place);
  else if (!isJsonObject(value)) yield skipped(place, 'is neither a JSON object nor a list');
  else if (Array.isArray(value['messages'])) yield* readConversation(stream, value, value['messages'], place);
  else yield* readLine(stream, value, place);
}

/** A conversation that is only a list of its messages. */
function* readList(stream: Stream, list: readonly unknown[], place: string): Generator<ImportItem> {
  if (list.length === 0) yield ignored(place, 'an empty list');
  const home = wholeSession(stream, undefined, beginningOf(list));
  for (const [index, value] of list.entries()) {
    const entryPlace = within(place, `message ${index + 1}`);
    if (isJsonObject(value)) yield* readLine(stream, value, entryPlace, home);
    else yield skipped(entryPlace, 'is no JSON object');
  }
}

/** `{messages: […]}`, with Anthropic's `system` beside them. */
function* readConversation(
  stream: Stream,
  value: JsonObject,
  messages: readonly unknown[],
  place: string,
): Generator<ImportItem> {
  const { system } = value;
  const session = firstKey(value, [...sessionMembers, 'id']);
  const conversation = wholeSession(stream, session, [system ?? null, beginningOf(messages)]);
  if (system !== undefined && system !== null) {
    const envelope = { place: within(place, 'system'), at: null, id: undefined, model: null };
    yield* readMessage(conversation, { role: 'system', content: system }, envelope);
  }
  if (messages.length === 0) yield ignored(place, 'a conversation without messages');
  for (const [index, message] of messages.entries()) {
    const messagePlace = within(place, `message ${index + 1}`);
    if (isJsonObject(message)) yield* readEntry(conversation, message, messagePlace);
    else yield skipped(messagePlace, 'is no JSON object');
  }
}

/** Up to the first word of the user; what comes later may be added to. */
function beginningOf(messages: readonly unknown[]): readonly unknown[] {
  const first = messages.findIndex((message) => isJsonObject(message) && message['role'] === 'user');
  return messages.slice(0, Math.max(first, 0) + 1);
}

/** A value that stands on its own. `home` is the session of those that name none. */
function readLine(stream: Stream, line: JsonObject, place: string, home?: Conversation): ImportItem[] {
  const { kind, type, message, payload, role } = line;
  if (kind === 'call' || kind === 'result') return readCallLine(stream, line, place);
  if (isJsonObject(message)) return readMessageLine(stream, line, place);
  if (typeof type === 'string' && isJsonObject(payload)) return readRolloutLine(stream, line, place);
  if (role !== undefined || isResponseItem(line)) {
    const session = firstKey(line, sessionMembers);
    const conversation =
      session === undefined
        ? (home ?? homeSession(stream, 'chat', line))
        : namedSession(stream, session, 'chat');
    return readEntry(conversation, line, place);
  }
  if (type === 'system') return readNotice(stream, line, place);
  if (type === 'user' || type === 'assistant') return [skipped(place, 'has no message')];
  // Transcripts hold much that is no message: titles, snapshots of files, progress. It is no fault of theirs.
  if (typeof type === 'string') return [ignored(place, type)];
  return [skipped(place, 'is neither a message, nor a call, nor a result')];
}

/** A message of a chat API, or an item of OpenAI's Responses API. */
function readEntry(conversation: Conversation, entry: JsonObject, place: string): ImportItem[] {
  const at = timeIn(entry);
  if (entry['role'] === undefined && typeof entry['type'] === 'string') {
    return readResponseItem(conversation, entry, { place, at });
  }
  return readMessage(conversation, entry, { place, at, id: entry['id'], model: modelUse(entry) });
}

function timeIn(entry: JsonObject): number | null {
  for (const name of timeMembers) {
    const time = timeOf(entry[name]);
    if (time !== null) return time;
  }
  return null;
}
