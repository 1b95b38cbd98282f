import { EngramError } from '../errors.ts';
import { type JsonObject, sameJson } from '../model/json.ts';
import { leavesOf } from '../model/path.ts';
import type { Observation, PlanStep } from '../model/plan.ts';
import { schemaVersion } from '../model/record.ts';
import type { RunWithTotals } from '../model/run.ts';
import { findSaidFailure } from '../model/said-failure.ts';
import { slugFrom } from '../model/slug.ts';
import type { Step, ToolStep } from '../model/step.ts';
import type { Example, Template } from '../model/template.ts';
import { refuseFailedChange } from './failed-change.ts';
import { bindArguments } from './plan/bind.ts';
import { type DeclaredEffects, plannedCalls } from './plan/calls.ts';
import type { Moment } from './plan/candidate.ts';
import { createParameterList } from './plan/parameters.ts';
import type { RecordedCall } from './plan/recorded-call.ts';
import { createKnowledge } from './plan/sources.ts';
import { withoutInputs } from './plan/task-text.ts';

/** What the new template is called and when it was made. */
export interface TemplateIdentity {
  readonly id: string;
  readonly slug: string | undefined;
  readonly now: number;
}

/** A finished run with all that happened in it. */
export interface RecordedRun {
  readonly run: RunWithTotals;
  readonly steps: readonly Step[];
}

/** What is known about the tools of a run besides what they answered. */
export interface ToolKnowledge {
  readonly declared?: DeclaredEffects;
  /** The schema of a tool's arguments; null where it is not known. */
  readonly schemaOf?: (tool: string) => JsonObject | null;
  /** Paths and addresses that the configured tools were started with. */
  readonly configured?: readonly string[];
  /** Whether a tool has a check now. */
  readonly hasCheck?: (tool: string) => boolean;
}

/**
 * A finished run as a template: pure, so that it can be made again and compared. Further runs of the same work tell what is
 * always the same from what is not, and how an item was picked.
 */
export function buildTemplate(
  { run, steps }: RecordedRun,
  identity: TemplateIdentity,
  { further = [], ...tools }: ToolKnowledge & { readonly further?: readonly RecordedRun[] } = {},
): Template {
  refuseUnfinished(run, steps, tools.declared);
  const { kept, dropped } = plannedCalls(steps, tools.declared ?? (() => undefined));
  const first: PlannedRun = { run, calls: kept };
  const runs: readonly [PlannedRun, ...PlannedRun[]] = [
    first,
    ...further.map((other) => alignedRun(kept, other, tools)),
  ];
  const { plan, parameters } = planOf(runs, tools);
  const successful = kept.map(({ step }) => step).filter(({ success }) => success);
  return {
    schemaVersion,
    id: identity.id,
    scope: run.scope,
    createdAt: identity.now,
    updatedAt: identity.now,
    slug: identity.slug ?? slugFrom(run.task.description),
    version: 1,
    revision: 0,
    status: 'draft',
    statusReason: null,
    statusAt: identity.now,
    sourceRunId: run.id,
    task: run.task,
    subTasks: subTasksOf(successful),
    agents: run.scope.agent === null ? [] : [run.scope.agent],
    parameters: [...parameters],
    plan: [...plan],
    dropped,
    examples: examplesOf(successful),
    toolEffects: [],
    planEdited: false,
    said: [],
    fill: false,
    reexecuteModel: null,
    firstRun: {
      modelCalls: run.totals.modelCalls,
      toolCalls: run.totals.toolCalls,
      steps: run.totals.modelCalls + run.totals.toolCalls,
      inputTokens: run.totals.inputTokens,
      outputTokens: run.totals.outputTokens,
      wallTimeMs: run.totals.wallTimeMs,
    },
    derivedFrom: [
      { kind: 'run', id: run.id },
      ...further.map((other) => ({ kind: 'run' as const, id: other.run.id })),
      ...successful.map((call) => ({ kind: 'step' as const, id: call.id })),
    ],
  };
}

/** A run as its plan sees it: the calls that are made again. */
interface PlannedRun {
  readonly run: RunWithTotals;
  readonly calls: readonly RecordedCall[];
}

type Runs = readonly [PlannedRun, ...PlannedRun[]];

/** The calls with where their arguments come from, and the parameters that were found on the way. */
function planOf(
  runs: Runs,
  { schemaOf = () => null, configured = [], hasCheck = () => false }: ToolKnowledge,
): Pick<Template, 'plan' | 'parameters'> {
  const [first, ...others] = runs;
  const inputs = ofEach(runs, ({ run }) => run.inputs);
  const parameters = createParameterList(inputs);
  const knowledge = createKnowledge();
  const isFromSeveralRuns = others.some(
    ({ run }) =>
      !sameJson(run.inputs, first.run.inputs) || run.task.description !== first.run.task.description,
  );
  const evidence = {
    task: withoutInputs(first.run.task.description, first.run.inputs),
    configured,
    isFromSeveralRuns,
  };
  const places = new Set(configured);
  const plan = first.calls.map((call, index): PlanStep => {
    const moments = ofEach(
      runs,
      ({ run, calls }, at): Moment => ({
        parameters: parameters.values[at] ?? {},
        taskText: run.task.description,
        earlier: calls.slice(0, index),
        now: calls[index]?.step.startedAt ?? 0,
      }),
    );
    const binding = bindArguments({
      tool: call.step.tool,
      arguments: ofEach(runs, ({ calls }) => calls[index]?.step.arguments ?? {}),
      moments,
      schema: schemaOf(call.step.tool),
      evidence: { ...evidence, configured: [...places], isLook: call.effect === 'read' },
      parameters,
      known: (values) => knowledge.known(values),
    });
    knowledge.learn(call);
    if (call.effect === 'read')
      for (const place of placesBelow(call.step.arguments, configured)) places.add(place);
    return planStep(
      call,
      binding,
      runs.flatMap(({ calls }) => calls[index] ?? []),
      hasCheck(call.step.tool),
    );
  });
  return { plan, parameters: [...parameters.all()] };
}

