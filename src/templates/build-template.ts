import { EngramError } from '../errors.ts';
import { schemaVersion } from '../records/record.ts';
import type { RunWithTotals } from '../records/run.ts';
import { isWeaker, makerOf, type Step, type ToolStep } from '../records/step.ts';
import type { Example, RunCost, Template } from '../records/template.ts';
import { findSaidFailure } from '../text/said-failure.ts';
import { slugFrom } from '../text/slug.ts';
import { type RecordedRun, refuseFailedChange } from './failed-change.ts';
import { type DeclaredEffects, plannedCalls } from './plan/calls.ts';
import { requiredBy } from './plan/parameters.ts';
import { type PlanKnowledge, planOf } from './plan/plan-of.ts';
import { planWithLoops } from './plan/plan-with-loops.ts';
import type { RecordedCall } from './plan/recorded-call.ts';
import { type PlannedRun, plainShape } from './plan/shape.ts';

/** What is known about the tools of a run besides what they answered. */
interface ToolKnowledge extends PlanKnowledge {
  readonly declared?: DeclaredEffects;
}

/**
 * A finished run as a template: pure, so that it can be made again and compared. Further runs of the same work show what is
 * always the same, and how an item was picked.
 */
export function buildTemplate(
  { run, steps }: RecordedRun,
  { id, slug, now }: { readonly id: string; readonly slug: string | undefined; readonly now: number },
  { further = [], ...tools }: ToolKnowledge & { readonly further?: readonly RecordedRun[] } = {},
): Template {
  refuseUnfinished(run, steps, tools.declared);
  const { kept, dropped } = plannedCalls(steps, tools.declared ?? (() => undefined));
  const first: PlannedRun = { run, calls: kept };
  const runs: readonly [PlannedRun, ...PlannedRun[]] = [
    first,
    ...further.map((other) => plannedRun(other, tools)),
  ];
  refuseWeakerRuns(runs);
  const { plan, parameters } = planWithLoops(runs, tools) ?? planInARow(runs, tools);
  const successful = kept.map(({ step }) => step).filter(({ success }) => success);
  return {
    schemaVersion,
    id,
    scope: run.scope,
    createdAt: now,
    updatedAt: now,
    slug: slug ?? slugFrom(run.task.description),
    version: 1,
    revision: 0,
    status: 'draft',
    statusReason: null,
    statusAt: now,
    approval: null,
    savedBy: null,
    sourceRunId: run.id,
    task: run.task,
    subTasks: subTasksOf(successful, run.agents.length > 0),
    agents: [...(run.scope.agent === null ? [] : [run.scope.agent]), ...run.agents],
    parameters: requiredBy(plan, parameters),
    plan: [...plan],
    dropped,
    examples: examplesOf(successful),
    toolEffects: [],
    planEdited: false,
    said: [],
    reexecuteModel: null,
    firstRun: costOf(run.totals, run.totals.wallTimeMs),
    derivedFrom: [
      { kind: 'run', id: run.id },
      ...further.map((other) => ({ kind: 'run' as const, id: other.run.id })),
      ...successful.map((call) => ({ kind: 'step' as const, id: call.id })),
    ],
  };
}

/** What a run cost. */
export function costOf(
  { modelCalls, toolCalls, inputTokens, outputTokens }: Omit<RunCost, 'steps' | 'wallTimeMs'>,
  wallTimeMs: number,
): RunCost {
  return { modelCalls, toolCalls, steps: modelCalls + toolCalls, inputTokens, outputTokens, wallTimeMs };
}

function plannedRun({ run, steps }: RecordedRun, { declared }: ToolKnowledge): PlannedRun {
  refuseUnfinished(run, steps, declared);
  return { run, calls: plannedCalls(steps, declared ?? (() => undefined)).kept };
}

function planInARow(
  runs: readonly [PlannedRun, ...PlannedRun[]],
  tools: ToolKnowledge,
): Pick<Template, 'plan' | 'parameters'> {
  const [first, ...others] = runs;
  for (const other of others) refuseOtherCalls(first, other);
  // Only a plan with loops can be undefined.
  return planOf(plainShape(runs), tools) ?? { plan: [], parameters: [] };
}

/** What Engram saw is not made looser by what it was told: no call counts that an earlier run shows more surely. */
function refuseWeakerRuns(runs: readonly PlannedRun[]): void {
  for (const [index, { run, calls }] of runs.entries()) {
    const earlier = runs.slice(0, index).flatMap((other) => other.calls);
    const weaker = calls.find(({ step }) =>
      earlier.some(
        (other) => other.step.tool === step.tool && isWeaker(step.provenance, other.step.provenance),
      ),
    )?.step;
    if (weaker === undefined) continue;
    const { id: stepId, tool, provenance } = weaker;
    throw new EngramError(
      'not_replayable',
      `Engram knows the call to "${tool}" in the run "${run.id}" only as ${provenance}, and an earlier run shows it more surely, so it changes no guard of the plan. Save the run as a template of its own.`,
      { details: { runId: run.id, stepId, tool, provenance } },
    );
  }
}

/** Another run of the same work must have made the same calls, one by one. */
function refuseOtherCalls({ calls: kept }: PlannedRun, { run, calls: theirs }: PlannedRun): void {
  const otherwise = (did: string): EngramError =>
    new EngramError(
      'not_replayable',
      `The run "${run.id}" did it otherwise: it ${did}. Save it as a template of its own.`,
      { details: { runId: run.id } },
    );
  const toolsOf = (calls: readonly RecordedCall[]): string => calls.map(({ step }) => step.tool).join(', ');
  if (toolsOf(theirs) !== toolsOf(kept)) throw otherwise(`called ${toolsOf(theirs)}, not ${toolsOf(kept)}`);
  for (const [index, { step }] of theirs.entries()) {
    const [given, before] = [argumentNames(step), argumentNames(kept[index]?.step)];
    // When an optional argument belongs to the call cannot be derived from its presence in some runs.
    if (given !== before) throw otherwise(`called ${step.tool} with ${given}, not with ${before}`);
    if (step.success !== kept[index]?.step.success)
      throw otherwise(`saw ${step.tool} ${step.success ? 'work' : 'fail'}`);
  }
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

function subTasksOf(calls: readonly ToolStep[], isShared: boolean): Template['subTasks'] {
  const seen = new Map<string, Template['subTasks'][number]>();
  for (const call of calls) {
    const { subTask } = call;
    if (subTask === null) continue;
    // Whoever began a part is its agent, also when another one helped.
    const agent = seen.get(subTask.id)?.agent ?? (isShared ? makerOf(call) : null);
    seen.set(subTask.id, { ...subTask, ...(agent !== null && { agent }) });
  }
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
      agent: makerOf(call),
      subTask: call.subTask?.id ?? null,
      tool: call.tool,
      arguments: call.arguments,
      result: call.result,
    }));
}
