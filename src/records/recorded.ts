import type { Json } from '../json/json.ts';
import type { Run } from './run.ts';
import type { Message } from './session.ts';

/** What is recorded besides memories and found by its words: messages of sessions, and runs that have ended. */
export const recordedKinds = ['message', 'run'] as const;
export type RecordedKind = (typeof recordedKinds)[number];

/** Names a message or a run. */
export interface RecordedKey {
  readonly kind: RecordedKind;
  readonly id: string;
}

/**
 * How many characters search reads: of what people and models say, of what a tool or a system prompt says, of the arguments
 * of a call and of all calls of a message, of an error and of the call that worked after it. A transcript is mostly output
 * of tools, whose beginning says what it is.
 */
export const recordedBounds = {
  said: 8_000,
  output: 1_000,
  call: 500,
  calls: 2_000,
  error: 500,
  description: 8_000,
} as const;

/** Failed steps of a run that search reads. */
export const maxFailuresRead = 8;

/** A failed step of a run, and the arguments of the next call of the same tool that worked. */
export interface RecordedFailure {
  readonly message: string;
  readonly tool: string | null;
  readonly repairedBy: string | null;
}

/**
 * What a message says, as one bounded text: its words, the calls it asks for, the tool it answers for.
 *
 * @example
 * messageText(message); // 'Bash\npnpm test checkout'
 */
export function messageText({
  role,
  content,
  toolCalls,
  toolName,
}: Pick<Message, 'role' | 'content' | 'toolCalls' | 'toolName'>): string {
  const { said, output, call, calls } = recordedBounds;
  const isSaid = role === 'user' || role === 'assistant';
  const called = toolCalls
    .map(({ name, arguments: given }) => `${name} ${cut(valuesOf(given).join(' '), call)}`)
    .join('\n');
  // The name of a tool stands on a line of its own: a result such as "Error: …" names nobody who speaks.
  const told = [toolName ?? '', cut(content, isSaid ? said : output), cut(called, calls)];
  return told.filter((part) => part.trim() !== '').join('\n');
}

/**
 * What a run was about and how it went, as one bounded text: task, approach, outcome, what failed and what worked then.
 *
 * @example
 * runText(run, failures); // 'Fix the checkout tests · success · Reinstalled with pnpm · …'
 */
export function runText(
  run: Pick<Run, 'task' | 'approach' | 'outcome' | 'summary' | 'successFactors'>,
  failures: readonly RecordedFailure[],
): string {
  const { description, said, error } = recordedBounds;
  const failed = failures.slice(0, maxFailuresRead).map(({ message, tool, repairedBy }) => {
    const then = repairedBy === null ? '' : ` · ${cut(repairedBy, error)}`;
    return `${tool === null ? '' : `${tool} `}${cut(message, error)}${then}`;
  });
  const told = [
    cut(run.task.description, description),
    run.task.category ?? '',
    run.task.type ?? '',
    run.approach ?? '',
    run.outcome ?? '',
    cut(run.summary ?? '', said),
    run.successFactors.join(', '),
    // The same error again says nothing new.
    ...new Set(failed),
  ];
  return told.filter((part) => part.trim() !== '').join(' · ');
}

/** Not in the middle of a character. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

/** The texts and numbers in a value, without the names of its fields. */
function valuesOf(value: Json): string[] {
  if (value === null || typeof value === 'boolean') return [];
  return typeof value === 'object' ? Object.values(value).flatMap(valuesOf) : [String(value)];
}
