import type * as z from 'zod';
import { EngramError, phrase } from '../errors.ts';
import type { JsonObject } from '../json/json.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import { parseInput } from '../records/parse.ts';
import type { Template } from '../records/template.ts';
import { runTemplateInput } from '../records/template-inputs.ts';
import type { DryRun, TemplateRun } from '../records/template-run.ts';
import { explainDryRun } from './explain/explain-dry-run.ts';
import { refuseRetired } from './refuse-template.ts';
import { valuesOfKind } from './replay/parameters.ts';
import { planned } from './replay/planned.ts';
import type { ReplayOptions } from './replay/replay.ts';
import { resumeReplay } from './resume-replay.ts';
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
  if (input.mode === 'adaptive' && !input.dryRun) {
    const inputs = valuesOfKind(template.parameters, input.inputs);
    const values = joined(valuesIfNamed(running, template, input.task), inputs);
    return running.adaptive(template, {
      task: input.task ?? running.taskWith(template, inputs),
      inputs,
      values,
      system: input.system ?? '',
      signal: options.signal,
    });
  }
  const named = input.task === undefined ? {} : running.valuesInTask(template, input.task);
  const inputs = joined(named, input.inputs);
  if (input.dryRun) {
    const plan = planned(template, inputs, tools.names().length === 0 ? undefined : tools);
    const hasCheck = (tool: string): boolean => tools.describe(tool)?.check !== undefined;
    return explainDryRun(plan, template, inputs, hasCheck);
  }
  const { resume, uncertain, anew, idempotencyKey = null } = input;
  const filler = (input.fill ?? template.fill) ? requireModel(running.fill?.model(template) ?? null) : null;
  const request = { template, inputs, task: input.task, anew, idempotencyKey, filler };
  if (resume === undefined) return runReplay(running, request, tools, options);
  return resumeReplay(running, { ...request, resume, uncertain }, tools, options);
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

/** A model reads any wording; values are only taken from one that reads like the recorded task. */
function valuesIfNamed(running: TemplateRunning, template: Template, task: string | undefined): JsonObject {
  if (task === undefined) return {};
  try {
    return running.valuesInTask(template, task);
  } catch (error) {
    if (EngramError.is(error) && error.code === 'invalid_input') return {};
    throw error;
  }
}

/** Merges the values of the task with those given by name, and refuses contradictions. */
function joined(named: JsonObject, given: JsonObject): JsonObject {
  const contradicted = Object.keys(given).filter(
    (name) => Object.hasOwn(named, name) && String(named[name]) !== String(given[name]),
  );
  const [name] = contradicted;
  if (name === undefined) return { ...named, ...given };
  throw new EngramError(
    'invalid_input',
    `The task names ${JSON.stringify(named[name])} for "${name}", and ${JSON.stringify(given[name])} was given: leave one of them out, or make them the same.`,
    { details: { contradicted } },
  );
}