/** What a look was about that lies inside of what is configured. */
function placesBelow(toolArguments: JsonObject, configured: readonly string[]): string[] {
  return leavesOf(toolArguments).flatMap(({ value }) =>
    typeof value === 'string' && configured.some((root) => value.startsWith(`${root}/`)) ? [value] : [],
  );
}

function ofEach<Item, Value>(
  [first, ...others]: readonly [Item, ...Item[]],
  value: (item: Item, index: number) => Value,
): [Value, ...Value[]] {
  return [value(first, 0), ...others.map((other, index) => value(other, index + 1))];
}

function planStep(
  { step, effect, effectFrom }: RecordedCall,
  binding: PlanStep['arguments'],
  calls: readonly RecordedCall[],
  hasCheck: boolean,
): PlanStep {
  return {
    tool: step.tool,
    arguments: binding,
    observed: calls.map(({ step: recorded }) => ({
      arguments: recorded.arguments,
      result: recorded.result,
      error: recorded.success ? null : (recorded.error?.message ?? 'failed'),
      at: recorded.startedAt,
      isCut: recorded.truncated.includes('result'),
      ...capturedBefore(recorded, hasCheck),
    })),
    free: [],
    holds: [],
    effect,
    effectFrom,
    subTask: step.subTask?.id ?? null,
    recordedStep: step.id,
  };
}

/** What the check of a tool captured, or that it captured nothing: then it is said that nothing will be compared. */
function capturedBefore({ captured }: ToolStep, hasCheck: boolean): Pick<Observation, 'captured'> {
  if (captured !== undefined) return { captured };
  return hasCheck ? { captured: { error: 'The call was recorded without its check' } } : {};
}

/** Another run of the same work: it made the same calls, one by one. */
function alignedRun(kept: readonly RecordedCall[], other: RecordedRun, tools: ToolKnowledge): PlannedRun {
  refuseUnfinished(other.run, other.steps, tools.declared);
  const { kept: theirs } = plannedCalls(other.steps, tools.declared ?? (() => undefined));
  const otherwise = (did: string): EngramError =>
    new EngramError(
      'not_replayable',
      `The run "${other.run.id}" did it otherwise: it ${did}. Save it as a template of its own.`,
      { details: { runId: other.run.id } },
    );
  const toolsOf = (calls: readonly RecordedCall[]): string => calls.map(({ step }) => step.tool).join(', ');
  if (toolsOf(theirs) !== toolsOf(kept)) throw otherwise(`called ${toolsOf(theirs)}, not ${toolsOf(kept)}`);
  for (const [index, { step }] of theirs.entries()) {
    const [given, before] = [argumentNames(step), argumentNames(kept[index]?.step)];
    // Nobody can tell when the argument belongs there, and without its name nothing can be said about the call.
    if (given !== before) throw otherwise(`called ${step.tool} with ${given}, not with ${before}`);
    if (step.success !== kept[index]?.step.success)
      throw otherwise(`saw ${step.tool} ${step.success ? 'work' : 'fail'}`);
  }
  return { run: other.run, calls: theirs };
}

function argumentNames(step: ToolStep | undefined): string {
  const names = Object.keys(step?.arguments ?? {}).sort();
  return names.length === 0 ? 'no arguments' : names.join(', ');
}

/** A run that did not end well, or has no call to repeat, is no template. */
function refuseUnfinished(run: RunWithTotals, steps: readonly Step[], declared?: DeclaredEffects): void {
  if (run.outcome !== 'success') {
    const state = run.outcome === null ? 'is still running' : `ended in ${run.outcome}`;
    throw new EngramError(
      'not_replayable',
      `The run "${run.id}" ${state}. Only a run that ended in success becomes a template.`,
      { details: { runId: run.id, outcome: run.outcome } },
    );
  }
  const calls = steps.filter((step) => step.kind === 'tool' && step.success);
  if (calls.length === 0) {
    throw new EngramError('not_replayable', `The run "${run.id}" has no successful tool call to repeat.`, {
      details: { runId: run.id },
    });
  }
  const cut = steps.find(
    (step) => step.kind === 'tool' && step.success && step.truncated.includes('arguments'),
  );
  if (cut?.kind === 'tool') {
    throw new EngramError(
      'not_replayable',
      `The arguments of the call to "${cut.tool}" were too large to be kept whole. Raise "capture.maxValueBytes" and record the run again.`,
      { details: { runId: run.id, stepId: cut.id } },
    );
  }
  refuseFailedChange({ run, steps }, declared);
}

function subTasksOf(calls: readonly ToolStep[]): Template['subTasks'] {
  const seen = new Map(calls.flatMap(({ subTask }) => (subTask === null ? [] : [[subTask.id, subTask]])));
  return [...seen.values()].sort((left, right) => left.index - right.index);
}

/** Calls worth showing to an agent: real arguments and a real result. */
function examplesOf(calls: readonly ToolStep[]): Example[] {
  return calls
    .filter(
      (call) => Object.keys(call.arguments).length > 0 && call.result !== null && call.truncated.length === 0,
    )
    .filter(({ result }) => findSaidFailure(result) === undefined)
    .map((call) => ({
      agent: call.scope.agent,
      subTask: call.subTask?.id ?? null,
      tool: call.tool,
      arguments: call.arguments,
      result: call.result,
    }));
}
