import type { Json, JsonObject } from '../../json/json.ts';
import type {
  AskedCall,
  ImportedCall,
  ImportedMessage,
  ImportedRecord,
  ImportedResult,
  Role,
  ToolFailure,
  WorkOf,
} from './records.ts';

interface MessagePart {
  readonly session: string;
  /** Unique among the parts of its kind in the session, and the same whenever the source is read. */
  readonly key: string;
}

/** A message of the session, as `Message` keeps it. */
export interface SessionMessage extends MessagePart {
  readonly kind: 'message';
  readonly role: Role;
  readonly content: string;
  readonly toolCalls: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: JsonObject;
  }[];
  readonly toolCallId: string | null;
  readonly toolName: string | null;
  readonly at: number | null;
}

/** A call with the result that answers it. */
export interface ToolPart extends MessagePart, WorkOf {
  readonly kind: 'tool';
  /** Order of the call among calls and model calls of its session, from 0. A call without result leaves a gap. */
  readonly position: number;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly result: Json;
  readonly error: ToolFailure | null;
  readonly startedAt: number | null;
  /** 0 when the source does not tell. */
  readonly durationMs: number;
}

/** A model call. */
export interface ModelPart extends MessagePart, WorkOf {
  readonly kind: 'model';
  readonly position: number;
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly startedAt: number | null;
}

/** A call that nothing answered. It neither succeeded nor failed, so it is no tool step. */
export interface UnansweredPart extends MessagePart, WorkOf {
  readonly kind: 'unanswered';
  readonly position: number;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly startedAt: number | null;
  readonly place: string;
}

/** A result of a call that is not there. It is a message, and no step. */
export interface UnaskedPart extends MessagePart {
  readonly kind: 'unasked';
  readonly place: string;
}

export type SessionPart = SessionMessage | ToolPart | ModelPart | UnansweredPart | UnaskedPart;

/** What must be remembered between records: open calls, early results and a number for each session. */
export interface Assembly {
  readonly open: Map<string, { readonly call: ImportedCall; readonly position: number }>;
  readonly early: Map<string, ImportedResult>;
  readonly positions: Map<string, number>;
}

export function newAssembly(): Assembly {
  return { open: new Map(), early: new Map(), positions: new Map() };
}

/** No agent waits for this many answers at once; beyond it the oldest is given up. */
const maxWaiting = 10_000;

/**
 * Takes one record and gives what is complete with it. Calls and results meet by session and call id, in whatever
 * order they come and whatever stands between them. A call that is never answered is neither a success nor a
 * failure.
 *
 * @example
 * const assembly = newAssembly();
 * for (const record of records) keep(fold(assembly, record));
 * keep(loose(assembly));
 */
export function fold(assembly: Assembly, record: ImportedRecord): SessionPart[] {
  switch (record.kind) {
    case 'message':
      return foldMessage(assembly, record);
    case 'call':
      return [...askingMessage(record), ...foldCall(assembly, record)];
    case 'result':
      return foldResult(assembly, record);
  }
}

/** What is still loose when the source has ended. */
export function loose(assembly: Assembly): Array<UnansweredPart | UnaskedPart> {
  return [
    ...[...assembly.open.values()].map(({ call, position }) => unansweredPart(call, position)),
    ...[...assembly.early.values()].map(unaskedPart),
  ];
}

/** A message that answers no call. */
const answersNothing = { kind: 'message', toolCallId: null, toolName: null } as const;

function foldMessage(assembly: Assembly, record: ImportedMessage): SessionPart[] {
  const { session, key, role, text, model, calls, at } = record;
  const parts: SessionPart[] = [];
  // Without words and calls it only tells what a model call cost.
  if (text !== '' || calls.length > 0) {
    const toolCalls = calls.map(toToolCall);
    parts.push({ ...answersNothing, session, key, role, content: text, toolCalls, at });
  }
  if (model !== null) {
    const { name, ...tokens } = model;
    const position = nextPosition(assembly, session);
    parts.push({
      kind: 'model',
      session,
      key,
      position,
      model: name,
      ...tokens,
      startedAt: at,
      ...doneBy(record),
    });
  }
  return parts;
}

function toToolCall({ key, tool, arguments: given }: AskedCall) {
  return { id: key, name: tool, arguments: given };
}

/** Where the source has calls without messages, the call itself makes one. */
function askingMessage(call: ImportedCall): SessionMessage[] {
  if (call.message !== null) return [];
  const { session, key, at } = call;
  const toolCalls = [toToolCall(call)];
  return [{ ...answersNothing, session, key: `call-${key}`, role: 'assistant', content: '', toolCalls, at }];
}

function foldCall(assembly: Assembly, call: ImportedCall): SessionPart[] {
  const id = identity(call);
  // The same line twice: the first one stands.
  if (assembly.open.has(id)) return [];
  const position = nextPosition(assembly, call.session);
  const result = assembly.early.get(id);
  if (result !== undefined) {
    assembly.early.delete(id);
    return [toolPart(call, position, result)];
  }
  assembly.open.set(id, { call, position });
  return surplus(assembly.open).map((given) => unansweredPart(given.call, given.position));
}

function foldResult(assembly: Assembly, record: ImportedResult): SessionPart[] {
  const { session, key, at, result } = record;
  const id = identity(record);
  const asked = assembly.open.get(id);
  const message: SessionMessage = {
    kind: 'message',
    session,
    key: `result-${key}`,
    role: 'tool',
    content: typeof result === 'string' ? result : JSON.stringify(result),
    toolCalls: [],
    toolCallId: key,
    toolName: asked?.call.tool ?? record.tool,
    at,
  };
  if (asked !== undefined) {
    assembly.open.delete(id);
    return [message, toolPart(asked.call, asked.position, record)];
  }
  if (!assembly.early.has(id)) assembly.early.set(id, record);
  return [message, ...surplus(assembly.early).map(unaskedPart)];
}

function toolPart(call: ImportedCall, position: number, { result, error, at }: ImportedResult): ToolPart {
  const { session, key, tool, arguments: given, at: startedAt } = call;
  const durationMs = startedAt === null || at === null ? 0 : Math.max(0, at - startedAt);
  const asked = { session, key, position, tool, arguments: given, startedAt, ...doneBy(call) };
  return { kind: 'tool', ...asked, result, error, durationMs };
}

function unansweredPart(call: ImportedCall, position: number): UnansweredPart {
  const { session, key, tool, arguments: given, at, place } = call;
  const asked = { session, key, position, tool, arguments: given, startedAt: at, place };
  return { kind: 'unanswered', ...asked, ...doneBy(call) };
}

function doneBy({ agent, subTask }: WorkOf): WorkOf {
  return { ...(agent !== undefined && { agent }), ...(subTask !== undefined && { subTask }) };
}

function unaskedPart({ session, key, place }: ImportedResult): UnaskedPart {
  return { kind: 'unasked', session, key, place };
}

/** Neither a session nor a key holds a line break. */
function identity({ session, key }: ImportedCall | ImportedResult): string {
  return `${session}\n${key}`;
}

function nextPosition({ positions }: Assembly, session: string): number {
  const position = positions.get(session) ?? 0;
  positions.set(session, position + 1);
  return position;
}

/** Takes out the oldest when there are too many. */
function surplus<Waiting>(waiting: Map<string, Waiting>): Waiting[] {
  const [oldest] = waiting.size > maxWaiting ? waiting : [];
  if (oldest === undefined) return [];
  waiting.delete(oldest[0]);
  return [oldest[1]];
}
