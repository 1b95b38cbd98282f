import { type Memory, memoryTopic } from '../../model/memory.ts';
import type { Run } from '../../model/run.ts';
import type { Scope } from '../../model/scope.ts';
import type { Message, Session } from '../../model/session.ts';
import type { Step } from '../../model/step.ts';
import type { Task } from '../../model/task.ts';
import type { Template } from '../../model/template.ts';
import type { SqlValue, Statement } from '../../ports/sql-client.ts';
import type { Command, RunEnd } from '../../ports/store.ts';
import { insert, ownedBy, ownerColumns, ownerValues } from './rows.ts';

/** A key met again is left as it is; with `mustAffect` that undoes the whole commit. */
const orNothing = 'ON CONFLICT DO NOTHING';

/**
 * The statements that carry out a command. Exactly those marked `mustAffect` can refuse it: the first, because
 * what it names is not there or its place is taken; a later one, because what it names is there and in the way.
 */
export function statementsOf(command: Command): Statement[] {
  switch (command.type) {
    case 'create-task':
      return [{ ...insert('tasks', taskColumns(command.task), orNothing), mustAffect: true }];
    case 'update-task':
      return updateTask(command.owner, command.task);
    case 'start-run':
      return [{ ...insert('runs', runColumns(command.run), orNothing), mustAffect: true }];
    case 'append-step':
      return [appendStep(command.step)];
    case 'finish-run':
      return finishRun(command.owner, command.runId, command.end);
    case 'append-message':
      return appendMessage(command.session, command.message);
    case 'record-memory':
      return recordMemory(command.memory);
    case 'delete-memory':
      return [deleteMemory(command.owner, command.id)];
    case 'count-access':
      return command.ids.map((id) => countAccess(id, command.at));
    case 'save-template':
      return [{ ...insert('templates', templateColumns(command.template), orNothing), mustAffect: true }];
  }
}

type Columns = Record<string, SqlValue>;

