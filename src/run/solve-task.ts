import type { Context } from '../ports/context.ts';
import type { Tools } from '../ports/run-handle.ts';
import type { Viewer } from '../records/scope.ts';
import {
  agentLimits,
  mayChangeWith,
  type RunTemplateOptions,
  toolsForModel,
  watchedBy,
} from './agent-setup.ts';
import { beginNormalRun } from './begin-run.ts';
import { type Solve, type SolvedTask, solve } from './solve.ts';

/** Does a task by the configured model with the tools of the caller and the configured ones. */
export async function solveTask(
  context: Context,
  viewer: Viewer,
  input: Solve,
  functions: Tools,
  options: RunTemplateOptions,
): Promise<SolvedTask> {
  const tools = toolsForModel(context, (await context.toolbox.open(viewer, functions)).tools);
  return solve(
    {
      model: context.model(),
      startRun: (start) => beginNormalRun(context, viewer, start, {}, 'made'),
      agent: { tools, limits: agentLimits(context), elapsed: context.clock.elapsed, ...watchedBy(options) },
      mayChange: mayChangeWith(tools),
    },
    input,
  );
}
