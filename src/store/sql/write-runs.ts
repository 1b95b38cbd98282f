import type { Dialect, SqlStatement, SqlValue } from '../../ports/sql-client.ts';
import type { RunEnd } from '../../ports/store.ts';
import { handedOverReplay, isByAgent, type Run } from '../../records/run.ts';
import type { Scope } from '../../records/scope.ts';
import type { Step } from '../../records/step.ts';
import { heldRecord } from './held.ts';
import {
  changeOwn,
  insert,
  orNothing,
  ownedBy,
  ownerColumns,
  ownerColumnsOf,
  projectItself,
} from './rows.ts';
import { noteUnsorted } from './unsorted-failures.ts';
import { keepExecution } from './write-executions.ts';

export function startRun(run: Run, ifAbsent: boolean, dialect: Dialect): SqlStatement[] {
  const {
    id,
    scope,
    createdAt,
    schemaVersion,
    outcome,
    finishedAt,
    summary,
    successFactors,
    agents,
    ...body
  } = run;
  const columns = {
    id,
    ...ownerColumnsOf(scope),
    created_at: createdAt,
    task_id: run.task.id,
    outcome,
    finished_at: finishedAt,
    summary,
    success_factors: JSON.stringify(successFactors),
    schema_version: schemaVersion,
    by_agent: isByAgent(run) ? 1 : 0,
    body: JSON.stringify(body),
  };
  const start = { ...insert('runs', columns, orNothing), mustAffect: !ifAbsent };
  return [start, ...membersOf(scope, id, agents), ...(outcome === null ? [] : [keepExecution(id, dialect)])];
}

export function joinRun(owner: Scope, runId: string, agents: readonly string[]): SqlStatement[] {
  return [
    changeOwn('UPDATE runs SET schema_version = schema_version', owner, runId),
    ...membersOf(owner, runId, agents),
  ];
}

/**
 * All agents of a run with several, its own among them: so that one look tells which steps an agent may see, whoever made
 * them.
 */
function membersOf(owner: Scope, runId: string, agents: readonly string[]): SqlStatement[] {
  if (agents.length === 0) return [];
  const { sql, parameters } = ownedBy(owner);
  return [owner.agent ?? projectItself, ...agents].map((agent) => ({
    sql: `INSERT INTO run_agents (run_row, ${ownerColumns}, position)
      SELECT row, user_name, project, ?, (SELECT COUNT(*) FROM run_agents m WHERE m.run_row = runs.row)
      FROM runs WHERE id = ? AND ${sql}
      ON CONFLICT (run_row, agent) DO NOTHING`,
    parameters: [agent, runId, ...parameters],
  }));
}

/**
 * Inserts only where the run exists in the step's own scope, and only for an agent that takes part in it. The column `agent`
 * is the agent that made the step. A step met again counts as written. What is the same for all steps of a kind is written
 * into the statement, and the owner is taken from the run: binding a value costs as much as storing it, and every tool call
 * passes here. The signature of a failure is a column of runs that an agent did: it leads to the failures that something is learned from.
 */
function appendStepSql(kind: Step['kind'], success: boolean, isOwn: boolean): string {
  const tool = kind === 'tool' ? '?' : 'NULL';
  const tokens = kind === 'model' ? '?, ?' : '0, 0';
  const maker = isOwn ? 'agent' : '?';
  const signature = success ? '?' : 'CASE WHEN by_agent = 1 THEN CAST(? AS TEXT) END';
  const takesPart = isOwn
    ? ''
    : 'AND EXISTS (SELECT 1 FROM run_agents m WHERE m.run_row = runs.row AND m.agent = ?)';
  return `INSERT INTO steps (run_row, user_name, project, agent, kind, success, id, created_at, position, started_at,
      duration_ms, tool, input_tokens, output_tokens, error_signature, schema_version, body)
    SELECT row, user_name, project, ${maker}, '${kind}', ${success ? 1 : 0}, ?, ?, ?, ?, ?, ${tool}, ${tokens}, ${signature}, ?, ?
    FROM runs WHERE id = ? AND user_name = ? AND project = ? AND agent = ? ${takesPart}
    ON CONFLICT (run_row, id) DO UPDATE SET id = excluded.id`;
}

const appendStepStatements = Object.fromEntries(
  (['tool', 'model', 'note', 'message'] as const).map((kind) => [
    kind,
    {
      own: { succeeded: appendStepSql(kind, true, true), failed: appendStepSql(kind, false, true) },
      others: { succeeded: appendStepSql(kind, true, false), failed: appendStepSql(kind, false, false) },
    },
  ]),
) as Record<Step['kind'], Record<'own' | 'others', { succeeded: string; failed: string }>>;

