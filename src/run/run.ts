import type * as z from 'zod';
import { EngramError, phrase } from '../errors.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import { parseInput } from '../records/parse.ts';
import { runTemplateInput } from '../records/template-inputs.ts';
import type { DryRun, TemplateRun } from '../records/template-run.ts';
import { explainDryRun } from './explain/explain-dry-run.ts';
import { refuseRetired } from './refuse-template.ts';
import { planned } from './replay/planned.ts';
import type { ReplayOptions } from './replay/replay.ts';
import { resumeReplay } from './resume-replay.ts';
import { adaptiveInputs, replayInputs } from './run-inputs.ts';
import { runReplay } from './run-replay.ts';
import { requireModel } from './solve.ts';
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
  refuseUnused(input);
  const template = await running.showTemplate(input.id);
  if (!input.dryRun) refuseRetired(template);
  const { asRecorded } = input;
  if (input.mode === 'adaptive' && !input.dryRun) {
    const { recorded, ...asked } = adaptiveInputs(template, input);
    const request = { ...asked, system: input.system ?? '', signal: options.signal };
    const report = await running.adaptive(template, request);
    return recorded.length === 0 ? report : { ...report, recorded };
  }
  const { task, inputs } = replayInputs(template, input);
  if (input.dryRun) {
    const plan = planned(template, inputs, tools.names().length === 0 ? undefined : tools, asRecorded);
    return explainDryRun(plan, template, inputs, { tools, asRecorded });
  }
  const { resume, uncertain, anew, idempotencyKey = null } = input;
  const filler = input.fill ? requireModel(running.fill?.model(template) ?? null) : null;
  const request = { template, inputs, task, anew, idempotencyKey, filler };
  const asked = { ...options, asRecorded };
  if (resume === undefined) return runReplay(running, request, tools, asked);
  return resumeReplay(running, { ...request, resume, uncertain }, tools, asked);
}

/** Refuses inputs that would be ignored: a caller that gives a key relies on it. */
function refuseUnused(input: z.output<typeof runTemplateInput>): void {
  const { mode, resume, uncertain, idempotencyKey, anew } = input;
  const onlyReplay = Object.entries({ resume, uncertain, idempotencyKey, anew: anew || undefined })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (mode === 'adaptive' && onlyReplay.length > 0)
    throw new EngramError(
      'invalid_input',
      `An adaptive run takes no ${onlyReplay.join(', ')}: what a model does is not written down before it is done.`,
      { details: { fields: onlyReplay } },
    );
  if (uncertain !== undefined && resume === undefined) {
    const message = phrase`${{ field: 'uncertain' }} goes with ${{ field: 'resume' }}.`;
    throw new EngramError('invalid_input', message, { details: { fields: ['uncertain'] } });
  }
}
