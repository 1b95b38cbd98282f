import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { modelUse, readMessage } from './chat-message.ts';
import { readContent } from './content.ts';
import {
  askCalls,
  type Conversation,
  callRecords,
  messageKey,
  resultRecord,
  type Spot,
} from './conversation.ts';
import { failureOfCommand } from './failure.ts';
import { keyFrom } from './keys.ts';
import { type ImportItem, ignored } from './records.ts';
import { argumentsFrom, parseJson } from './text-to-json.ts';

const callTypes = new Set(['function_call', 'custom_tool_call', 'local_shell_call']);

/** Whether a value without a role is an item of OpenAI's Responses API, by its type. */
export function isResponseItem({ type }: JsonObject): boolean {
  return typeof type === 'string' && (callTypes.has(type) || isOutput(type));
}

function isOutput(type: string): boolean {
  return type.endsWith('_call_output');
}

/**
 * One item of OpenAI's Responses API, as coding agents write them down too: messages, calls and their outputs
 * stand beside each other. Other items (reasoning, searches on the provider's side) have no call to learn from.
 */
export function readResponseItem(conversation: Conversation, item: JsonObject, spot: Spot): ImportItem[] {
  const type = typeof item['type'] === 'string' ? item['type'] : '';
  if (type === 'message')
    return readMessage(conversation, item, { ...spot, id: item['id'], model: modelUse(item) });
  if (callTypes.has(type)) return readCall(conversation, item, spot);
  if (isOutput(type)) return [readOutput(conversation, item, spot)];
  return [ignored(spot.place, type)];
}

function readCall(conversation: Conversation, item: JsonObject, spot: Spot): ImportItem[] {
  const { type, call_id: callId, id, name, arguments: written, input, action } = item;
  const raw = {
    id: keyFrom(callId) ?? id,
    name: type === 'local_shell_call' ? (name ?? 'local_shell') : name,
    input: argumentsFrom(written ?? input ?? action),
  };
  const own = keyFrom(raw.id) ?? messageKey(conversation, undefined, raw.name, raw.input);
  const { asked, problems } = askCalls(conversation, own, [raw], spot.place);
  return [...callRecords(conversation, null, asked, spot), ...problems];
}

function readOutput(conversation: Conversation, item: JsonObject, spot: Spot): ImportItem {
  const { call_id: id, output } = item;
  const { value, failed, exitCode } = answerIn(output, conversation.form);
  const raw = { id, tool: undefined, value, failed };
  if (conversation.form === 'chat' || failed === true || typeof value !== 'string') {
    return resultRecord(conversation, raw, spot);
  }
  const failure = failureOfCommand(value, exitCode);
  return resultRecord(conversation, { ...raw, failure }, spot);
}

interface OutputItem {
  readonly value: unknown;
  readonly failed: boolean | undefined;
  readonly exitCode?: number;
}

/** Text; parts; `{content, success}`; or, in older transcripts, JSON text `{output, metadata: {exit_code}}`. */
function answerIn(output: unknown, form: Conversation['form']): OutputItem {
  if (Array.isArray(output)) return { value: readContent(output).text, failed: undefined };
  if (isJsonObject(output) && 'content' in output) {
    const { content, success } = output;
    const value = Array.isArray(content) ? readContent(content).text : content;
    return { value, failed: typeof success === 'boolean' ? !success : undefined };
  }
  const older = form === 'transcript' && typeof output === 'string' ? olderOutput(output) : undefined;
  return older ?? { value: output, failed: undefined };
}

function olderOutput(text: string): OutputItem | undefined {
  const parsed = text.startsWith('{"output":') ? parseJson(text)?.value : undefined;
  if (!isJsonObject(parsed) || !isJsonObject(parsed['metadata'])) return undefined;
  const { exit_code: exitCode } = parsed['metadata'];
  return typeof exitCode === 'number' ? { value: parsed['output'], failed: undefined, exitCode } : undefined;
}