function ownerColumnsOf(scope: Scope): Columns {
  const [user_name, project, agent] = ownerValues(scope);
  return { user_name, project, agent };
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

function runColumns(run: Run): Columns {
  const { id, scope, createdAt, schemaVersion, outcome, finishedAt, summary, successFactors, ...body } = run;
  return {
    id,
    ...ownerColumnsOf(scope),
    created_at: createdAt,
    task_id: run.task.id,
    outcome,
    finished_at: finishedAt,
    summary,
    success_factors: JSON.stringify(successFactors),
    schema_version: schemaVersion,
    body: JSON.stringify(body),
  };
}

const stepColumnNames = [
  'id',
  'run_id',
  'user_name',
  'project',
  'agent',
  'created_at',
  'position',
  'kind',
  'started_at',
  'duration_ms',
  'success',
  'input_tokens',
  'output_tokens',
  'error_signature',
  'schema_version',
  'body',
];

/** Inserts only where the run exists in the step's own scope. A step met again counts as written. */
const appendStepSql = `INSERT INTO steps (${stepColumnNames.join(', ')})
  SELECT ${stepColumnNames.map(() => '?').join(', ')} FROM runs
  WHERE id = ? AND user_name = ? AND project = ? AND agent = ?
  ON CONFLICT (run_id, id) DO UPDATE SET id = excluded.id`;

function appendStep(step: Step): Statement {
  const [user, project, agent] = ownerValues(step.scope);
  return {
    sql: appendStepSql,
    parameters: [
      step.id,
      step.runId,
      user,
      project,
      agent,
      step.createdAt,
      step.position,
      step.kind,
      step.startedAt,
      step.durationMs,
      step.success ? 1 : 0,
      step.kind === 'model' ? step.inputTokens : 0,
      step.kind === 'model' ? step.outputTokens : 0,
      step.error?.signature ?? null,
      step.schemaVersion,
      JSON.stringify(stepBody(step)),
      step.runId,
      user,
      project,
      agent,
    ],
    mustAffect: true,
  };
}

/** Spelled out, because every tool call passes here and taking an object apart by its rest is slow. */
function stepBody(step: Step): object {
  const { parentId, subTask, error } = step;
  switch (step.kind) {
    case 'tool':
      return {
        parentId,
        subTask,
        error,
        tool: step.tool,
        arguments: step.arguments,
        result: step.result,
        truncated: step.truncated,
      };
    case 'model':
      return {
        parentId,
        subTask,
        error,
        model: step.model,
        inputTokens: step.inputTokens,
        outputTokens: step.outputTokens,
      };
    default:
      return { parentId, subTask, error, text: step.text };
  }
}

function finishRun(owner: Scope, runId: string, end: RunEnd): Statement[] {
  const owned = ownedBy(owner);
  const unlessEnded = (column: string) => `${column} = CASE WHEN outcome IS NULL THEN ? ELSE ${column} END`;
  return [
    {
      sql: `UPDATE runs SET schema_version = schema_version WHERE id = ? AND ${owned.sql}`,
      parameters: [runId, ...owned.parameters],
      mustAffect: true,
    },
    {
      sql: `UPDATE runs SET outcome = ?, ${unlessEnded('finished_at')}, ${unlessEnded('summary')},
              ${unlessEnded('success_factors')}
            WHERE id = ? AND (outcome IS NULL OR outcome = ?)`,
      parameters: [
        end.outcome,
        end.finishedAt,
        end.summary,
        JSON.stringify(end.successFactors),
        runId,
        end.outcome,
      ],
      mustAffect: true,
    },
  ];
}

function appendMessage(session: Session, message: Message): Statement[] {
  const { id, scope, createdAt, schemaVersion, sessionId, ...body } = message;
  return [
    {
      // A message met again brings no session: one that it was not written to would have no messages.
      sql: `INSERT INTO sessions (${ownerColumns}, id, created_at, schema_version)
            SELECT ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM messages WHERE id = ?) ${orNothing}`,
      parameters: [
        ...ownerValues(session.scope),
        session.id,
        session.createdAt,
        session.schemaVersion,
        message.id,
      ],
    },
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
  ];
}

const memoryColumnNames = [
  'id',
  'user_name',
  'project',
  'agent',
  'created_at',
  'kind',
  'topic',
  'expires_at',
  'last_accessed_at',
  'access_count',
  'schema_version',
  'body',
];

const recordMemorySql = `INSERT INTO memories (${memoryColumnNames.join(', ')})
  VALUES (${memoryColumnNames.map(() => '?').join(', ')}) ${orNothing}`;

function recordMemory(memory: Memory): Statement[] {
  const record: Statement = {
    sql: recordMemorySql,
    parameters: [
      memory.id,
      ...ownerValues(memory.scope),
      memory.createdAt,
      memory.kind,
      memoryTopic(memory),
      memory.expiresAt,
      memory.lastAccessedAt,
      memory.accessCount,
      memory.schemaVersion,
      JSON.stringify(memoryBody(memory)),
    ],
    mustAffect: true,
  };
  const tags = [...new Set(memory.tags)].map((tag) =>
    insert('memory_tags', { memory_id: memory.id, tag }, orNothing),
  );
  const sources = memory.derivedFrom.map((source) =>
    insert(
      'memory_sources',
      { memory_id: memory.id, source_kind: source.kind, source_id: source.id },
      orNothing,
    ),
  );
  return [record, ...tags, ...sources];
}

function memoryBody(memory: Memory): object {
  return {
    text: memory.text,
    content: memory.content,
    tags: memory.tags,
    confidence: memory.confidence,
    relevance: memory.relevance,
    successRate: memory.successRate,
    visibility: memory.visibility,
    provenance: memory.provenance,
    derivedFrom: memory.derivedFrom,
    embedding: memory.embedding,
  };
}

/** What was derived from a deleted memory carries its content, so it goes too, in whatever scope it is. */
function deleteMemory(owner: Scope, id: string): Statement {
  const owned = ownedBy(owner);
  return {
    sql: `DELETE FROM memories WHERE id IN (
            WITH RECURSIVE doomed (id) AS (
              SELECT id FROM memories WHERE id = ? AND ${owned.sql}
              UNION
              SELECT s.memory_id FROM memory_sources s JOIN doomed d ON s.source_kind = 'memory' AND s.source_id = d.id
            )
            SELECT id FROM doomed
          )`,
    parameters: [id, ...owned.parameters],
    mustAffect: true,
  };
}

function countAccess(id: string, at: number): Statement {
  return {
    sql: `UPDATE memories SET access_count = access_count + 1,
            last_accessed_at = CASE WHEN last_accessed_at > ? THEN last_accessed_at ELSE ? END WHERE id = ?`,
    parameters: [at, at, id],
  };
}

function templateColumns(template: Template): Columns {
  const { id, scope, slug, createdAt, schemaVersion, ...body } = template;
  return {
    id,
    ...ownerColumnsOf(scope),
    slug,
    created_at: createdAt,
    schema_version: schemaVersion,
    body: JSON.stringify(body),
  };
}
