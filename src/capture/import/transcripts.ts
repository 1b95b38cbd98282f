import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { safeName } from '../steps.ts';
import { modelUse, readMessage, tokensOf } from './chat-message.ts';
import { readContent } from './content.ts';
import { askCalls, type Conversation, callRecords, messageKey, resultRecord } from './conversation.ts';
import { firstKey, keyFrom } from './keys.ts';
import { type ImportItem, ignored, skipped } from './records.ts';
import { readResponseItem } from './response-item.ts';
import { homeSession, isNewModelCall, namedSession, type Stream } from './stream.ts';
import { timeOf } from './time.ts';
import { workOf } from './work-of.ts';

/** The session a line of a transcript belongs to. */
function sessionOf(stream: Stream, session: string | undefined, line: JsonObject): Conversation {
  return session === undefined
    ? homeSession(stream, 'transcript', line)
    : namedSession(stream, session, 'transcript');
}

/**
 * A line `{kind: 'call' | 'result', session, ts, id, name, input | is_error, output}`: calls and results alone,
 * without the messages around them. A call may name its `agent` and `subTask`.
 */
export function readCallLine(stream: Stream, line: JsonObject, place: string): ImportItem[] {
  const { kind, ts, id, name, input, output, is_error: isError } = line;
  const conversation = sessionOf(stream, firstKey(line, ['session', 'session_id', 'sessionId']), line);
  const spot = { place, at: timeOf(ts ?? line['timestamp']) };
  if (kind === 'result') {
    const raw = { id, tool: name, value: output, failed: isError === true };
    return [resultRecord(conversation, raw, spot)];
  }
  const own = keyFrom(id) ?? messageKey(conversation, undefined, name, input);
  const { asked, problems } = askCalls(conversation, own, [{ id, name, input }], place);
  return [...callRecords(conversation, null, asked, { ...spot, ...workOf(line) }), ...problems];
}

/** Model name of messages the coding agent wrote itself, such as "you are out of credit". */
const notAModel = '<synthetic>';

/**
 * A line with a message in it, as Claude Code writes them: `{type, sessionId, uuid, timestamp, message}`. Work that
 * was handed to a sub-agent (`isSidechain`) stays in the session that handed it on.
 */
export function readMessageLine(stream: Stream, line: JsonObject, place: string): ImportItem[] {
  const { type, message, timestamp, uuid } = line;
  if (!isJsonObject(message)) return [skipped(place, 'its message is no object')];
  const conversation = sessionOf(stream, firstKey(line, ['sessionId', 'session_id', 'session']), line);
  const model = message['model'] === notAModel ? null : modelUse(message);
  const isNew = model !== null && isNewModelCall(stream, keyFrom(message['id']));
  const envelope = { place, at: timeOf(timestamp), id: uuid, model: isNew ? model : null };
  return readMessage(conversation, { ...message, role: message['role'] ?? type ?? null }, envelope);
}

/** A line in which the coding agent itself speaks: `{type: 'system', content, …}`. */
export function readNotice(stream: Stream, line: JsonObject, place: string): ImportItem[] {
  const { content, timestamp, uuid } = line;
  if (readContent(content).text === '') return [ignored(place, 'system')];
  const conversation = sessionOf(stream, firstKey(line, ['sessionId', 'session_id', 'session']), line);
  const envelope = { place, at: timeOf(timestamp), id: uuid, model: null };
  return readMessage(conversation, { role: 'system', content: content ?? null }, envelope);
}

/** A line of a Codex rollout: `{timestamp, type, payload}`. */
export function readRolloutLine(stream: Stream, line: JsonObject, place: string): ImportItem[] {
  const { type, payload, timestamp } = line;
  if (!isJsonObject(payload)) return [skipped(place, 'its payload is no object')];
  const { codex } = stream;
  if (type === 'session_meta') {
    codex.session = firstKey(payload, ['id', 'session_id']);
    codex.totalTokens = undefined;
  } else if (type === 'turn_context' && typeof payload['model'] === 'string') {
    codex.model = safeName(payload['model']);
  }
  const isUsage = type === 'event_msg' && payload['type'] === 'token_count';
  if (type !== 'response_item' && !isUsage) return [ignored(place, nameOf(type, payload))];
  const conversation = sessionOf(stream, codex.session, line);
  const spot = { place, at: timeOf(timestamp) };
  return isUsage
    ? readUsage(stream, conversation, payload, spot)
    : readResponseItem(conversation, payload, spot);
}

function nameOf(type: unknown, payload: JsonObject): string {
  const inner = type === 'event_msg' ? payload['type'] : undefined;
  return [type, inner].filter((part) => typeof part === 'string').join(' ');
}

/** The tokens of the model call before it. Such an event also comes when only a rate limit has changed. */
function readUsage(
  { codex }: Stream,
  conversation: Conversation,
  payload: JsonObject,
  spot: { place: string; at: number | null },
): ImportItem[] {
  const info = isJsonObject(payload['info']) ? payload['info'] : {};
  const { last_token_usage: last, total_token_usage: total } = info;
  const sum =
    isJsonObject(total) && typeof total['total_tokens'] === 'number' ? total['total_tokens'] : undefined;
  if (!isJsonObject(last) || (sum !== undefined && sum === codex.totalTokens)) {
    return [ignored(spot.place, 'event_msg token_count')];
  }
  codex.totalTokens = sum;
  const { session } = conversation;
  const model = { name: codex.model ?? 'unknown', ...tokensOf(last) };
  const key = messageKey(conversation, undefined, 'usage', model);
  return [{ kind: 'message', session, key, role: 'assistant', text: '', model, calls: [], ...spot }];
}
