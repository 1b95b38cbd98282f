import { readContent } from '../../capture/import/content.ts';
import { failureFrom, failureIn, failureOfCommand } from '../../capture/import/failure.ts';
import { argumentsFrom } from '../../capture/import/text-to-json.ts';
import { timeOf } from '../../capture/import/time.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json/json.ts';

/** A tool call and its answer. */
export interface AnsweredCall {
  /** The message that asked for it. */
  readonly position: number;
  readonly at: number | null;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly failed: boolean;
  readonly output: string;
}

/** A message of a conversation, as the rules read it. */
export interface ConversationMessage {
  readonly position: number;
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  /** Who speaks, where several people do. */
  readonly name: string | null;
  readonly at: number | null;
  readonly text: string;
}

/** A conversation: what was said, what was called, and messages that cannot be read. */
export interface ReadConversation {
  readonly messages: readonly ConversationMessage[];
  readonly calls: readonly AnsweredCall[];
  readonly unreadable: readonly number[];
}

const roles: ReadonlyMap<unknown, ConversationMessage['role']> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['ai', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

type OpenCall = Omit<AnsweredCall, 'failed' | 'output'>;

/**
 * Reads messages as chat APIs and coding agents write them: OpenAI's, Anthropic's, lines of a transcript with the message inside, and
 * Engram's own form. A call counts when its answer is there.
 */
export function readConversation(raw: readonly JsonObject[]): ReadConversation {
  const messages: ConversationMessage[] = [];
  const calls: AnsweredCall[] = [];
  const unreadable: number[] = [];
  const open = new Map<string, OpenCall>();
  const answer = (id: unknown, value: unknown, failed: boolean | undefined): void => {
    const asked = open.get(String(id));
    if (asked === undefined) return;
    open.delete(String(id));
    calls.push({ ...asked, ...readAnswer(value, failed) });
  };
  for (const [position, line] of raw.entries()) {
    const message = isJsonObject(line['message']) ? line['message'] : line;
    const role = roles.get(message['role']);
    if (role === undefined) {
      unreadable.push(position);
      continue;
    }
    const content = readContent(message['content']);
    const at = timeOf(message['at'] ?? line['timestamp'] ?? message['timestamp'] ?? message['created_at']);
    for (const block of content.results)
      answer(block['tool_use_id'], block['content'], block['is_error'] === true);
    if (role === 'tool') {
      const failed =
        message['failed'] ?? message['is_error'] ?? (message['status'] === 'error' ? true : undefined);
      answer(
        message['tool_call_id'] ?? message['toolCallId'],
        message['content'],
        failed as boolean | undefined,
      );
    }
    for (const { id, tool, input } of askedCalls(message, content.calls))
      open.set(id, { position, at, tool, arguments: input });
    const name = typeof message['name'] === 'string' ? message['name'].trim().slice(0, 100) : '';
    messages.push({ position, role, name: name === '' ? null : name, at, text: content.text });
  }
  return { messages, calls, unreadable };
}

function askedCalls(
  message: JsonObject,
  blocks: readonly JsonObject[],
): Array<{ id: string; tool: string; input: JsonObject }> {
  const listed = message['tool_calls'] ?? message['toolCalls'];
  const calls = [...blocks, ...(Array.isArray(listed) ? listed.filter(isJsonObject) : [])];
  return calls.map((call) => {
    const inner = isJsonObject(call['function']) ? call['function'] : call;
    const input = argumentsFrom(inner['input'] ?? inner['arguments'] ?? {});
    return {
      id: String(call['id']),
      tool: String(inner['name']),
      input: isJsonObject(input) ? input : {},
    };
  });
}

function readAnswer(value: unknown, failed: boolean | undefined): Pick<AnsweredCall, 'failed' | 'output'> {
  const output = typeof value === 'string' ? value : textOf(value);
  const said = failureOfCommand(output) ?? failureIn((typeof value === 'object' ? value : output) as Json);
  const failure = failed === true ? failureFrom(output) : failed === false ? null : said;
  // Nothing failed: a person said no, or the call was never made.
  const isRefusal = failure?.type === 'Rejected' || failure?.type === 'Cancelled';
  return { failed: failure !== null && !isRefusal, output: isRefusal ? '' : (failure?.message ?? output) };
}

function textOf(value: unknown): string {
  const { text } = readContent(value);
  return text === '' ? JSON.stringify(value ?? '') : text;
}
