import { EngramError } from '../errors.ts';
import type { JsonObject } from '../json/json.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { RunHandle, RunOutcome } from '../ports/run-handle.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import { handedOverReplay, interruptedReplay, stoppedReplay } from '../records/run.ts';
import type { Template } from '../records/template.ts';
import type { FilledArgument, RecordedValue, TemplateRun } from '../records/template-run.ts';
import type { Workflow } from '../records/workflow.ts';
import { taskWith } from '../templates/task-values.ts';
import { describeThrown } from '../text/thrown.ts';
import { admit } from './durable/requests.ts';
import type { HeldWork } from './durable/work.ts';
import { withExplainedStop } from './explain/explain-stop.ts';
import { createFill } from './fill.ts';
import { refuseUnlessRunnable } from './refuse-template.ts';
import { accountOf } from './replay/account.ts';
import { checkTools } from './replay/checks.ts';
import {
  asBefore,
  changesOf,
  handedOver,
  isHandedOver,
  leaveWork,
  replayName,
  subjectOf,
} from './replay/durable-replay.ts';
import { effectOf, mayChangeAnything } from './replay/effect.ts';
import { createJournal } from './replay/journal.ts';
import { parameterValues, type ReadParameters } from './replay/parameters.ts';
import { withoutSecrets } from './replay/planned.ts';
import { type ReplayOptions, type ReplayReport, replay } from './replay/replay.ts';
import type { Handover, Rest, TemplateRunning } from './template-running.ts';

/** A replay that is asked for. */
export interface ReplayRequest {
  readonly template: Template;
  readonly inputs: JsonObject;
  /** The task in other words. */
  readonly task: string | undefined;
  readonly anew: boolean;
  readonly idempotencyKey: string | null;
  /** A model that fills open arguments just before the call that needs them. */
  readonly filler: LanguageModel | null;
}

/** The durable work of a replay, and the request it answers. */
export interface ReplayWork {
  readonly work: HeldWork;
  readonly requestKey: string | null;
  /** The version that was approved when it was begun. */
  readonly approvedVersion?: number | undefined;
  /** Its status before it was resumed; undefined for new work. */
  readonly resumedFrom?: Workflow['status'];
}

/** Replays a template, once for each request. */
export async function runReplay(
  running: TemplateRunning,
  request: ReplayRequest,
  tools: ToolRuntime,
  options: ReplayOptions,
): Promise<TemplateRun> {
  const { template, anew, idempotencyKey: requestKey } = request;
  const { values } = valuesFor(request, tools, options);
  const refuse = (): void => {
    refuseUnlessRunnable(template, tools);
    checkTools(template, tools);
  };
  const { durable } = running;
  if (durable === undefined || (requestKey === null && !mayChangeAnything(template, tools))) {
    refuse();
    return performReplay(running, request, tools, options);
  }
  const shownInputs = withoutSecrets(template, values);
  const admitted = await admit(durable.surroundings, durable.viewer, {
    id: durable.newId(),
    name: replayName,
    subject: subjectOf(template, shownInputs),
    requestKey,
    input: {
      template: template.id,
      task: request.task ?? null,
      inputs: shownInputs,
      approvedVersion: template.status === 'approved' ? template.version : null,
    },
    refuse,
    async describeEarlier(earlier) {
      const checkpoints = await durable.surroundings.store.listCheckpoints(durable.viewer, earlier.id);
      return { changed: changesOf(checkpoints, template, tools), mayBeResumed: !isHandedOver(earlier) };
    },
    anew,
    template: template.slug,
    signal: options.signal,
  });
  // It was written by `leaveWork`.
  if ('answer' in admitted) return { ...(admitted.answer as unknown as TemplateRun), repeated: true };
  return performReplay(running, request, tools, options, { work: admitted.work, requestKey });
}

/** Replays in a run of its own, and stores the outcome in the durable work. */
export async function performReplay(
  running: TemplateRunning,
  request: Pick<ReplayRequest, 'template' | 'inputs' | 'task' | 'filler'>,
  tools: ToolRuntime,
  options: ReplayOptions,
  held?: ReplayWork,
): Promise<TemplateRun> {
  const { template, inputs } = request;
  const since = options.elapsed();
  let run: RunHandle | undefined;
  let mayHaveCalled = false;
  try {
    const { values, recorded } = valuesFor(request, tools, options);
    const shownInputs = withoutSecrets(template, values);
    const task = request.task ?? taskWith(template, shownInputs);
    const begun = await running.beginRun(
      { description: task, inputs: shownInputs, approach: 'replay' },
      { kind: 'template', style: 'replay', templateId: template.id },
      template,
    );
    run = begun.run;
    if (begun.learning === null)
      throw new EngramError('internal', 'The gate kept the template from its own run.');
    const known = begun.learning.template;
    await held?.work.report({ runId: run.id });
    // The gate may have read the template again. When it was changed in between, the run that has begun must still end.
    refuseUnlessRunnable(known, tools, held?.approvedVersion);
    const journal = held === undefined ? undefined : createJournal(held.work);
    const filled: FilledArgument[] = [];
    const fill = fillOf(running, { ...request, template: known, task, run }, tools, options, filled);
    // A replay throws only before anything is called.
    const report = await replay(known, inputs, tools, run, { ...options, journal, fill });
    mayHaveCalled = true;
    const given = { template: known, task, inputs: shownInputs, run, signal: options.signal };
    const rest = await handOver(running, report, { ...given, recorded }, held);
    const wrote = hasWritten(report, rest, tools);
    const isInterrupted = options.signal?.aborted === true;
    await run.finish(endOf(report, rest, { wrote, isInterrupted }));
    const durationMs = options.elapsed() - since;
    const told = reportOf(report, rest, { run, template, durationMs, filled, recorded, shownInputs });
    // If this cannot be written now, resuming the run will find it out.
    const stoppedAtChange = report.done.some(({ effect, matched }) => effect === 'write' && !matched);
    if (held !== undefined)
      await leaveWork(held.work, told, { ...held, wrote, stoppedAtChange }).catch(() => {});
    return told;
  } catch (error) {
    await run?.finish({ outcome: 'failure', summary: describeThrown(error).message });
    if (held !== undefined && !mayHaveCalled) await giveUp(held).catch(() => {});
    throw error;
  }
}