export function appendStep(step: Step): SqlStatement {
  const statements = appendStepStatements[step.kind];
  const { succeeded, failed } = step.agent === null ? statements.own : statements.others;
  const parameters: SqlValue[] = step.agent === null ? [] : [step.agent];
  parameters.push(step.id, step.createdAt, step.position, step.startedAt, step.durationMs);
  if (step.kind === 'tool') parameters.push(step.tool);
  if (step.kind === 'model') parameters.push(step.inputTokens, step.outputTokens);
  const { user, project, agent } = step.scope;
  parameters.push(
    step.error?.signature ?? null,
    step.schemaVersion,
    JSON.stringify(stepBody(step)),
    step.runId,
    user,
    project,
    agent ?? projectItself,
  );
  if (step.agent !== null) parameters.push(step.agent);
  return { sql: step.success ? succeeded : failed, parameters, mustAffect: true };
}

/** Spelled out, because taking an object apart by its rest is slow. What is null is left out and read as null. */
function stepBody(step: Step): object {
  const parentId = step.parentId ?? undefined;
  const subTask = step.subTask ?? undefined;
  const error = step.error ?? undefined;
  const { provenance } = step;
  switch (step.kind) {
    case 'tool':
      return {
        parentId,
        subTask,
        error,
        provenance,
        arguments: step.arguments,
        result: step.result,
        truncated: step.truncated,
        captured: step.captured,
      };
    case 'model':
      return {
        parentId,
        subTask,
        error,
        provenance,
        model: step.model,
        inputTokens: step.inputTokens,
        outputTokens: step.outputTokens,
      };
    default:
      return { parentId, subTask, error, provenance, text: step.text };
  }
}

export function finishRun(owner: Scope, runId: string, end: RunEnd, dialect: Dialect): SqlStatement[] {
  const unlessEnded = (column: string) => `${column} = CASE WHEN outcome IS NULL THEN ? ELSE ${column} END`;
  return [
    changeOwn('UPDATE runs SET schema_version = schema_version', owner, runId),
    {
      sql: `UPDATE runs SET outcome = ?, ${unlessEnded('finished_at')}, ${unlessEnded('summary')},
              ${unlessEnded('success_factors')}, ${unlessEnded('final_approach')}
            WHERE id = ? AND (outcome IS NULL OR outcome = ?)`,
      parameters: [
        end.outcome,
        end.finishedAt,
        end.summary,
        JSON.stringify(end.successFactors),
        end.approach ?? null,
        runId,
        end.outcome,
      ],
      mustAffect: true,
    },
    ...(end.approach === handedOverReplay ? doneByAgent(owner, runId, dialect) : []),
    keepExecution(runId, dialect),
  ];
}

/** The run of a replay that a model went on with: something is learned from its failures. */
function doneByAgent(owner: Scope, runId: string, dialect: Dialect): SqlStatement[] {
  return [
    {
      sql: 'UPDATE runs SET by_agent = 1 WHERE id = ? AND final_approach = ?',
      parameters: [runId, handedOverReplay],
    },
    {
      sql: `UPDATE steps SET error_signature = ${dialect.jsonText('body', 'error.signature')}
        WHERE success = 0 AND run_row = (SELECT row FROM runs WHERE id = ? AND by_agent = 1)`,
      parameters: [runId],
    },
    noteUnsorted(owner),
  ];
}

/** What belongs to it goes first, unless it is held: then it stays as well, which refuses the command. */
export function deleteRun(owner: Scope, id: string): SqlStatement[] {
  const free = `runs.id = ? AND NOT ${heldRecord('run', 'runs.')}`;
  const parts = ['steps', 'run_agents', 'executions'].map((table) => ({
    sql: `DELETE FROM ${table} WHERE run_row IN (SELECT row FROM runs WHERE ${free})`,
    parameters: [id],
  }));
  return [
    changeOwn('UPDATE runs SET schema_version = schema_version', owner, id),
    {
      sql: 'UPDATE runs SET schema_version = schema_version WHERE id = ? AND outcome IS NOT NULL',
      parameters: [id],
      mustAffect: true,
    },
    ...parts,
    {
      sql: `DELETE FROM memory_uses WHERE run_id IN (SELECT id FROM runs WHERE ${free})`,
      parameters: [id],
    },
    { sql: `DELETE FROM runs WHERE ${free}`, parameters: [id], mustAffect: true },
  ];
}
