import { EngramError } from '../errors.ts';
import type { ViewerContext } from '../ports/context.ts';
import type { PlanRunner } from '../ports/plan-runner.ts';
import { runAgent } from '../run/agent/run-agent.ts';
import { agentLimits, mayChangeWith, toolsForModel } from '../run/agent-setup.ts';
import { judgeReport } from '../run/judge-report.ts';
import { requireModel } from '../run/solve.ts';
import { inertJson } from '../text/inert/inert.ts';
import { runCommand } from './run-command.ts';
import { promptFor } from './sub-task-prompt.ts';

/** Lets the configured model do sub-tasks, with the configured tools. */
export function modelRunner(context: ViewerContext): PlanRunner {
  const model = requireModel(context.model());
  return async (work) => {
    const viewer = { ...context.viewer, ...(work.agent === null ? {} : { agent: work.agent }) };
    const tools = toolsForModel(context, (await context.toolbox.open(viewer, {})).tools);
    const report = await runAgent({
      ...{ model, tools, run: work.run, signal: work.signal },
      system: work.agent === null ? '' : `You are the agent ${inertJson(work.agent)}.`,
      task: promptFor(work),
      limits: agentLimits(context),
      elapsed: context.clock.elapsed,
    });
    const { status, text, reason } = judgeReport(report, mayChangeWith(tools));
    if (status === 'failed') throw new EngramError('incomplete', reason ?? 'The model did not finish.');
    return text;
  };
}

/** A system refuses variables of 128 kB; the prompt has the whole text. */
function shortened(text: string): string {
  return text.slice(0, 10_000).toWellFormed();
}

/**
 * Lets a command line do sub-tasks, such as that of a coding agent. It reads the prompt on standard input, and finds the sub-task in
 * `ENGRAM_SUB_TASK`, `ENGRAM_AGENT` and `ENGRAM_IDEMPOTENCY_KEY`. What it prints is the result; an exit code other than 0 is a
 * failure. The task never becomes part of the command, so a task cannot run commands.
 */
export function commandRunner(command: string, folder: string): PlanRunner {
  return (work) =>
    work.run.call('command', { command, subTask: work.subTask.id }, () =>
      runCommand({
        command,
        folder,
        input: promptFor(work),
        environment: {
          ENGRAM_SUB_TASK: JSON.stringify({ ...work.subTask, text: shortened(work.subTask.text) }),
          ENGRAM_AGENT: work.agent ?? '',
          ENGRAM_IDEMPOTENCY_KEY: work.idempotencyKey,
        },
        signal: work.signal,
      }),
    );
}
