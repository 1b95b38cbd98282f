import type { Json, JsonObject } from '../../json/json.ts';
import type { Message } from '../../records/session.ts';
import type { Step, ToolStep } from '../../records/step.ts';
import { answerFailed, answerValue } from './answer-failed.ts';

/** A call of a session, with how it ended. */
export interface SessionCall {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Which turn of the assistant it was made in, from 0. */
  readonly turn: number;
  /** `unknown`: nothing answered it, a person refused it, or its answer cannot be told from another's. */
  readonly outcome: 'worked' | 'failed' | 'unknown';
  readonly result: Json;
  /** Whether arguments and result are there as they were, and not only as a preview. */
  readonly whole: boolean;
  /** Moment of the answer; null when there is none. */
  readonly answeredAt: number | null;
}

/** A session with its calls. */
export interface RecordedSession {
  readonly id: string;
  readonly startedAt: number | null;
  readonly turns: number;
  readonly calls: readonly SessionCall[];
}

/** Failures that are not the agent's fault: a person said no, or a call beside it failed. */
const notItsFault = ['Rejected', 'Cancelled'];

/** Ids of examples, which were not called in this session. Every chat API accepts their form. */
export const exampleIds = { prefix: 'seeded', pattern: /^seeded[0-9a-z]{3,}$/ };

interface MessageAnswer {
  readonly text: string;
  readonly at: number;
}

interface RequestedCall extends Pick<SessionCall, 'callId' | 'tool' | 'arguments' | 'turn'> {
  /** The message it was asked in. */
  readonly message: number;
  answer: MessageAnswer | null;
}

/**
 * The calls of a session in the order they were asked for, each with its own answer, matched by call id in any order. Some
 * models begin their ids anew in every turn: then the answer belongs to the latest call before it. Two calls with one id in
 * one message are unknown. `steps` are those of an imported run, by call id: they know what failed, messages do not.
 */
export function callsOfMessages(
  sessionId: string,
  messages: readonly Message[],
  steps: ReadonlyMap<string, ToolStep> = new Map(),
): RecordedSession {
  const asked: RequestedCall[] = [];
  const latest = new Map<string, RequestedCall>();
  const ambiguous = new Set<RequestedCall>();
  const repeated = new Set<string>();
  const early = new Map<string, MessageAnswer>();
  let turns = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool' && message.toolCallId !== null) {
      const answer = { text: message.content, at: message.createdAt };
      const call = latest.get(message.toolCallId);
      if (call !== undefined) call.answer ??= answer;
      else if (!early.has(message.toolCallId)) early.set(message.toolCallId, answer);
    }
    if (message.role !== 'assistant') continue;
    const calls = message.toolCalls.filter(({ id }) => !exampleIds.pattern.test(id));
    for (const { id: callId, name: tool, arguments: given } of calls) {
      const before = latest.get(callId);
      const answer = early.get(callId) ?? null;
      early.delete(callId);
      const call = { callId, tool, arguments: given, turn: turns, message: index, answer };
      if (before !== undefined) repeated.add(callId);
      if (before?.message === index) ambiguous.add(before).add(call);
      latest.set(callId, call);
      asked.push(call);
    }
    // A message that only showed examples is no turn of this session.
    if (calls.length > 0 || message.toolCalls.length === 0) turns += 1;
  }
  return {
    id: sessionId,
    startedAt: messages[0]?.createdAt ?? null,
    turns,
    calls: asked.map((call) => {
      const step = repeated.has(call.callId) ? undefined : steps.get(call.callId);
      if (step !== undefined) return callOfStep(step, call.callId, call.turn);
      return withAnswer(call, ambiguous.has(call) ? null : call.answer);
    }),
  };
}

function withAnswer(
  { callId, tool, arguments: given, turn }: RequestedCall,
  answer: MessageAnswer | null,
): SessionCall {
  const base = { callId, tool, arguments: given, turn, whole: true };
  if (answer === null) return { ...base, outcome: 'unknown', result: null, answeredAt: null };
  const result = answerValue(answer.text);
  return { ...base, outcome: answerFailed(result) ? 'failed' : 'worked', result, answeredAt: answer.at };
}

/** The same of a run that has no messages: every tool call is a turn. */
export function callsOfSteps(runId: string, startedAt: number, steps: readonly Step[]): RecordedSession {
  const calls = steps
    .filter((step) => step.kind === 'tool')
    .map((step, turn) => callOfStep(step, step.id, turn));
  return { id: runId, startedAt, turns: calls.length, calls };
}

function callOfStep(step: ToolStep, callId: string, turn: number): SessionCall {
  const { tool, arguments: given, result, success, error, startedAt, durationMs, truncated } = step;
  const refused = error !== null && notItsFault.includes(error.type);
  return {
    callId,
    tool,
    arguments: given,
    turn,
    outcome: success ? 'worked' : refused ? 'unknown' : 'failed',
    result,
    whole: truncated.length === 0,
    answeredAt: Math.round(startedAt + durationMs),
  };
}
