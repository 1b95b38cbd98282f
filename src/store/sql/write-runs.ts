import type { Run } from '../../model/run.ts';
import type { Scope } from '../../model/scope.ts';
import type { Step } from '../../model/step.ts';
import type { Statement } from '../../ports/sql-client.ts';
import type { RunEnd } from '../../ports/store.ts';
import { type Columns, insert, orNothing, ownedBy, ownerColumnsOf, ownerValues } from './rows.ts';

export function startRun(run: Run): Statement {
  return { ...insert('runs', runColumns(run), orNothing), mustAffect: true };
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

export function appendStep(step: Step): Statement {
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

export function finishRun(owner: Scope, runId: string, end: RunEnd): Statement[] {
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
