import type * as z from 'zod';
import { EngramError, phrase } from '../errors.ts';
import type { JsonObject } from '../model/json.ts';
import { parseInput } from '../model/parse.ts';
import type { RunMode } from '../model/run.ts';
import type { Template } from '../model/template.ts';
import { runTemplateInput } from '../model/template-inputs.ts';
import type { DryRun, FilledArgument, RanCall, TemplateRun } from '../model/template-run.ts';
import { describeThrown } from '../model/thrown.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { RunHandle, RunOutcome } from '../ports/run-handle.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import { explainDryRun } from './explain/explain-dry-run.ts';
import { withExplainedStop } from './explain/explain-stop.ts';
import { createFill } from './fill.ts';
import { accountOf } from './replay/account.ts';
import { checkTools, isFromBefore, whyNotRunnable, whyRetired } from './replay/checks.ts';
import { effectOf } from './replay/effect.ts';
import { fillableValues, parameterValues, valuesOfKind } from './replay/parameters.ts';
import { planned, withoutSecrets } from './replay/planned.ts';
import { type DoneCall, type ReplayOptions, type ReplayReport, replay } from './replay/replay.ts';
import { requireModel } from './solve.ts';

/** Which template to run, and with which inputs. */
export type RunTemplate = z.input<typeof runTemplateInput>;

/** A replay that stopped, as it is handed to whoever does the rest. */
export interface Handover {
  readonly template: Template;
  /** The task of this run, and the values it was given. */
  readonly task: string;
  readonly inputs: JsonObject;
  /** The same run: what is done from here on is recorded in it. */
  readonly run: RunHandle;
  /** What was done, what differs and what is left, in words. */
  readonly account: string;
  /** Calls that are not to be made again. */
  readonly done: readonly DoneCall[];
  readonly signal?: AbortSignal | undefined;
}

/** What became of the rest. */
export interface Rest {
  readonly status: 'completed' | 'failed';
  readonly text: string;
  readonly modelCalls: number;
  readonly calls: readonly RanCall[];
}

/** An adaptive run that is asked for. */
export interface AdaptiveRequest {
  /** The task as it reads with the values of this run. */
  readonly task: string;
  readonly inputs: JsonObject;
  /** All values of this run that are known, also those that only the task names. */
  readonly values: JsonObject;
  readonly system: string;
  readonly signal?: AbortSignal | undefined;
}

/** What the engine lends to this stage: finding a template, beginning a run through the gate, and doing the rest. */
export interface TemplateRunning {
  showTemplate(idOrSlug: string): Promise<Template>;
  /** `known` is the template as it was read just before: the gate need not read it again. */
  beginRun(
    input: { description: string; inputs: JsonObject; approach: string },
    mode: RunMode,
    known: Template,
  ): Promise<{ run: RunHandle; learning: { template: Template } | null }>;
  /** Values for parameters that the task in other words names. */
  valuesInTask(template: Template, task: string): JsonObject;
  /** The task as it reads with these values. */
  taskWith(template: Template, values: JsonObject): string;
  /** Does it by a model, with what was learned. */
  adaptive(template: Template, task: AdaptiveRequest): Promise<TemplateRun>;
  /** A model that fills open arguments, and how much it is told and may say. */
  readonly fill?:
    | {
        model(template: Template): LanguageModel | null;
        readonly maxTokens: number;
        readonly maxOutputTokens: number;
      }
    | undefined;
  /** Does what a replay left, by a model. Without it, or when it answers nothing, a replay that stops has stopped. */
  readonly fallback?: ((handover: Handover) => Promise<Rest | undefined>) | undefined;
}