/** Ends work of which nothing was called. Work that an earlier process began must stay resumable. */
async function giveUp({ work, resumedFrom }: ReplayWork): Promise<void> {
  if (resumedFrom === undefined) await work.end();
  else await work.letGo(asBefore(resumedFrom), null);
}

function valuesFor(
  { template, inputs, filler }: Pick<ReplayRequest, 'template' | 'inputs' | 'filler'>,
  tools: ToolRuntime,
  { asRecorded }: ReplayOptions,
): ReadParameters {
  return parameterValues(template, inputs, { tools, asRecorded, mayFill: filler !== null });
}

function fillOf(
  { fill }: TemplateRunning,
  asked: Pick<ReplayRequest, 'template' | 'filler'> & { readonly task: string; readonly run: RunHandle },
  tools: ToolRuntime,
  { elapsed, signal }: ReplayOptions,
  filled: FilledArgument[],
): ReplayOptions['fill'] {
  const { filler, template, task, run } = asked;
  if (filler === null) return undefined;
  const { maxTokens = 0, maxOutputTokens = 0 } = fill ?? {};
  return createFill(
    { model: filler, template, task, tools, run, maxTokens, maxOutputTokens, elapsed, signal },
    (argument) => filled.push(argument),
  );
}

/** What a report says of a replay beside its calls. */
interface Ending {
  readonly run: RunHandle;
  readonly template: Template;
  readonly durationMs: number;
  readonly filled: readonly FilledArgument[];
  readonly recorded: readonly RecordedValue[];
  readonly shownInputs: JsonObject;
}

function reportOf(
  report: ReplayReport,
  rest: Rest | undefined,
  { run, template, durationMs, filled, recorded, shownInputs }: Ending,
): TemplateRun {
  const { done: _, ...told } = withExplainedStop(report, template, run.id, shownInputs);
  return {
    templateId: template.id,
    runId: run.id,
    mode: 'replay',
    modelCalls: (rest?.modelCalls ?? 0) + filled.reduce((sum, { modelCalls }) => sum + modelCalls, 0),
    ...told,
    ...(filled.length === 0 ? {} : { filled }),
    ...(recorded.length === 0 ? {} : { recorded }),
    ...(rest === undefined
      ? {}
      : {
          status: rest.status === 'completed' ? 'completed' : report.status,
          toolCalls: [...report.toolCalls, ...rest.calls],
          fallback: { status: rest.status, text: rest.text },
        }),
    durationMs,
  };
}

async function handOver(
  { fallback, fill }: TemplateRunning,
  report: ReplayReport,
  { recorded, ...given }: Omit<Handover, 'account' | 'done'> & Pick<Ending, 'recorded'>,
  held: ReplayWork | undefined,
): Promise<Rest | undefined> {
  if (report.status === 'completed' || fallback === undefined || given.signal?.aborted === true)
    return undefined;
  // Without a model nothing is handed over: a process killed right after `handedOver` is written could not be resumed.
  if (fill !== undefined && fill.model(given.template) === null) return undefined;
  try {
    await held?.work.report({ output: handedOver });
    return await fallback({
      ...given,
      account: accountOf(report, given.template, recorded),
      done: report.done,
    });
  } catch (error) {
    return { status: 'failed', text: describeThrown(error).message, modelCalls: 0, calls: [] };
  }
}

function endOf(
  report: ReplayReport,
  rest: Rest | undefined,
  { wrote, isInterrupted }: { readonly wrote: boolean; readonly isInterrupted: boolean },
): RunOutcome {
  const approach = approachOf(report, rest, { wrote, isInterrupted });
  const { divergence } = report;
  if (divergence === undefined) return { outcome: 'success', approach: 'replay' };
  const summary = [
    `${report.status} at call ${divergence.call}: ${divergence.reason}`,
    ...(rest === undefined ? [] : [`The rest was handed to a model, and ${rest.status}.`]),
  ].join('. ');
  if (rest?.status === 'completed') return { outcome: 'success', approach, summary };
  return { outcome: wrote ? 'partial' : 'failure', approach, summary };
}

function approachOf(
  { status, divergence }: ReplayReport,
  rest: Rest | undefined,
  { wrote, isInterrupted }: { readonly wrote: boolean; readonly isInterrupted: boolean },
): string {
  if (rest !== undefined) return handedOverReplay;
  if (isInterrupted) return interruptedReplay;
  // A tool that failed is a failure; so is a change whose outcome is not known, and one that something stopped halfway through.
  const stoppedItself = status === 'diverged' || status === 'needs_input' || divergence?.blocked === true;
  return stoppedItself && !wrote && divergence?.uncertain !== true ? stoppedReplay : 'replay';
}

function hasWritten({ done }: ReplayReport, rest: Rest | undefined, tools: ToolRuntime): boolean {
  return (
    done.some(({ effect }) => effect === 'write') ||
    (rest?.calls ?? []).some(({ tool }) => effectOf({ tool, effect: 'write' }, tools) === 'write')
  );
}
