import type * as z from 'zod';
import { pickOne } from '../access/pick-one.ts';
import { mayChange } from '../access/reach.ts';
import { EngramError, invalidInput, notFound } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import { parseInput } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import type { Viewer } from '../records/scope.ts';
import { createPlanInput, type PlannedSubTask, planByName, type TaskPlan } from '../records/task-plan.ts';
import { slugFrom } from '../text/slug.ts';
import { planByModel } from './plan-by-model.ts';
import { planComplexity, refuseBadPlan, refuseLargePlan } from './plan-graph.ts';
import { type KnownNames, readTask } from './read-task.ts';

export type CreatePlan = z.input<typeof createPlanInput>;

/** A new plan, and why the model did not make it where it was meant to. */
export interface CreatedPlan {
  readonly plan: TaskPlan;
  readonly note: string | null;
}

/**
 * Breaks a task down into sub-tasks and stores the plan (COO-3).
 *
 * @param subject what outside it is a plan of
 */
export async function createPlan(
  context: Context,
  viewer: Viewer,
  raw: CreatePlan,
  subject: string | null = null,
): Promise<CreatedPlan> {
  const input = parseInput(createPlanInput, raw, 'plan');
  const { subTasks, madeBy, note } = await brokenDown(context, viewer, input);
  refuseLargePlan(subTasks.length);
  refuseBadPlan(subTasks);
  const plan = await storePlan(context, viewer, {
    name: input.name ?? (await freeName(context, viewer, input.description)),
    description: input.description,
    complexity: planComplexity(input.description, subTasks),
    madeBy,
    subject,
    subTasks,
  });
  return { plan, note };
}

/** Stores a plan that is known to be sound. */
export async function storePlan(
  context: Context,
  viewer: Viewer,
  fields: Pick<TaskPlan, 'name' | 'description' | 'complexity' | 'madeBy' | 'subject'> & {
    readonly subTasks: readonly PlannedSubTask[];
  },
): Promise<TaskPlan> {
  const now = context.clock.now();
  const record: TaskPlan = {
    schemaVersion,
    id: context.ids('rec'),
    scope: viewer,
    createdAt: now,
    updatedAt: now,
    revision: 0,
    attempts: 0,
    ...fields,
    subTasks: [...fields.subTasks],
  };
  await context.store.commit([{ type: 'create-record', kind: 'plan', record }]);
  // As it was kept, without secrets.
  return context.store.keeps ? findPlan(context, viewer, record.id) : record;
}

async function brokenDown(
  context: Context,
  viewer: Viewer,
  { description, subTasks, by }: z.output<typeof createPlanInput>,
): Promise<{ subTasks: PlannedSubTask[]; madeBy: TaskPlan['madeBy']; note: string | null }> {
  if (subTasks !== undefined) {
    const named = subTasks.map((each, index) => ({
      ...each,
      id: each.id ?? String(index + 1),
      taskId: null,
    }));
    return { subTasks: named, madeBy: 'caller', note: null };
  }
  const known = await knownNames(context, viewer);
  const model = by === 'rules' ? null : context.model();
  if (model === null) {
    if (by === 'model')
      throw new EngramError(
        'unsupported',
        'No language model is configured, so rules must break the task down.',
      );
    return { subTasks: readTask(description, known), madeBy: 'rules', note: null };
  }
  const { maxOutputTokens } = context.settings.model;
  const made = await planByModel(model, await context.redact(description), known, maxOutputTokens);
  if ('subTasks' in made) return { subTasks: made.subTasks, madeBy: 'model', note: null };
  if (by === 'model')
    throw new EngramError('unsupported', `The model broke the task down in no usable way: ${made.problem}`);
  const note = `The model could not break it down (${made.problem}), so rules did.`;
  return { subTasks: readTask(description, known), madeBy: 'rules', note };
}

async function knownNames({ store }: Context, viewer: Viewer): Promise<KnownNames> {
  const { items } = await store.listRecords(viewer, 'agent', {}, { limit: 1_000 });
  return {
    agents: items.map(({ name }) => name),
    categories: [...new Set(items.flatMap(({ specialisations }) => specialisations))],
  };
}

const maxNames = 1_000;

/** A name after the first line of the task, without the mark of a list, that no other plan has. */
export async function freeName(context: Context, viewer: Viewer, description: string): Promise<string> {
  const { store, redact } = context;
  // A secret in a name would be kept.
  const text = (await redact(description)).trim().replace(/^(?:\d+[.)]|[-*+•–])\s+/u, '');
  const name = slugFrom(text.split(/[\n:.]/, 1)[0] ?? '');
  for (let number = 1; number < maxNames; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if ((await store.findRecords(viewer, 'plan', candidate)).length === 0) return candidate;
  }
  throw invalidInput(`There are very many plans named "${name}". Choose a name.`, {
    details: { fields: ['name'] },
  });
}

/** The plan of this name or id. */
export async function findPlan(
  context: Pick<Context, 'store'>,
  viewer: Viewer,
  name: string,
): Promise<TaskPlan> {
  return pickOne('plan', name, viewer, await context.store.findRecords(viewer, 'plan', name));
}

/** Deletes a plan. Its workflows and what was learned stay. */
export async function deletePlan(
  context: Context,
  viewer: Viewer,
  rawName: string,
): Promise<{ deleted: string }> {
  const { name } = parseInput(planByName, { name: rawName }, 'plan');
  const plan = await findPlan(context, viewer, name);
  if (!mayChange(viewer, plan.scope)) throw notFound('plan', name);
  await context.store.commit([{ type: 'delete-record', kind: 'plan', owner: plan.scope, id: plan.id }]);
  return { deleted: plan.name };
}
