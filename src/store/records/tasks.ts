import { notFound, phrase } from '../../errors.ts';
import type { SqlStatement } from '../../ports/sql-client.ts';
import type { Scope } from '../../records/scope.ts';
import type { Task } from '../../records/task.ts';
import { redactText } from '../../text/redact/redact.ts';
import { redactName } from '../../text/redact/redact-name.ts';
import { decodeTask } from '../sql/read-tasks.ts';
import { changeOwn, create, insert, orNothing, ownerColumnsOf, type RowValues } from '../sql/rows.ts';
import { defineRecord } from './define-record.ts';
import { redactDetails } from './redact-details.ts';
import { taken } from './refusals.ts';

export const tasks = defineRecord({
  commands: {
    'create-task': {
      redact: (command) => ({ ...command, task: redactTask(command.task) }),
      event: ({ task }) => ({ type: 'task-created', scope: task.scope, taskId: task.id }),
      refuse: ({ task: { id } }) =>
        taken(
          'task',
          id,
          phrase`Choose another id, or change it with ${{ operation: 'task.update', given: { id } }}.`,
        ),
      statements: (command) => [create(command, 'tasks', taskColumns(command.task))],
    },
    'update-task': {
      redact: (command) => ({ ...command, task: redactTask(command.task) }),
      event: ({ task }) => ({ type: 'task-updated', scope: task.scope, taskId: task.id }),
      refuse: ({ task: { id } }, exists) =>
        exists
          ? taken('task', id, 'The agent it would go to already has a task of this id.')
          : notFound('task', id),
      statements: ({ owner, task }) => updateTask(owner, task),
    },
  },
  exported: [
    {
      head: 'SELECT * FROM tasks',
      key: ['user_name', 'project', 'id', 'agent'],
      command: (row) => ({ type: 'create-task', task: decodeTask(row), ifAbsent: true }),
    },
  ],
});

/** Guidance from our own patterns is already redacted, but an imported task may bring other guidance. */
function redactTask(task: Task): Task {
  const guidance = task.guidance.map((piece) => ({
    ...piece,
    context: redactText(piece.context),
    steps: piece.steps.map(redactText),
  }));
  return { ...redactDetails(task), stage: redactName(task.stage), guidance };
}

function taskColumns(task: Task): RowValues {
  const { id, scope, createdAt, schemaVersion, status, stage, ...body } = task;
  return {
    ...ownerColumnsOf(scope),
    id,
    created_at: createdAt,
    status,
    stage,
    schema_version: schemaVersion,
    body: JSON.stringify(body),
  };
}

/** Deleting and inserting lets a task change owner; the deletion must find the old place, the insertion a free one. */
function updateTask(owner: Scope, task: Task): SqlStatement[] {
  return [
    changeOwn('DELETE FROM tasks', owner, task.id),
    { ...insert('tasks', taskColumns(task), orNothing), mustAffect: true },
  ];
}
