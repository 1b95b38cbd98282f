import { mayChange } from '../access/reach.ts';
import type { Context, ViewerContext } from '../ports/context.ts';
import type { PlanRunners } from '../ports/plan-runner.ts';
import type { Viewer } from '../records/scope.ts';
import type { Task } from '../records/task.ts';
import { maxSubTasks, type PendingTasks, type TaskPlan } from '../records/task-plan.ts';
import { hasEnded } from '../records/workflow.ts';
import { freeName, storePlan } from './create-plan.ts';
import { parallelGroups, planComplexity, refuseBadPlan } from './plan-graph.ts';
import { type RunPlan, runPlan } from './run-plan.ts';
import { workflowOf } from './show-plan.ts';
import { sortOutTasks } from './sort-out-tasks.ts';

/** The plan of the tasks that are open, and those that must wait. */
export interface PendingPlan {
  /** Null when there is nothing to do. */
  readonly plan: TaskPlan | null;
  readonly blocked: PendingTasks['blocked'];
}

const pageSize = 500;
/** Plans that are looked through for one that was interrupted. */
const maxPlansRead = 100;

/**
 * The plan that does all open tasks in the order of their dependencies (ADP-4). One that was interrupted goes on before
 * another is made.
 */
export async function planPendingTasks(context: Context, viewer: Viewer): Promise<PendingPlan> {
  const interrupted = await interruptedPlan(context, viewer);
  const tasks = (await tasksOf(context, viewer)).filter(({ scope }) => mayChange(viewer, scope));
  const { ready, blocked } = sortOutTasks(tasks);
  if (interrupted !== undefined) return { plan: interrupted, blocked };
  if (ready.length === 0) return { plan: null, blocked };
  refuseBadPlan(ready);
  const order = parallelGroups(ready).flat();
  // Those that come first are among them, so that no dependency is cut off.
  const subTasks = ready
    .toSorted((left, right) => order.indexOf(left.id) - order.indexOf(right.id))
    .slice(0, maxSubTasks);
  const description = `Pending tasks of ${new Date(context.clock.now()).toISOString().slice(0, 10)}`;
  const plan = await storePlan(context, viewer, {
    name: await freeName(context, viewer, description),
    description,
    complexity: planComplexity(description, subTasks),
    madeBy: 'tasks',
    subject: null,
    subTasks,
  });
  return { plan, blocked };
}

async function interruptedPlan(context: Context, viewer: Viewer): Promise<TaskPlan | undefined> {
  const { items } = await context.store.listRecords(viewer, 'plan', {}, { limit: maxPlansRead });
  for (const plan of items) {
    if (plan.madeBy !== 'tasks' || !mayChange(viewer, plan.scope)) continue;
    const workflow = await workflowOf(context, plan);
    if (workflow === undefined || !hasEnded(workflow)) return plan;
  }
  return undefined;
}

async function tasksOf({ store }: Context, viewer: Viewer): Promise<Task[]> {
  const tasks: Task[] = [];
  for (let after: Parameters<typeof store.listTasks>[2]['after'], more = true; more; ) {
    const page = await store.listTasks(viewer, {}, { limit: pageSize, after });
    tasks.push(...page.items);
    after = page.next ?? undefined;
    more = page.next !== null;
  }
  // Oldest first: whoever asked first is served first.
  return tasks.reverse();
}

/** Does all open tasks, and answers what came of them. */
export async function runPendingTasks(
  context: ViewerContext,
  input: Omit<RunPlan, 'name'>,
  runners: PlanRunners,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PendingTasks> {
  const { plan, blocked } = await planPendingTasks(context, context.viewer);
  const done = plan && (await runPlan(context, { ...input, name: plan.id }, runners, options));
  return { plan: done, blocked };
}
