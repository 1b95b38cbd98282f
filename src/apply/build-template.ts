import { EngramError } from '../errors.ts';
import { structured } from '../model/path.ts';
import type { PlanStep } from '../model/plan.ts';
import { schemaVersion } from '../model/record.ts';
import type { RunWithTotals } from '../model/run.ts';
import { shapeOf } from '../model/shape.ts';
import { slugFrom } from '../model/slug.ts';
import type { Step, ToolStep } from '../model/step.ts';
import type { Example, Template } from '../model/template.ts';
import { bindValue } from './bind.ts';
import { createParameterList, type ParameterList } from './parameters.ts';

/** What the new template is called and when it was made. */
export interface TemplateIdentity {
  readonly id: string;
  readonly slug: string | undefined;
  readonly now: number;
}

/** A finished run as a template: pure, so that it can be made again and compared. */
export function buildTemplate(
  run: RunWithTotals,
  steps: readonly Step[],
  identity: TemplateIdentity,
): Template {
  const calls = replayableCalls(run, steps);
  const parameters = createParameterList(run.inputs);
  const plan = calls.map((call, index) => planStep(run, call, calls.slice(0, index), parameters));
  return {
    schemaVersion,
    id: identity.id,
    scope: run.scope,
    createdAt: identity.now,
    updatedAt: identity.now,
    slug: identity.slug ?? slugFrom(run.task.description),
    version: 1,
    status: 'draft',
    sourceRunId: run.id,
    task: run.task,
    subTasks: subTasksOf(calls),
    agents: run.scope.agent === null ? [] : [run.scope.agent],
    parameters: [...parameters.all()],
    plan,
    examples: examplesOf(calls),
    firstRun: {
      modelCalls: run.totals.modelCalls,
      toolCalls: run.totals.toolCalls,
      wallTimeMs: run.totals.wallTimeMs,
    },
    derivedFrom: [
      { kind: 'run', id: run.id },
      ...calls.map((call) => ({ kind: 'step' as const, id: call.id })),
    ],
  };
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

function planStep(
  run: RunWithTotals,
  call: ToolStep,
  earlier: readonly ToolStep[],
  parameters: ParameterList,
): PlanStep {
  const origins = { inputs: run.inputs, taskText: run.task.description, earlier };
  return {
    tool: call.tool,
    arguments: bindValue(call.arguments, '', origins, parameters),
    // A cut result was kept as a preview; it says nothing about the shape of a whole one.
    expects: call.truncated.includes('result') ? { type: 'any' } : shapeOf(structured(call.result)),
    recordedStep: call.id,
  };
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
