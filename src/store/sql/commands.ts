import type { Dialect, Statement } from '../../ports/sql-client.ts';
import type { Command } from '../../ports/store.ts';
import type { Scope } from '../../records/scope.ts';
import type { Message, Session } from '../../records/session.ts';
import type { Task } from '../../records/task.ts';
import { holdJob } from './jobs.ts';
import {
  type Columns,
  insert,
  orNothing,
  ownedBy,
  ownerColumns,
  ownerColumnsOf,
  ownerValues,
} from './rows.ts';
import { revokeToken, tokenColumns } from './tokens.ts';
import { endWorkflow, holdWorkflow, keepCheckpoint, workflowColumns } from './workflows.ts';
import { deleteLesson, saveLesson } from './write-lessons.ts';
import { keepRevision, keepVector, noteUse, pruneMemory, reviseMemory } from './write-life.ts';
import { countAccess, deleteMemory, recordMemory } from './write-memories.ts';
import { appendStep, finishRun, startRun } from './write-runs.ts';
import { deleteTemplate, keepTemplateVersion, reviseTemplate, templateColumns } from './write-templates.ts';

/**
 * The statements that carry out a command. Exactly those marked `mustAffect` can refuse it: the first, because
 * what it names is not there or its place is taken; a later one, because what it names is there and in the way.
 */
export function statementsOf(command: Command, dialect: Dialect): Statement[] {
  switch (command.type) {
    case 'create-task':
      return [create(command, 'tasks', taskColumns(command.task))];
    case 'update-task':
      return updateTask(command.owner, command.task);
    case 'start-run':
      return startRun(command.run, command.ifAbsent === true, dialect);
    case 'append-step':
      return [appendStep(command.step)];
    case 'finish-run':
      return finishRun(command.owner, command.runId, command.end, dialect);
    case 'append-message':
      return appendMessage(command.session, command.message);
    case 'record-memory':
      return recordMemory(command.memory, command.ifAbsent === true);
    case 'delete-memory':
      return deleteMemory(command.owner, command.id);
    case 'revise-memory':
      return reviseMemory(command, dialect);
    case 'prune-memories':
      return inOneOrder(command.ids, (id) => id).map((id) => pruneMemory(id, command.now));
    case 'keep-revision':
      return [keepRevision(command.revision)];
    case 'note-uses':
      return inOneOrder(command.uses, ({ memoryId, runId }) => `${memoryId} ${runId}`).map(noteUse);
    case 'keep-vectors':
      return inOneOrder(command.vectors, ({ id }) => id).map((vector) =>
        keepVector(command.embedder, vector, dialect),
      );
    case 'count-access':
      return inOneOrder(command.ids, (id) => id).map((id) => countAccess(id, command.at));
    case 'save-lesson':
      return saveLesson(command.lesson, command.ifAbsent === true);
    case 'delete-lesson':
      return [deleteLesson(command.owner, command.id)];
    case 'save-template':
      return [create(command, 'templates', templateColumns(command.template))];
    case 'revise-template':
      return reviseTemplate(command.owner, command.template);
    case 'keep-template-version':
      return [keepTemplateVersion(command.template)];
    case 'delete-template':
      return deleteTemplate(command.owner, command.id);
    case 'create-token':
      return [create(command, 'tokens', tokenColumns(command.token))];
    case 'revoke-token':
      return revokeToken(command.owner, command.id);
    case 'begin-workflow':
      return [create(command, 'workflows', workflowColumns(command.workflow))];
    case 'hold-workflow':
      return holdWorkflow(command.workflow, command.epoch);
    case 'keep-checkpoint':
      return keepCheckpoint(command.checkpoint, command.epoch);
    case 'end-workflow':
      return endWorkflow(command.owner, command.id, command.epoch);
    case 'hold-job':
      return [holdJob(command.job, command.holder, command.now)];
  }
}

/** Two who change the same rows in one order wait for each other, and not both for ever. */
function inOneOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return items.toSorted((left, right) => {
    const [one, other] = [keyOf(left), keyOf(right)];
    if (one === other) return 0;
    return one < other ? -1 : 1;
  });
}

function create({ ifAbsent }: { readonly ifAbsent?: boolean }, table: string, columns: Columns): Statement {
  return { ...insert(table, columns, orNothing), mustAffect: ifAbsent !== true };
}

function taskColumns(task: Task): Columns {
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
function updateTask(owner: Scope, task: Task): Statement[] {
  const old = ownedBy(owner);
  return [
    {
      sql: `DELETE FROM tasks WHERE id = ? AND ${old.sql}`,
      parameters: [task.id, ...old.parameters],
      mustAffect: true,
    },
    { ...insert('tasks', taskColumns(task), orNothing), mustAffect: true },
  ];
}

/**
 * The message comes first: one met again brings no session, because a session it was not written to would have
 * no messages. Asked the other way round, two that bring it at the same time would both see that it is new.
 */
function appendMessage(session: Session, message: Message): Statement[] {
  const { id, scope, createdAt, schemaVersion, sessionId, ...body } = message;
  const owned = ownedBy(scope);
  return [
    insert(
      'messages',
      {
        id,
        ...ownerColumnsOf(scope),
        session_id: sessionId,
        created_at: createdAt,
        schema_version: schemaVersion,
        body: JSON.stringify(body),
      },
      orNothing,
    ),
    {
      sql: `INSERT INTO sessions (${ownerColumns}, id, created_at, schema_version)
            SELECT ?, ?, ?, ?, ?, ?
            WHERE EXISTS (SELECT 1 FROM messages WHERE id = ? AND session_id = ? AND ${owned.sql}) ${orNothing}`,
      parameters: [
        ...ownerValues(session.scope),
        session.id,
        session.createdAt,
        session.schemaVersion,
        id,
        session.id,
        ...owned.parameters,
      ],
    },
  ];
}
