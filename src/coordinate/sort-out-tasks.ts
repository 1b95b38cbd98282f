import type { Task } from '../records/task.ts';
import type { PendingTasks, PlannedSubTask } from '../records/task-plan.ts';

/** Longer ones do not fit into the name of a step. */
const maxIdLength = 60;

/** Open tasks as sub-tasks; and those that wait for a task which is not going to be done. */
export function sortOutTasks(tasks: readonly Task[]): {
  ready: PlannedSubTask[];
  blocked: PendingTasks['blocked'];
} {
  const open = tasks.filter(({ status }) => status === 'open');
  const done = new Set(tasks.flatMap(({ id, status }) => (status === 'done' ? [id] : [])));
  const idOf = (task: Task): string => {
    const isShared = open.filter(({ id }) => id === task.id).length > 1;
    const name = isShared ? `${task.id}@${task.scope.agent ?? ''}` : task.id;
    return name.length > maxIdLength ? `task ${open.indexOf(task) + 1}` : name;
  };
  const blocked = new Map<Task, string>();
  for (let before = -1; before !== blocked.size; ) {
    before = blocked.size;
    for (const task of open) {
      if (blocked.has(task)) continue;
      const missing = task.dependencies.find(
        (need) => !done.has(need) && !open.some((other) => other.id === need && !blocked.has(other)),
      );
      if (missing === undefined) continue;
      const other = tasks.find(({ id }) => id === missing);
      const stands =
        other === undefined ? 'is not known' : blocked.has(other) ? 'has to wait' : `is ${other.status}`;
      blocked.set(task, `It depends on "${missing}", which ${stands}.`);
    }
  }
  const ready = open
    .filter((task) => !blocked.has(task))
    .map(
      (task): PlannedSubTask => ({
        ...{ id: idOf(task), text: task.description, category: task.category, type: task.type },
        needs: task.dependencies.flatMap((need) =>
          open.filter(({ id }) => id === need && !done.has(need)).map(idOf),
        ),
        agent: task.scope.agent,
        taskId: task.id,
      }),
    );
  return { ready, blocked: [...blocked].map(([{ id }, why]) => ({ id, why })) };
}
