import { type FinishedRun, type FinishRun, finishRun } from '../capture/runs.ts';
import { settleApplications } from '../learn/apply-pattern.ts';
import { settleTrials } from '../learn/prevention/settle.ts';
import type { Context } from '../ports/context.ts';
import type { Outcome } from '../records/record.ts';
import type { Viewer } from '../records/scope.ts';
import { learnFromRun } from '../templates/agent-memory.ts';
import { recordedRun } from '../templates/apply.ts';
import type { Learning } from '../templates/gate.ts';
import { demoteIfFailing, learnByItself } from '../templates/lifecycle.ts';
import { afterSession } from '../templates/session-templates/automatic.ts';

/** Counts the outcome of a run for the checks, patterns and session templates it was given. */
export async function afterRun(
  context: Context,
  viewer: Viewer,
  ended: { readonly runId: string; readonly taskId: string | null; readonly outcome: Outcome },
): Promise<void> {
  const { runId, taskId, outcome } = ended;
  await settleTrials(context, viewer, runId);
  if (taskId !== null) await settleApplications(context, viewer, taskId, outcome);
  await afterSession(context, viewer, { sessionId: null, runId, outcome });
}

/** Learns from a run of a template once it has ended, and demotes the template if it keeps failing. */
export async function afterTemplateRun(
  context: Context,
  viewer: Viewer,
  { style, template }: Learning,
  runId: string,
): Promise<void> {
  if (style === 'adaptive') {
    await learnByItself(context, viewer, template, runId);
    await learnFromRun(context, viewer, template, await recordedRun(context, viewer, runId));
  }
  await demoteIfFailing(context, viewer, template);
}

/** Ends a run that a client outside the process records, call by call. */
export async function finishRecordedRun(
  context: Context,
  viewer: Viewer,
  input: FinishRun,
): Promise<FinishedRun> {
  const end = await finishRun(context, viewer, input);
  const run = await context.store.getRun(viewer, end.id);
  if (run !== undefined) {
    await afterRun(context, viewer, { runId: end.id, taskId: run.task.id, outcome: end.outcome });
  }
  return end;
}
