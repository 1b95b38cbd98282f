import type { Json } from '../../json/json.ts';
import { snapshot, snapshotArguments } from '../snapshot.ts';
import { safeName } from '../steps.ts';
import { failureFrom, failureIn } from './failure.ts';
import { digest, keyFrom } from './keys.ts';
import {
  type AskedCall,
  type ImportedCall,
  type ImportedMessage,
  type ImportedResult,
  type Role,
  type Skipped,
  skipped,
  type ToolFailure,
  type WorkOf,
} from './records.ts';
import { withoutLoss } from './text-to-json.ts';

/**
 * What is known of one session while it is read.
 *
 * A `chat` is what went to and from a chat API: call ids may start again in every turn, results are text because
 * the API takes nothing else, and nothing marks failures. A `transcript` was written by a coding agent: ids are
 * unique, its tools answer with text, and failures are marked.
 */
export interface Conversation {
  readonly session: string;
  readonly form: 'chat' | 'transcript';
  /** Records met so far that had no id of their own. */
  unnamed: number;
  /** Calls without an answer, for results that do not say which call they answer. */
  open: AskedCall[];
  /** Whether the calls of the latest turn have begun to be answered. */
  answered: boolean;
  /** In a chat, which calls used each id, with a number each. A transcript may be endless, and needs none. */
  readonly uses: Map<string, Map<string, number>>;
}

export function newConversation(session: string, form: Conversation['form']): Conversation {
  return { session, form, unnamed: 0, open: [], answered: false, uses: new Map() };
}

/** Where and when something stands in its source. */
export interface Spot extends WorkOf {
  readonly place: string;
  readonly at: number | null;
}

/** The key of something said: its own id, else its position and what it says. */
export function messageKey(conversation: Conversation, id: unknown, ...content: readonly unknown[]): string {
  const own = keyFrom(id);
  if (own !== undefined) return own;
  conversation.unnamed += 1;
  return `${conversation.unnamed}-${digest(...content)}`;
}

/** A call as the source has it. */
export interface RawCall {
  readonly id: unknown;
  readonly name: unknown;
  readonly input: unknown;
}

/** Results without an id answer one of the latest calls; no turn has more than this. */
const maxOpen = 1_000;

/** The calls of one message, and what of them cannot be read. */
export function askCalls(
  conversation: Conversation,
  message: string,
  calls: readonly RawCall[],
  place: string,
): { asked: AskedCall[]; problems: Skipped[] } {
  const asked: AskedCall[] = [];
  const problems: Skipped[] = [];
  for (const [index, { id, name, input }] of calls.entries()) {
    if (typeof name !== 'string' || name.trim() === '') {
      problems.push(skipped(place, `call ${index + 1} names no tool`));
      continue;
    }
    const key = callKey(conversation, keyFrom(id), `${message}-call-${index + 1}`);
    asked.push({ key, tool: safeName(name), arguments: snapshotArguments(input).value });
  }
  conversation.open = [...conversation.open, ...asked].slice(-maxOpen);
  return { asked, problems };
}

/** An id that another call of this chat already has gets a number: some agents begin at call_0 in every turn. */
function callKey({ form, uses }: Conversation, id: string | undefined, user: string): string {
  if (id === undefined) return keyFrom(user) ?? user;
  if (form === 'transcript') return id;
  const numbers = uses.get(id) ?? new Map<string, number>();
  uses.set(id, numbers);
  const number = numbers.get(user) ?? numbers.size + 1;
  numbers.set(user, number);
  return numbered(id, number);
}

function numbered(id: string, use: number): string {
  return use <= 1 ? id : `${id}#${use}`;
}

/** The records of calls that were asked for. */
export function callRecords(
  conversation: Conversation,
  message: string | null,
  asked: readonly AskedCall[],
  spot: Spot,
): ImportedCall[] {
  const { session } = conversation;
  return asked.map((call) => ({ kind: 'call', session, message, ...call, ...spot }));
}

/** A new turn of the assistant: calls of earlier turns are not answered any more by results without an id. */
export function beginTurn(conversation: Conversation, role: Role): void {
  if (role === 'assistant' && !conversation.answered) return;
  conversation.open = [];
  conversation.answered = false;
}

/** An answer as the source has it. */
export interface RawResult {
  readonly id: unknown;
  readonly tool: unknown;
  readonly value: unknown;
  /** Undefined where the source does not mark failures. */
  readonly failed: boolean | undefined;
  /** Where the reader knows more about the failure. */
  readonly failure?: ToolFailure | null;
}

/**
 * The record of an answer. One that does not say which call it answers is given to the first open call of the
 * same tool; where there is none it is kept as what it is, a message of a tool.
 */
export function resultRecord(
  conversation: Conversation,
  raw: RawResult,
  spot: Spot,
): ImportedResult | ImportedMessage {
  const { session, form } = conversation;
  const tool = typeof raw.tool === 'string' && raw.tool.trim() !== '' ? safeName(raw.tool) : null;
  const result = resultOf(raw.value, form);
  const answered = answeredCall(conversation, keyFrom(raw.id), tool);
  if (answered === undefined) {
    const text = textOf(result);
    const key = messageKey(conversation, undefined, 'tool', text);
    return { kind: 'message', session, key, role: 'tool', text, model: null, calls: [], ...spot };
  }
  const error = raw.failure === undefined ? failureOf(result, raw.failed, form) : raw.failure;
  return { kind: 'result', session, ...answered, result, error, ...spot };
}

function answeredCall(
  conversation: Conversation,
  id: string | undefined,
  tool: string | null,
): { key: string; tool: string | null } | undefined {
  const { open, uses } = conversation;
  const key = id === undefined ? undefined : numbered(id, uses.get(id)?.size ?? 1);
  const index = open.findIndex((call) =>
    key === undefined ? tool === null || call.tool === tool : call.key === key,
  );
  const [call] = index < 0 ? [] : open.splice(index, 1);
  conversation.answered = true;
  if (call !== undefined) return { key: call.key, tool: call.tool };
  return key === undefined ? undefined : { key, tool };
}

/** In a chat, text that is a JSON object or list becomes one: the API had made text of what the tool returned. */
function resultOf(value: unknown, form: Conversation['form']): Json {
  const parsed = form === 'chat' && typeof value === 'string' ? withoutLoss(value) : value;
  return snapshot(parsed).value;
}

function failureOf(
  result: Json,
  failed: boolean | undefined,
  form: Conversation['form'],
): ToolFailure | null {
  if (failed === true) return failureIn(result) ?? failureFrom(textOf(result));
  return failed === undefined && form === 'chat' ? failureIn(result) : null;
}

function textOf(result: Json): string {
  return typeof result === 'string' ? result : JSON.stringify(result);
}
