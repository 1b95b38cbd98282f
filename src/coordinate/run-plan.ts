import type * as z from 'zod';
import { mayChange } from '../access/reach.ts';
import { EngramError, invalidInput, notFound } from '../errors.ts';
import type { Context, ViewerContext } from '../ports/context.ts';
import type { PlanRunners } from '../ports/plan-runner.ts';
import type { AnyWorkflow } from '../ports/workflow-definition.ts';
import type { WorkflowRuntime } from '../ports/workflow-runtime.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import { type PlanDetails, runPlanInput, type TaskPlan } from '../records/task-plan.ts';
import { hasEnded, isUnderWay, type Workflow } from '../records/workflow.ts';
import { isRedacted } from '../text/placeholder.ts';
import { nameText } from '../text/text.ts';
import { requestStop, resumeWorkflow } from '../workflows/control.ts';
import { startWorkflow } from '../workflows/start-workflow.ts';
import { findPlan } from './create-plan.ts';
import { candidateNames } from './match-agent.ts';
import { ownValue, planWorkflowName } from './plan-steps.ts';
import { type PlanInput, type PlanRunOptions, planWorkflow, refuseOther } from './plan-workflow.ts';
import { detailsOf, requestKeyOf, workflowOf } from './show-plan.ts';

export type RunPlan = z.input<typeof runPlanInput>;

/** How each plan is run in this process, as it was said last. */
const optionsByRuntime = new WeakMap<WorkflowRuntime, Map<string, PlanRunOptions>>();

/**
 * Begins a plan, or goes on with it, in this process (COO-4). After a failure it begins again with the sub-tasks that are not
 * done. Answers how it stands now; `runPlan` waits for its end.
 */
export async function startPlan(
  context: ViewerContext,
  raw: RunPlan,
  runners: PlanRunners,
): Promise<PlanDetails> {
  const { name, tries, timeoutMs, perAgent } = parseInput(runPlanInput, raw, 'plan');
  const { viewer } = context;
  const plan = await findPlan(context, viewer, name);
  if (!mayChange(viewer, plan.scope)) throw notFound('plan', name);
  refuseBadTable(runners);
  const agents = await agentsFor(context, viewer, runners);
  refuseUnknownAgents(plan, runners);
  for (const { id, agent } of plan.subTasks) refuseOther(viewer.agent, agent, id);
  const runtime = await context.workflows();
  const chosen = optionsByRuntime.get(runtime) ?? new Map<string, PlanRunOptions>();
  optionsByRuntime.set(runtime, chosen);
  chosen.set(plan.id, { runners, agents, actor: viewer.agent, tries, timeoutMs, perAgent });
  if (runtime.find(planWorkflowName, plan.id) === undefined) {
    const optionsNow = (): PlanRunOptions => chosen.get(plan.id) as PlanRunOptions;
    runtime.register([planWorkflow(context, plan.scope, plan, optionsNow) as AnyWorkflow]);
  }
  const workflow = await begun(context, plan);
  await runtime.work();
  runtime.poke();
  return { ...(await detailsOf(context, await findPlan(context, viewer, plan.id))), workflowId: workflow.id };
}

/** Runs a plan until it ends or needs attention. */
export async function runPlan(
  context: ViewerContext,
  raw: RunPlan,
  runners: PlanRunners,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<PlanDetails> {
  const { id, workflowId } = await startPlan(context, raw, runners);
  const runtime = await context.workflows();
  if (workflowId !== null) await runtime.whenSettled(context.viewer, workflowId, signal);
  return detailsOf(context, await findPlan(context, context.viewer, id));
}

/** The workflow that runs the plan now: the one that is under way, one that was paused, or a new one. */
async function begun(context: Context, plan: TaskPlan): Promise<Workflow> {
  const latest = await workflowOf(context, plan);
  if (latest === undefined && plan.attempts > 0) return start(context, plan);
  if (latest !== undefined && (latest.status === 'done' || isUnderWay(latest))) return latest;
  if (latest?.status === 'needs_input') await requestStop(context, plan.scope, latest.id, 'cancel');
  else if (latest !== undefined && !hasEnded(latest)) return resumeWorkflow(context, plan.scope, latest.id);
  const { revision, attempts } = plan;
  const updatedAt = context.clock.now();
  const record = { ...plan, attempts: attempts + 1, revision: revision + 1, updatedAt };
  try {
    await context.store.commit([{ type: 'revise-record', kind: 'plan', owner: plan.scope, record }]);
  } catch (error) {
    if (!EngramError.is(error) || error.code !== 'conflict') throw error;
    // Another process has begun it; this one goes on with it as well.
    return begun(context, await findPlan(context, plan.scope, plan.id));
  }
  return start(context, record);
}

/**
 * Queues the workflow of this attempt. What was done in the attempt before is not done again, unless its result held a secret:
 * that is not kept, and nobody goes on with what stands in its place.
 */
async function start(context: Context, plan: TaskPlan): Promise<Workflow> {
  const { subTasks } = await detailsOf(context, { ...plan, attempts: plan.attempts - 1 });
  const done = Object.fromEntries(
    subTasks.flatMap(({ id, status, result }) =>
      status === 'done' && !isRedacted(JSON.stringify(result)) ? [[id, result]] : [],
    ),
  );
  const input: PlanInput = { plan: plan.name, goal: plan.description, subTasks: plan.subTasks, done };
  const { scope, id: version } = plan;
  const requestKey = requestKeyOf(plan);
  return startWorkflow(context, { scope, name: planWorkflowName, version, input, requestKey });
}

/** Who can be given sub-tasks. An agent that runs a plan does all of it itself. */
async function agentsFor(context: Context, viewer: Viewer, runners: PlanRunners): Promise<string[]> {
  if (viewer.agent !== null) return [viewer.agent];
  if (typeof runners !== 'function') return Object.keys(runners);
  return candidateNames(context, viewer);
}

function refuseBadTable(runners: PlanRunners): void {
  if (typeof runners === 'function') return;
  const entries = Object.entries(runners);
  if (entries.length === 0)
    throw invalidInput('Nobody is there to do a sub-task: the table of functions is empty.');
  for (const [agent, runner] of entries) {
    parseInput(nameText, agent, 'name of an agent');
    if (typeof runner !== 'function')
      throw invalidInput(`What is given for the agent "${agent}" is no function that could do a sub-task.`);
  }
}

function refuseUnknownAgents({ subTasks }: TaskPlan, runners: PlanRunners): void {
  if (typeof runners === 'function') return;
  const missing = subTasks.find(({ agent }) => agent !== null && ownValue(runners, agent) === undefined);
  if (missing === undefined) return;
  throw new EngramError(
    'invalid_input',
    `The sub-task "${missing.id}" is reserved for "${missing.agent}", and there is no function for that agent here.`,
  );
}
