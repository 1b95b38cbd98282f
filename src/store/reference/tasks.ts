import { refusalOf } from '../records/records.ts';
import { referenceRecord, rewritten } from './handler.ts';
import { ownedKey } from './state.ts';

export const tasks = referenceRecord({
  handlers: {
    'create-task': {
      isTaken: (state, { task }) => state.tasks.has(ownedKey(task.scope, task.id)),
      apply: (state, { task }, journal) => journal.set(state.tasks, ownedKey(task.scope, task.id), task),
    },
    'update-task': {
      apply(state, command, journal) {
        const old = ownedKey(command.owner, command.task.id);
        const key = ownedKey(command.task.scope, command.task.id);
        if (!state.tasks.has(old)) throw refusalOf(command, false);
        if (key !== old && state.tasks.has(key)) throw refusalOf(command, true);
        journal.remove(state.tasks, old);
        journal.set(state.tasks, key, command.task);
      },
    },
  },
  exported: ({ tasks }) => [rewritten(tasks, (task) => ({ type: 'create-task', task, ifAbsent: true }))],
});
