import { showTask, type UpdateTask, updateTask } from '../capture/tasks.ts';
import type { Context } from '../ports/context.ts';
import type { Viewer } from '../records/scope.ts';
import type { Task } from '../records/task.ts';
import { endingOf, settleApplications, taskTurn } from './apply-pattern.ts';

/** Changes a task. When it ends by that, its end is held for or against the patterns that were applied to it. */
export async function changeTask(context: Context, viewer: Viewer, input: UpdateTask): Promise<Task> {
  const task = await context.inTurn(taskTurn(viewer, input.id), () => updateTask(context, viewer, input));
  const ending = endingOf(task.status);
  if (ending === undefined || task.guidance.length === 0) return task;
  await settleApplications(context, viewer, task.id, ending);
  return showTask(context, viewer, task.id);
}