/**
 * Executes a template again, recorded as a run of its own.
 *
 * @throws before anything is called: `not_found`, `not_replayable`, `tool_missing`, `invalid_input`.
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
    return explainDryRun(plan, template, inputs);
  }

  const filler = (input.fill ?? template.fill) ? requireModel(running.fill?.model(template) ?? null) : null;
  const { values } = (filler === null ? parameterValues : fillableValues)(template.parameters, inputs);
  refuseUnlessRunnable(template, tools);
  checkTools(template, tools);
  const shownInputs = withoutSecrets(template, values);
  const task = input.task ?? running.taskWith(template, shownInputs);
  const since = options.elapsed();
  const { run, learning } = await running.beginRun(
    {
      description: task,
      inputs: shownInputs,
      approach: 'replay',
    },
    { kind: 'template', style: 'replay', templateId: template.id },
    template,
  );
  if (learning === null) throw new EngramError('internal', 'The gate kept the template from its own run.');
  const filled: FilledArgument[] = [];
  const { maxTokens = 0, maxOutputTokens = 0 } = running.fill ?? {};
  const { elapsed, signal } = options;
  const fill =
    filler === null
      ? undefined
      : createFill(
          {
            model: filler,
            template: learning.template,
            task,
            tools,
            run,
            maxTokens,
            maxOutputTokens,
            elapsed,
            signal,
          },
          (argument) => filled.push(argument),
        );
  const report = await replayRecorded(learning.template, inputs, tools, run, { ...options, fill });
  const rest = await handOver(running, report, {
    template: learning.template,
    task,
    inputs: shownInputs,
    run,
    signal: options.signal,
  });
  await run.finish(endOf(report, rest, tools));
  const { done: _, ...told } = withExplainedStop(report, template, run.id);
  return {
    templateId: template.id,
    runId: run.id,
    mode: 'replay',
    modelCalls: (rest?.modelCalls ?? 0) + filled.reduce((sum, { modelCalls }) => sum + modelCalls, 0),
    ...told,
    ...(filled.length === 0 ? {} : { filled }),
    ...(rest === undefined
      ? {}
      : {
          status: rest.status === 'completed' ? 'completed' : report.status,
          toolCalls: [...report.toolCalls, ...rest.calls],
          fallback: { status: rest.status, text: rest.text },
        }),
    durationMs: options.elapsed() - since,
  };
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

/** The values of the task and those given by name: both must say the same, or nobody knows which one is meant. */
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

/** A model may use what a draft knows; what was retired is not used at all. */
export function refuseRetired(template: Template): void {
  const reason = whyRetired(template);
  if (reason !== undefined) throw notRunnable(template, reason);
}

function refuseUnlessRunnable(template: Template, tools: ToolRuntime): void {
  const reason = whyNotRunnable(template, tools);
  if (reason !== undefined) throw notRunnable(template, reason);
}

function notRunnable(template: Template, reason: string): EngramError {
  const { slug, status } = template;
  return new EngramError('not_replayable', reason, {
    details: { template: slug, status },
    // Approval does not give a plan the answers that it lacks.
    ...(status === 'draft' &&
      !isFromBefore(template) && {
        hint: phrase`Approve it with ${{ operation: 'template.approve', given: { id: slug } }}.`,
      }),
  });
}

/** The gate may have read the template again. When it was changed in between, the run that has begun must still end. */
async function replayRecorded(
  template: Template,
  inputs: JsonObject,
  tools: ToolRuntime,
  run: RunHandle,
  options: ReplayOptions,
): Promise<ReplayReport> {
  try {
    refuseUnlessRunnable(template, tools);
    return await replay(template, inputs, tools, run, options);
  } catch (error) {
    await run.finish({ outcome: 'failure', summary: describeThrown(error).message });
    throw error;
  }
}

async function handOver(
  { fallback }: TemplateRunning,
  report: ReplayReport,
  given: Omit<Handover, 'account' | 'done'>,
): Promise<Rest | undefined> {
  if (report.status === 'completed' || fallback === undefined || given.signal?.aborted === true)
    return undefined;
  try {
    return await fallback({ ...given, account: accountOf(report, given.template), done: report.done });
  } catch (error) {
    return { status: 'failed', text: describeThrown(error).message, modelCalls: 0, calls: [] };
  }
}

function endOf(report: ReplayReport, rest: Rest | undefined, tools: ToolRuntime): RunOutcome {
  const approach = rest === undefined ? 'replay' : 'replay_then_adaptive';
  const { divergence } = report;
  if (divergence === undefined) return { outcome: 'success', approach };
  const summary = [
    `${report.status} at call ${divergence.call}: ${divergence.reason}`,
    ...(rest === undefined ? [] : [`The rest was handed to a model, and ${rest.status}.`]),
  ].join('. ');
  if (rest?.status === 'completed') return { outcome: 'success', approach, summary };
  const wrote =
    report.done.some(({ effect }) => effect === 'write') ||
    (rest?.calls ?? []).some(({ tool }) => effectOf({ tool, effect: 'write' }, tools) === 'write');
  return { outcome: wrote ? 'partial' : 'failure', approach, summary };
}
