import { readMessage } from '../../capture/import/chat-message.ts';
import { newConversation } from '../../capture/import/conversation.ts';
import { failureOfCommand } from '../../capture/import/failure.ts';
import type { ImportedCall, Role } from '../../capture/import/records.ts';
import { timeOf } from '../../capture/import/time.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import type { MemoryKind } from '../../records/memory.ts';
import type { KeptFor } from '../../records/remember.ts';

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
  readonly role: Role;
  /** Who speaks, where several people do. */
  readonly name: string | null;
  readonly at: number | null;
  readonly text: string;
}

/** A conversation: messages, calls with their answers, and positions of what cannot be read. */
export interface ReadConversation {
  readonly messages: readonly ConversationMessage[];
  readonly calls: readonly AnsweredCall[];
  readonly unreadable: readonly number[];
}

/** Something that is worth keeping, and where it was said. */
export interface Keepable {
  readonly kind: MemoryKind;
  readonly why: KeptFor;
  readonly text: string;
  /** Fields of its kind. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** The message it comes from, counted from 0, and its time where it is known. */
  readonly position: number;
  readonly at: number | null;
  /** What tells it from the same words said at another time. */
  readonly source: string;
  /** A call shows it. */
  readonly isOfCall?: true;
}

/** Reads messages as chat APIs and coding agents write them, also as lines of a transcript with the message inside. A call counts when it is answered. */
export function readConversation(raw: readonly JsonObject[]): ReadConversation {
  const messages: ConversationMessage[] = [];
  const calls: AnsweredCall[] = [];
  const unreadable: number[] = [];
  const open = new Map<string, ImportedCall>();
  const conversation = newConversation('', 'chat');
  for (const [position, line] of raw.entries()) {
    const message = isJsonObject(line['message']) ? line['message'] : line;
    const at = timeOf(message['at'] ?? line['timestamp'] ?? message['timestamp'] ?? message['created_at']);
    const spot = { place: String(position), at, id: undefined, model: null };
    const items = readMessage(conversation, message, spot);
    let role: Role | null = null;
    const texts: string[] = [];
    for (const item of items) {
      if (item.kind === 'call') open.set(item.key, item);
      if (item.kind === 'message') texts.push(item.text);
      if (item.kind === 'message') role = item.role;
      const call = item.kind === 'result' ? open.get(item.key) : undefined;
      if (item.kind !== 'result') continue;
      role ??= 'tool';
      if (call === undefined) continue;
      open.delete(item.key);
      const output = typeof item.result === 'string' ? item.result : JSON.stringify(item.result);
      const error = item.error ?? failureOfCommand(output);
      // Nothing failed: a person said no, or the call was never made.
      const failed = error !== null && error.type !== 'Rejected' && error.type !== 'Cancelled';
      const asked = { position: Number(call.place), at: call.at, tool: call.tool, arguments: call.arguments };
      calls.push({ ...asked, failed, output: error === null ? output : failed ? error.message : '' });
    }
    const name = typeof message['name'] === 'string' ? message['name'].trim().slice(0, 100) : '';
    if (role === null) unreadable.push(position);
    else messages.push({ position, role, name: name === '' ? null : name, at, text: texts.join('\n') });
  }
  return { messages, calls, unreadable };
}
