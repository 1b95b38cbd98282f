import * as z from 'zod';
import { type Json, json } from '../json/json.ts';
import { lazyObject, lazySchema } from '../records/lazy-schema.ts';
import type { PlannedSubTask, ShownSubTask } from '../records/task-plan.ts';
import type { Checkpoint } from '../records/workflow.ts';
import { nameText, storableText } from '../text/text.ts';

/** The name of the workflows that run plans. The version of each is the id of its plan. */
export const planWorkflowName = 'plan';

/** The step that chooses the agent of a sub-task, and the step in which that agent does it. `round` counts the agents from 1. */
export const assignKey = (subTask: string, round: number): string => `assign ${subTask} ${round}`;
export const doKey = (subTask: string, round: number): string => `do ${subTask} ${round}`;

export const isDoKey = (key: string): boolean => key.startsWith('do ');

/** The choice of an agent, as its step keeps it: after a crash the same agent goes on. */
export type Assignment = z.infer<typeof assignmentSchema>;
const assignmentSchema = lazyObject(() => ({ agent: nameText.nullable(), why: storableText }));

/** What came of an agent's work on a sub-task. A failure is a result too: the next agent is chosen by it. */
export type SubTaskAttempt = z.infer<typeof subTaskAttemptSchema>;
const attemptFacts = lazyObject(() => ({
  agent: nameText.nullable(),
  runId: nameText.nullable(),
  tries: z.number(),
  startedAt: z.number(),
  durationMs: z.number(),
}));
const subTaskAttemptSchema = lazySchema(() =>
  z.discriminatedUnion('success', [
    attemptFacts.extend({ success: z.literal(true), result: json }),
    attemptFacts.extend({ success: z.literal(false), error: storableText }),
  ]),
);

/** The member of this name: a sub-task or an agent may be called `constructor`. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The step that says that a sub-task came to nothing. */
export const endKey = (subTask: string): string => `end ${subTask}`;

/** How a sub-task ended. */
export type SubTaskEnd =
  | { readonly status: 'done'; readonly result: Json }
  | { readonly status: 'failed' | 'skipped'; readonly error: string };

/** A sub-task as the checkpoints of its plan tell it. `carriedOver` is its result of an earlier run of the plan. */
export function shownSubTask(
  subTask: PlannedSubTask,
  checkpoints: ReadonlyMap<string, Checkpoint>,
  isGoing: boolean,
  carriedOver: Json | undefined,
): ShownSubTask {
  const tried: ShownSubTask['tried'] = [];
  let assignment: Assignment | undefined;
  let end: SubTaskEnd | undefined =
    carriedOver === undefined
      ? endSchema.safeParse(resultOf(checkpoints, endKey(subTask.id))).data
      : undefined;
  let result = carriedOver;
  for (let round = 1; ; round += 1) {
    const chosen = assignmentSchema.safeParse(resultOf(checkpoints, assignKey(subTask.id, round))).data;
    if (chosen === undefined) break;
    assignment = chosen;
    const attempt = subTaskAttemptSchema.safeParse(resultOf(checkpoints, doKey(subTask.id, round))).data;
    if (attempt === undefined) break;
    const { agent, runId, tries, startedAt, durationMs, success } = attempt;
    tried.push({
      agent,
      success,
      tries,
      runId,
      error: success ? null : attempt.error,
      startedAt,
      durationMs,
    });
    if (success) result = attempt.result;
  }
  if (result !== undefined) end = { status: 'done', result };
  const isBegun = isGoing && assignment !== undefined;
  return {
    ...subTask,
    status: end?.status ?? (isBegun ? 'running' : 'waiting'),
    assigned: assignment?.agent ?? null,
    why: assignment?.why ?? null,
    tried,
    result: result ?? null,
  };
}

const endSchema = lazyObject(() => ({ status: z.enum(['failed', 'skipped']), error: storableText }));

function resultOf(checkpoints: ReadonlyMap<string, Checkpoint>, key: string): unknown {
  const checkpoint = checkpoints.get(key);
  return checkpoint?.state === 'done' ? checkpoint.result : undefined;
}
