import { openRun } from '../capture/capture.ts';
import type { StartRun } from '../capture/runs.ts';
import { guardFor } from '../learn/prevention/watch.ts';
import type { Context } from '../ports/context.ts';
import type { RunHandle, RunOptions } from '../ports/run-handle.ts';
import type { RunMode } from '../records/run.ts';
import type { Viewer } from '../records/scope.ts';
import type { Provenance } from '../records/step.ts';
import type { Template } from '../records/template.ts';
import { type Learning, learningFor } from '../templates/gate.ts';
import { afterRun, afterTemplateRun } from './after-run.ts';

/** A run that has begun, and what it may use. */
export interface BegunRun {
  readonly run: RunHandle;
  readonly learning: Learning | null;
}

/**
 * Begins a run. Every run begins here, and only here the gate is asked what it may know (TPL-4).
 *
 * @param known the template of the mode as it was read just before
 */
export async function beginRun(
  context: Context,
  viewer: Viewer,
  input: StartRun,
  mode: RunMode,
  { known, ...options }: RunOptions & { readonly known?: Template; readonly provenance: Provenance },
): Promise<BegunRun> {
  const learning = await learningFor(context, viewer, mode, known);
  const guard = (await guardFor(context, viewer)) ?? undefined;
  const run = await openRun(context, viewer, input, mode, { ...options, guard });
  return { run: followedUp(context, viewer, run, input.task ?? null, learning), learning };
}

/** Begins a run without a template, for calls that the program makes itself unless it is said that Engram makes them. */
export async function beginNormalRun(
  context: Context,
  viewer: Viewer,
  input: StartRun,
  { onWarning }: RunOptions = {},
  provenance: Provenance = 'wrapped',
): Promise<RunHandle> {
  return (await beginRun(context, viewer, input, { kind: 'normal' }, { onWarning, provenance })).run;
}

/** The same handle; when the run ends, its outcome is counted for its checks, patterns and templates. */
function followedUp(
  context: Context,
  viewer: Viewer,
  run: RunHandle,
  taskId: string | null,
  learning: Learning | null,
): RunHandle {
  return {
    ...run,
    async finish(end) {
      const report = await run.finish(end);
      context.inBackground(() => afterRun(context, viewer, { runId: run.id, taskId, outcome: end.outcome }));
      if (learning !== null) context.inBackground(() => afterTemplateRun(context, viewer, learning, run.id));
      return report;
    },
  };
}
