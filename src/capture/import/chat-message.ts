import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { safeName } from '../steps.ts';
import { readContent } from './content.ts';
import {
  askCalls,
  beginTurn,
  type Conversation,
  callRecords,
  messageKey,
  type RawCall,
  resultRecord,
  type Spot,
} from './conversation.ts';
import { type ImportItem, ignored, type ModelUse, type Role, skipped } from './records.ts';
import { argumentsFrom } from './text-to-json.ts';
import { workOf } from './work-of.ts';

/** A map and not an object: a file may name the role "constructor". */
const roles: ReadonlyMap<unknown, Role> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['ai', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/** What stands around a message: where it is, its id, and the model that wrote it. */
export interface Envelope extends Spot {
  readonly id: unknown;
  readonly model: ModelUse | null;
}

/**
 * One message of a chat API. OpenAI's and Anthropic's differ in where the calls are (`tool_calls`, or blocks of
 * the content) and in who answers them (a message of the tool, or blocks in a message of the user); here both are
 * read, so that a file need not say which it is.
 */
export function readMessage(
  conversation: Conversation,
  message: JsonObject,
  envelope: Envelope,
): ImportItem[] {
  const role = roles.get(message['role']);
  if (role === undefined) return [skipped(envelope.place, `has no known role: ${roleText(message['role'])}`)];
  if (role === 'tool' && !hasResultBlocks(message['content'])) {
    return [readToolMessage(conversation, message, envelope)];
  }
  if (role !== 'assistant') return readSpoken(conversation, message, role, { ...envelope, model: null });
  return readSpoken(conversation, message, role, { ...envelope, ...workOf(message, ['agent', 'name']) });
}

function readSpoken(
  conversation: Conversation,
  message: JsonObject,
  role: Role,
  { id, model, ...spot }: Envelope,
): ImportItem[] {
  const { place } = spot;
  const content = readContent(message['content']);
  const text = content.text === '' ? readContent(message['refusal']).text : content.text;
  const { calls: rawCalls, problem } = callsOf(message, content.calls);
  const items: ImportItem[] = content.problems.map((reason) => skipped(place, reason));
  if (problem !== undefined) items.push(skipped(place, problem));
  for (const block of content.results) {
    items.push(resultRecord(conversation, fromBlock(block), spot));
  }
  if (text === '' && rawCalls.length === 0 && model === null) {
    const isEmpty = items.length === 0;
    return isEmpty ? [ignored(place, content.hasReasoning ? 'reasoning' : 'an empty message')] : items;
  }
  beginTurn(conversation, role);
  const key = messageKey(conversation, id, role, text, rawCalls);
  const { asked, problems } = askCalls(conversation, key, rawCalls, place);
  const { session } = conversation;
  return [
    ...items,
    { kind: 'message', session, key, role, text, model, calls: asked, ...spot },
    ...callRecords(conversation, key, asked, spot),
    ...problems,
  ];
}

/** The message of a tool (`tool`, or the older `function`). */
function readToolMessage(conversation: Conversation, message: JsonObject, spot: Envelope): ImportItem {
  const { place, at } = spot;
  const { content, tool_call_id: callId, name, tool_name: toolName, is_error: isError, status } = message;
  const isFailure = isError === true || status === 'error';
  const value = Array.isArray(content) ? readContent(content).text : content;
  const tool = name ?? toolName;
  return resultRecord(
    conversation,
    { id: callId, tool, value, failed: isFailure ? true : undefined },
    { place, at },
  );
}

function hasResultBlocks(content: unknown): boolean {
  return readContent(Array.isArray(content) ? content : []).results.length > 0;
}

function fromBlock(block: JsonObject) {
  const { tool_use_id: id, content, is_error: isError } = block;
  const value = Array.isArray(content) ? readContent(content).text : (content ?? '');
  return { id, tool: undefined, value, failed: typeof isError === 'boolean' ? isError : undefined };
}

/** Calls in blocks, in `tool_calls`, and in `function_call`, which came before it. */
function callsOf(message: JsonObject, blocks: readonly JsonObject[]): { calls: RawCall[]; problem?: string } {
  const inBlocks = blocks.map(({ id, name, input }) => ({ id, name, input }));
  const { tool_calls: listed, function_call: single } = message;
  const older = isJsonObject(single) ? [fromFunction(undefined, single)] : [];
  if (listed === undefined || listed === null) return { calls: [...inBlocks, ...older] };
  if (!Array.isArray(listed)) return { calls: inBlocks, problem: 'its tool_calls are no list' };
  return { calls: [...inBlocks, ...listed.map(fromToolCall), ...older] };
}

function fromToolCall(call: unknown): RawCall {
  if (!isJsonObject(call)) return { id: undefined, name: undefined, input: undefined };
  const { id, call_id: callId, function: ofFunction, custom } = call;
  if (isJsonObject(ofFunction)) return fromFunction(id ?? callId, ofFunction);
  return fromFunction(id ?? callId, isJsonObject(custom) ? custom : call);
}

function fromFunction(id: unknown, call: JsonObject): RawCall {
  const { name, arguments: written, args, input } = call;
  return { id, name, input: argumentsFrom(written ?? args ?? input) };
}

/** The model and the tokens that a message tells of itself; null when it tells neither. */
export function modelUse(message: Readonly<Record<string, unknown>>): ModelUse | null {
  const { model, usage } = message;
  const name = typeof model === 'string' && model.trim() !== '' ? safeName(model) : undefined;
  if (name === undefined && !isJsonObject(usage)) return null;
  return { name: name ?? 'unknown', ...tokensOf(isJsonObject(usage) ? usage : {}) };
}

const cachedTokens = ['cache_creation_input_tokens', 'cache_read_input_tokens'];

/**
 * Tokens read and written. Anthropic counts what came from its cache apart, OpenAI does not; the sum is what the
 * model read, and the same figure for both.
 */
export function tokensOf(usage: JsonObject): { inputTokens: number; outputTokens: number } {
  const count = (name: string): number => {
    const value = usage[name];
    return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
  };
  const cached = cachedTokens.reduce((sum, name) => sum + count(name), 0);
  return {
    inputTokens: (count('input_tokens') || count('prompt_tokens')) + cached,
    outputTokens: count('output_tokens') || count('completion_tokens'),
  };
}

function roleText(value: unknown): string {
  return typeof value === 'string' ? `"${value.slice(0, 40)}"` : `of type ${typeof value}`;
}
