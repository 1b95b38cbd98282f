import type * as z from 'zod';
import type { Json } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import type { Listing } from '../recall/browse.ts';
import { encodeCursor } from '../records/page.ts';
import { parseInput } from '../records/parse.ts';
import type { Viewer } from '../records/scope.ts';
import {
  type ListedPlan,
  listPlansInput,
  type PlanDetails,
  planByName,
  type TaskPlan,
} from '../records/task-plan.ts';
import { isUnderWay, type Workflow } from '../records/workflow.ts';
import { findPlan } from './create-plan.ts';
import { parallelGroups, planMermaid } from './plan-graph.ts';
import { ownValue, shownSubTask } from './plan-steps.ts';
import type { PlanInput } from './plan-workflow.ts';

/** The name that a run of a plan has as a workflow. */
export const requestKeyOf = ({ id, attempts }: Pick<TaskPlan, 'id' | 'attempts'>): string =>
  `${id} ${attempts}`;

/** Plans, newest first. */
export async function listPlans(
  context: Context,
  viewer: Viewer,
  raw: z.input<typeof listPlansInput>,
): Promise<Listing<ListedPlan>> {
  const { limit, cursor } = parseInput(listPlansInput, raw, 'list of plans');
  const page = await context.store.listRecords(viewer, 'plan', {}, { limit, after: cursor });
  const items = await Promise.all(
    page.items.map(async (plan): Promise<ListedPlan> => {
      const {
        subTasks,
        mermaid: _,
        groups: __,
        workflowId: ___,
        error: ____,
        ...listed
      } = await detailsOf(context, plan);
      return { ...listed, subTasks: subTasks.length };
    }),
  );
  return { items, next: page.next && encodeCursor(page.next) };
}

/** A plan with its sub-tasks and how each stands. */
export async function showPlan(context: Context, viewer: Viewer, rawName: string): Promise<PlanDetails> {
  const { name } = parseInput(planByName, { name: rawName }, 'plan');
  return detailsOf(context, await findPlan(context, viewer, name));
}

/** The workflow of the latest run of a plan; undefined before the first. */
export async function workflowOf(
  { store }: Pick<Context, 'store'>,
  plan: TaskPlan,
): Promise<Workflow | undefined> {
  if (plan.attempts === 0) return undefined;
  const key = requestKeyOf(plan);
  return (await store.findWorkflows(plan.scope, [key])).find(({ requestKey }) => requestKey === key);
}

export async function detailsOf(context: Pick<Context, 'store'>, plan: TaskPlan): Promise<PlanDetails> {
  const workflow = await workflowOf(context, plan);
  const found = workflow === undefined ? [] : await context.store.listCheckpoints(plan.scope, workflow.id);
  const checkpoints = new Map(found.map((checkpoint) => [checkpoint.key, checkpoint]));
  const isGoing = workflow !== undefined && isUnderWay(workflow);
  const done: Readonly<Record<string, Json>> = (workflow?.input as PlanInput | undefined)?.done ?? {};
  const subTasks = plan.subTasks.map((subTask) =>
    shownSubTask(subTask, checkpoints, isGoing, ownValue(done, subTask.id)),
  );
  const { id, name, description, createdAt, complexity, madeBy } = plan;
  return {
    ...{ id, name, description, createdAt, complexity, madeBy },
    status: workflow?.status ?? 'planned',
    done: subTasks.filter(({ status }) => status === 'done').length,
    failed: subTasks.filter(({ status }) => status === 'failed').length,
    workflowId: workflow?.id ?? null,
    error: workflow?.error?.message ?? null,
    subTasks,
    groups: parallelGroups(plan.subTasks),
    mermaid: planMermaid(subTasks),
  };
}
