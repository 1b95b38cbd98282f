import type * as z from 'zod';
import { pickOne } from '../access/pick-one.ts';
import { mayChange } from '../access/reach.ts';
import { invalidInput, notFound, phrase } from '../errors.ts';
import type { Context } from '../ports/context.ts';
import { byId, createTaskInput, updateTaskInput } from '../records/inputs.ts';
import { parseInput } from '../records/parse.ts';
import { schemaVersion } from '../records/record.ts';
import type { Viewer } from '../records/scope.ts';
import { type Task, taskSchema } from '../records/task.ts';
import { redactCommand } from './redact-command.ts';

export type CreateTask = z.input<typeof createTaskInput>;
export type UpdateTask = z.input<typeof updateTaskInput>;

export async function createTask(context: Context, viewer: Viewer, raw: CreateTask): Promise<Task> {
  const input = parseInput(createTaskInput, raw, 'task');
  const now = context.clock.now();
  const task = taskSchema.parse({ ...input, schemaVersion, scope: viewer, createdAt: now, updatedAt: now });
  const command = redactCommand({ type: 'create-task', task });
  await context.store.commit([command]);
  return command.task;
}

/** Changes the fields that are given and leaves the others. */
export async function updateTask(context: Context, viewer: Viewer, raw: UpdateTask): Promise<Task> {
  const { id, assignTo, ...changes } = parseInput(updateTaskInput, raw, 'task update');
  const task = await showTask(context, viewer, id);
  if (!mayChange(viewer, task.scope)) throw notFound('task', id);
  if (assignTo !== undefined && viewer.agent !== null) {
    throw invalidInput('Only the project owner hands a task on.', {
      hint: phrase`Act without ${{ acting: 'agent' }}.`,
    });
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  if (assignTo === undefined && Object.keys(given).length === 0) {
    throw invalidInput(`Nothing to change in the task "${id}": give at least one field.`);
  }
  const updated = taskSchema.parse({
    ...task,
    ...given,
    scope: assignTo === undefined ? task.scope : { ...task.scope, agent: assignTo },
    updatedAt: context.clock.now(),
  });
  const command = redactCommand({ type: 'update-task', owner: task.scope, task: updated });
  await context.store.commit([command]);
  return command.task;
}

export async function showTask(context: Context, viewer: Viewer, rawId: string): Promise<Task> {
  const { id } = parseInput(byId, { id: rawId }, 'task');
  return pickOne('task', id, viewer, await context.store.findTasks(viewer, id));
}
