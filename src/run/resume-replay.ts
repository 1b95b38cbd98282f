import { EngramError, notFound } from '../errors.ts';
import { type JsonObject, sameJson } from '../json/json.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';
import type { TemplateRun } from '../records/template-run.ts';
import type { Workflow } from '../records/workflow.ts';
import { findWork, resumeWork } from './durable/requests.ts';
import { refuseUnlessRunnable } from './refuse-template.ts';
import { checkTools } from './replay/checks.ts';
import { isHandedOver, keptInputs } from './replay/durable-replay.ts';
import { expandedBy } from './replay/expand.ts';
import { answersOf, type EarlierCall, earlierCalls } from './replay/journal.ts';
import { readParameters } from './replay/parameters.ts';
import type { ReplayOptions } from './replay/replay.ts';
import type { WitnessVerdict } from './replay/witness.ts';
import { performReplay, type ReplayRequest } from './run-replay.ts';
import type { TemplateRunning } from './template-running.ts';

/** A run to resume. */
export interface ResumeRequest extends ReplayRequest {
  readonly resume: string;
  readonly uncertain: Exclude<WitnessVerdict, 'unclear'> | undefined;
}

/**
 * Goes on with a replay that was interrupted or has stopped, in a run of its own. Changes that were made are not made again;
 * one that may have been made is looked for first, and everything after the last change is looked at anew.
 *
 * @throws `not_found` when the run left nothing to go on with, `conflict` when another process is at work on it.
 */
export async function resumeReplay(
  running: TemplateRunning,
  request: ResumeRequest,
  tools: ToolRuntime,
  options: ReplayOptions,
): Promise<TemplateRun> {
  const { template, resume, uncertain } = request;
  const { durable } = running;
  const found =
    durable === undefined ? undefined : await findWork(durable.surroundings, durable.viewer, resume);
  if (durable === undefined || found?.input['template'] !== template.id || found.status === 'done')
    throw nothingToResume(template.slug, resume);
  refuseHandedOver(found);
  const inputs = inputsOf(found, request.inputs);
  const { missing } = readParameters(template, inputs, { tools });
  if (missing.length > 0 && request.filler === null)
    return needsInput(
      request,
      missing.map(({ name }) => name),
    );
  const approvedVersion = approvedVersionOf(found);
  refuseUnlessRunnable(template, tools, approvedVersion);
  checkTools(template, tools);
  const earlier = earlierCalls(await durable.surroundings.store.listCheckpoints(durable.viewer, found.id));
  refuseAnotherPlan(request, earlier);
  const work = await resumeWork(durable.surroundings, durable.viewer, found);
  await durable.endRun(found.runId, found.scope, 'It was interrupted, and another run goes on with it.');
  const task = request.task ?? (typeof found.input['task'] === 'string' ? found.input['task'] : undefined);
  const report = await performReplay(
    running,
    { template, inputs, task, filler: request.filler },
    tools,
    { ...options, earlier, uncertain },
    { work, requestKey: found.requestKey, approvedVersion, resumedFrom: found.status },
  );
  return { ...report, resumed: found.runId };
}

/** The version of the template that was approved when the run was begun; undefined when none was. */
function approvedVersionOf({ input }: Workflow): number | undefined {
  const version = input['approvedVersion'];
  return typeof version === 'number' ? version : undefined;
}

function inputsOf({ input }: Workflow, given: JsonObject): JsonObject {
  const kept = keptInputs(input);
  const other = Object.keys(given).filter(
    (name) => name in kept && !sameJson(String(kept[name]), String(given[name])),
  );
  if (other.length === 0) return { ...given, ...kept };
  throw new EngramError(
    'invalid_input',
    `The run that is resumed was given other values for ${other.join(', ')}. Leave them out, or begin a new run.`,
    { details: { other } },
  );
}

function nothingToResume(template: string, run: string): EngramError {
  const { message } = notFound('run', run);
  return new EngramError(
    'not_found',
    `There is nothing to resume: no run "${run}" of "${template}" was interrupted or stopped after it changed something.`,
    { details: { template, run }, cause: message },
  );
}

/** The journal does not say what a model did after the run was handed to it. */
function refuseHandedOver(found: Workflow): void {
  if (!isHandedOver(found)) return;
  const { runId } = found;
  throw new EngramError(
    'conflict',
    `The rest of the run "${runId}" was handed to a model, and it is not known how far it came. Look at what the run did, and do the rest by hand.`,
    { details: { run: runId } },
  );
}

/** The journal identifies calls by their index in the plan, so the plan must still have the same calls. */
function refuseAnotherPlan({ template, resume }: ResumeRequest, earlier: readonly EarlierCall[]): void {
  const { steps } = expandedBy(template.plan, template.parameters, answersOf(earlier));
  const isOther = earlier.some(({ index, tool }) => steps[index]?.tool !== tool);
  if (!isOther) return;
  throw new EngramError(
    'conflict',
    `The plan of "${template.slug}" has other calls now than when the run "${resume}" was begun, so it cannot go on with it.`,
    { details: { run: resume, template: template.slug } },
  );
}

/** Nothing was called, and nothing is lost: the run can be resumed once the values are there. */
function needsInput({ template, resume }: ResumeRequest, missing: readonly string[]): TemplateRun {
  return {
    status: 'needs_input',
    templateId: template.id,
    runId: resume,
    mode: 'replay',
    modelCalls: 0,
    toolCalls: [],
    divergence: {
      call: 1,
      tool: template.plan[0]?.tool ?? '',
      reason: `These values were not kept when the run was interrupted; give them again: ${missing.join(', ')}`,
      expected: missing.join(', '),
      found: 'nothing',
      remaining: template.plan.map(({ tool }) => tool),
    },
    durationMs: 0,
  };
}
