import { inTime } from '../capture/in-time.ts';
import { recordMemory } from '../capture/memories.ts';
import { stepError } from '../capture/steps.ts';
import { EngramError } from '../errors.ts';
import type { Json } from '../json/json.ts';
import { changeTask } from '../learn/apply-pattern.ts';
import { recommendFor } from '../learn/executions/advise.ts';
import type { Context } from '../ports/context.ts';
import type { PlanRunner } from '../ports/plan-runner.ts';
import type { StepContext } from '../ports/workflow-definition.ts';
import { contextFor } from '../recall/prompt-context.ts';
import type { Viewer } from '../records/scope.ts';
import type { PlannedSubTask } from '../records/task-plan.ts';
import { beginNormalRun } from '../run/begin-run.ts';
import { describeThrown } from '../text/thrown.ts';
import { asJson } from '../workflows/checkpoints.ts';
import type { SubTaskAttempt } from './plan-steps.ts';

/** A sub-task that an agent is about to do. */
export interface AssignedSubTask {
  readonly subTask: PlannedSubTask;
  readonly goal: string;
  readonly agent: string | null;
  /** Agents that could have been given it as well. */
  readonly others: readonly string[];
  readonly results: Readonly<Record<string, Json>>;
  readonly runner: PlanRunner;
  readonly timeoutMs: number | undefined;
  /** Tries by this agent at most. */
  readonly maxTries: number;
}

const maxTimeoutMs = 2_147_483_647;
const maxSummaryLength = 1_000;

/**
 * One try of an agent: recalls before, records the run, and the decision with its outcome afterwards (ADP-4). Throws while
 * it may be tried again; the last failure is a result.
 */
export async function doSubTask(
  context: Context,
  viewer: Viewer,
  assigned: AssignedSubTask,
  { attempt, idempotencyKey, signal }: StepContext,
): Promise<SubTaskAttempt> {
  const { subTask, agent, runner, timeoutMs = maxTimeoutMs, maxTries } = assigned;
  const worker: Viewer = agent === null ? viewer : { ...viewer, agent };
  const [startedAt, started] = [context.clock.now(), context.clock.elapsed()];
  const { id, text, category, type } = subTask;
  const told = await recalled(context, worker, subTask);
  await setStatus(context, viewer, subTask, 'running');
  const run = await beginNormalRun(context, worker, {
    description: text,
    ...(category === null ? {} : { category }),
    ...(type === null ? {} : { type }),
    ...(subTask.taskId === null ? {} : { task: subTask.taskId }),
    approach: told.strategy,
  });
  const facts = () => ({
    ...{ agent, runId: run.id, tries: attempt, startedAt },
    durationMs: Math.max(0, context.clock.elapsed() - started),
  });
  const { finish, ...recording } = run;
  const { goal, results } = assigned;
  const asked = { subTask: { id, text, category, type }, goal, agent, results, ...told, attempt };
  let result: Json;
  try {
    const answer = await inTime(
      `The sub-task "${id}"`,
      (ending) => runner({ ...asked, idempotencyKey, signal: ending, run: recording }),
      { timeoutMs, signal },
    );
    result = asJson(answer);
  } catch (thrown) {
    // Whatever was thrown, as a record can keep it: else the whole plan would end with it.
    const { message } = stepError('Error', describeThrown(thrown).message);
    if (signal.aborted) {
      await finish({ outcome: 'partial', summary: 'It was stopped.' });
      // Whoever goes on sets it again; after a cancelled plan it can be planned anew.
      await quietly(() => setStatus(context, viewer, subTask, 'open'));
      throw thrown;
    }
    await finish({ outcome: 'failure', error: thrown });
    await quietly(() => noteDecision(context, viewer, assigned, 'failure', run.id));
    if (attempt < maxTries) throw thrown;
    return { ...facts(), success: false, error: message };
  }
  await finish({ outcome: 'success', summary: summaryOf(result) });
  await quietly(async () => {
    await noteDecision(context, viewer, assigned, 'success', run.id);
    await setStatus(context, viewer, subTask, 'done');
  });
  return { ...facts(), success: true, result };
}

/** Work that is done must not be done again because something about it could not be noted. */
async function quietly(note: () => Promise<void>): Promise<void> {
  await note().catch(() => {});
}

/** What the agent should know before it begins. That it cannot be looked up keeps nobody from working. */
async function recalled(
  context: Context,
  worker: Viewer,
  { text, category, type }: PlannedSubTask,
): Promise<{ memory: string; strategy: string | null }> {
  const question = { description: text, ...(category && { category }), ...(type && { type }) };
  const [memory, recommendation] = await Promise.all([
    contextFor(context, worker, { query: text }).catch(() => null),
    recommendFor(context, worker, question).catch(() => null),
  ]);
  return { memory: memory?.text ?? '', strategy: recommendation?.approach ?? null };
}

/** Who was given the sub-task, and what came of it: what the next choice is drawn from. */
async function noteDecision(
  context: Context,
  viewer: Viewer,
  { subTask, agent, others }: AssignedSubTask,
  outcome: 'success' | 'failure',
  runId: string,
): Promise<void> {
  if (agent === null) return;
  await recordMemory(context, viewer, {
    kind: 'decision',
    content: {
      context: subTask.text,
      action: `Give it to ${agent}`,
      outcome,
      alternatives: others.map((other) => `Give it to ${other}`),
    },
    derivedFrom: [{ kind: 'run', id: runId }],
  });
}

/** Keeps the stored task of a sub-task up to date. A task that is gone keeps nobody from working. */
export async function setStatus(
  context: Context,
  viewer: Viewer,
  { taskId, agent }: PlannedSubTask,
  status: 'open' | 'running' | 'done' | 'failed',
): Promise<void> {
  if (taskId === null) return;
  try {
    await changeTask(context, { ...viewer, agent }, { id: taskId, status });
  } catch (error) {
    if (!EngramError.is(error) || error.code !== 'not_found') throw error;
  }
}

function summaryOf(result: Json): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return text.slice(0, maxSummaryLength).toWellFormed();
}
