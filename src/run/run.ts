import type * as z from 'zod';
import { parseInput } from '../model/parse.ts';
import { runTemplateInput } from '../model/template-inputs.ts';
import type { DryRun, TemplateRun } from '../model/template-run.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import { refuseRetired } from './refuse-template.ts';
import { valuesOfKind } from './replay/parameters.ts';
import { planned } from './replay/planned.ts';
import type { ReplayOptions } from './replay/replay.ts';
import { resumeReplay } from './resume-replay.ts';
import { runReplay } from './run-replay.ts';
import type { TemplateRunning } from './template-running.ts';

/** Which template to run, and with which inputs. */
export type RunTemplate = z.input<typeof runTemplateInput>;

/**
 * Executes a template again, recorded as a run of its own.
 *
 * @throws before anything is called: `not_found`, `not_replayable`, `tool_missing`, `invalid_input`, and `conflict` when the
 * same is being done, or was interrupted.
 */
export async function runTemplate(
  running: TemplateRunning,
  raw: RunTemplate,
  tools: ToolRuntime,
  options: ReplayOptions,
): Promise<TemplateRun | DryRun> {
  const input = parseInput(runTemplateInput, raw, 'template run');
  const template = await running.showTemplate(input.id);
  if (!input.dryRun) refuseRetired(template);
  if (input.mode === 'adaptive' && !input.dryRun) {
    const task = input.task ?? template.task.description;
    return running.adaptive(template, {
      task,
      inputs: valuesOfKind(template.parameters, input.inputs),
      system: input.system ?? '',
      signal: options.signal,
    });
  }
  const named = input.task === undefined ? {} : running.valuesInTask(template, input.task);
  const inputs = { ...named, ...input.inputs };
  if (input.dryRun) return planned(template, inputs, tools.names().length === 0 ? undefined : tools);
  const { resume, uncertain, anew, idempotencyKey = null } = input;
  const request = { template, inputs, task: input.task, anew, idempotencyKey };
  if (resume === undefined) return runReplay(running, request, tools, options);
  return resumeReplay(running, { ...request, resume, uncertain }, tools, options);
}
