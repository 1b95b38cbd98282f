import { EngramError } from '../errors.ts';
import { sourcesOf } from '../model/binding-sources.ts';
import type { PlanStep } from '../model/plan.ts';
import { schemaVersion } from '../model/record.ts';
import type { RunWithTotals } from '../model/run.ts';
import { commonShape, shapeOf } from '../model/shape.ts';
import { slugFrom } from '../model/slug.ts';
import type { Step, ToolStep } from '../model/step.ts';
import type { Example, Template } from '../model/template.ts';
import { bindValue } from './plan/bind.ts';
import { shapeThatMatters, usedPlaces } from './plan/expect.ts';
import { type Bound, minimise } from './plan/minimise.ts';
import { createParameterList } from './plan/parameters.ts';
import { type RecordedCall, recordedCall } from './plan/recorded-call.ts';
import { statesOf } from './plan/state.ts';
import type { Origins } from './plan/wanted.ts';
import { markWhole } from './plan/whole.ts';

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

/** What is declared about tools; undefined where nothing is. */
type DeclaredEffects = (tool: string) => PlanStep['effect'] | undefined;

/**
 * A finished run as a template: pure, so that it can be made again and compared. Further runs of the same work tell what is
 * always the same from what is not, and how an item was picked.
 */
export function buildTemplate(
  { run, steps }: RecordedRun,
  identity: TemplateIdentity,
  {
    further = [],
    declared = () => undefined,
  }: {
    readonly further?: readonly RecordedRun[];
    readonly declared?: DeclaredEffects;
  } = {},
): Template {
  const calls = replayableCalls(run, steps);
  const { kept, dropped } = minimised({ run, steps }, declared);
  const others = further.map((other) => alignedRun(kept, other, declared));
  const bound = bindCalls({ run, calls: kept }, others);
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
    subTasks: subTasksOf(calls),
    agents: run.scope.agent === null ? [] : [run.scope.agent],
    parameters: [...bound.parameters],
    plan: kept.map((call, index) =>
      planStep([call, ...others.flatMap((other) => other.calls[index] ?? [])], index, bound),
    ),
    dropped: [...failedCalls(steps), ...dropped],
    examples: examplesOf(calls),
    toolEffects: [],
    planEdited: false,
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
      ...calls.map((call) => ({ kind: 'step' as const, id: call.id })),
    ],
  };
}

/** A run as its plan sees it: the calls that explain what it has done. */
interface PlannedRun {
  readonly run: RunWithTotals;
  readonly calls: readonly RecordedCall[];
}

function minimised({ run, steps }: RecordedRun, declared: DeclaredEffects): ReturnType<typeof minimise> {
  const recorded = replayableCalls(run, steps).map((step) => recordedCall(step, declared(step.tool)));
  return minimise(recorded, textsOf(run, steps), (calls) => bindCalls({ run, calls }, []));
}

/** Another run of the same work: it made the same calls, one by one. */
function alignedRun(
  kept: readonly RecordedCall[],
  other: RecordedRun,
  declared: DeclaredEffects,
): PlannedRun {
  const { kept: theirs } = minimised(other, declared);
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
  }
  return { run: other.run, calls: theirs };
}

function argumentNames(step: ToolStep | undefined): string {
  const names = Object.keys(step?.arguments ?? {}).sort();
  return names.length === 0 ? 'no arguments' : names.join(', ');
}

/** What the agent said, as far as it was recorded. */
function textsOf(run: RunWithTotals, steps: readonly Step[]): string[] {
  const said = steps.flatMap((step) => (step.kind === 'note' || step.kind === 'message' ? [step.text] : []));
  return run.summary === null ? said : [...said, run.summary];
}

/** Where the arguments of each call come from, in this run and in the others. */
function bindCalls({ run, calls }: PlannedRun, others: readonly PlannedRun[]): Bound {
  const parameters = createParameterList(run.inputs);
  const bindings = calls.map(({ step, effect }, index) =>
    bindValue(
      step.arguments,
      '',
      originsOf(run, calls, index, effect),
      parameters,
      others.map((other) => ({
        value: other.calls[index]?.step.arguments ?? {},
        origins: originsOf(other.run, other.calls, index, effect),
      })),
    ),
  );
  return { bindings, parameters: markWhole(parameters.all(), bindings, calls) };
}

function originsOf(
  { inputs, task }: RunWithTotals,
  calls: readonly RecordedCall[],
  index: number,
  effect: PlanStep['effect'],
): Origins {
  const call = calls[index]?.step.arguments ?? {};
  const all = calls.map(({ step }) => step.arguments);
  return { inputs, taskText: task.description, earlier: calls.slice(0, index), call, all, effect };
}

/** One call of the plan, from the same call in one or more runs. */
function planStep(
  calls: readonly [RecordedCall, ...RecordedCall[]],
  index: number,
  { bindings, parameters }: Bound,
): PlanStep {
  const [{ step, effect, effectFrom }] = calls;
  // A state that is handed on is a value like others: it is followed, and not insisted on.
  const followed = bindings
    .flatMap(sourcesOf)
    .flatMap((source) => (source.from === 'result' ? [source] : []));
  const holds = statesOf(calls).filter(
    ({ path }) => !followed.some((place) => place.step === index && place.path === path),
  );
  // A preview says nothing about the shape of a whole result.
  const shapes = calls
    .filter((call) => !call.step.truncated.includes('result'))
    .map((call) => shapeOf(call.value));
  const [shape = { type: 'any' } as const, ...more] = shapes;
  return {
    tool: step.tool,
    arguments: bindings[index] ?? { from: 'constant', value: step.arguments },
    expects: shapeThatMatters(
      more.reduce(commonShape, shape),
      usedPlaces(index, { holds }, bindings, parameters),
    ),
    holds,
    effect,
    effectFrom,
    subTask: step.subTask?.id ?? null,
    recordedStep: step.id,
  };
}

function failedCalls(steps: readonly Step[]): Template['dropped'] {
  return steps.flatMap((step) =>
    step.kind === 'tool' && !step.success
      ? [{ tool: step.tool, recordedStep: step.id, reason: 'failed' as const }]
      : [],
  );
}

/** The calls a replay makes: those that worked, made by the agent itself and not by another tool. */
function replayableCalls(run: RunWithTotals, steps: readonly Step[]): ToolStep[] {
  if (run.outcome !== 'success') {
    const state = run.outcome === null ? 'is still running' : `ended in ${run.outcome}`;
    throw new EngramError(
      'not_replayable',
      `The run "${run.id}" ${state}. Only a run that ended in success becomes a template.`,
      {
        details: { runId: run.id, outcome: run.outcome },
      },
    );
  }
  const tools = steps.filter((step) => step.kind === 'tool');
  const ids = new Set(tools.map((step) => step.id));
  const calls = tools.filter((step) => step.success && (step.parentId === null || !ids.has(step.parentId)));
  if (calls.length === 0) {
    throw new EngramError('not_replayable', `The run "${run.id}" has no successful tool call to repeat.`, {
      details: { runId: run.id },
    });
  }
  const cut = calls.find((call) => call.truncated.includes('arguments'));
  if (cut !== undefined) {
    throw new EngramError(
      'not_replayable',
      `The arguments of the call to "${cut.tool}" were too large to be kept whole. Raise "capture.maxValueBytes" and record the run again.`,
      { details: { runId: run.id, stepId: cut.id } },
    );
  }
  return calls;
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
    .map((call) => ({
      agent: call.scope.agent,
      subTask: call.subTask?.id ?? null,
      tool: call.tool,
      arguments: call.arguments,
      result: call.result,
    }));
}
