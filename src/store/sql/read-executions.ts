import type { SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import type { ExecutionFilter, Store } from '../../ports/store.ts';
import { complexityOf } from '../../records/complexity.ts';
import type { Execution } from '../../records/execution.ts';
import { dayMs } from '../../records/lifetime.ts';
import { outcomeSchema } from '../../records/record.ts';
import type { Run } from '../../records/run.ts';
import type { Viewer } from '../../records/scope.ts';
import { createKnownRows, versionsText } from './known-rows.ts';
import {
  agentOf,
  checked,
  equals,
  inPieces,
  oneOf,
  ownedBy,
  parseBody,
  projectItself,
  rowsNamed,
  type SqlCondition,
  select,
  selectNamed,
  takesPart,
  visibleRuns,
} from './rows.ts';
import { countedColumns } from './write-executions.ts';

/** What is read of the body of a run. Unchecked, because there are many; its inputs may be large and are not looked at. */
type Body = Pick<Run, 'task'>;

const memoriesGiven = '(SELECT COUNT(*) FROM memory_uses u WHERE u.run_id = e.run_id)';

/** It grows with each of them, so that it tells whether any has changed. */
const counted = ['CAST(0 AS BIGINT)', ...countedColumns.map((column) => `e.${column}`)].join(' + ');

/** A run that has ended stays as it is, but for what is counted, and is never removed. */
const version = `e.run_row || '.' || (${counted}) || '.' || ${memoriesGiven}`;

const executionColumns = `e.*, r.id, r.schema_version, r.created_at, r.success_factors, r.body,
    ${memoriesGiven} AS memories, ${version} AS version, 0 AS removal`;
const executionsHead = `SELECT ${executionColumns} FROM executions e JOIN runs r ON r.row = e.run_row`;

/** Executions of the runs of these ids. */
function executionsOf(viewer: Viewer, runIds: readonly string[]): SqlStatement {
  return selectNamed(
    executionColumns,
    rowsNamed('runs', oneOf('id', runIds)),
    'executions e CROSS JOIN runs r',
    [
      { sql: 'e.run_row = named_row AND r.row = named_row AND e.by_agent = 1', parameters: [] },
      visibleRuns(viewer, 'run_row', 'e.'),
    ],
  );
}

function decodeExecution(row: SqlRow): Execution {
  const { task } = parseBody(row) as Body;
  const { id: taskId, description, category, type, dependencies } = task;
  return {
    runId: String(row['run_id']),
    agent: agentOf(row),
    taskId,
    description,
    category,
    type,
    complexity: complexityOf(task),
    dependencies: dependencies.length,
    approach: row['approach'] as string | null,
    successFactors: JSON.parse(String(row['success_factors'])),
    outcome: row['outcome'] as Execution['outcome'],
    startedAt: Number(row['started_at']),
    finishedAt: Number(row['finished_at']),
    toolCalls: Number(row['tool_calls']),
    modelCalls: Number(row['model_calls']),
    failedSteps: Number(row['failed_steps']),
    inputTokens: Number(row['input_tokens']),
    outputTokens: Number(row['output_tokens']),
    memories: Number(row['memories']),
    templateId: row['template_id'] as string | null,
    style: row['style'] as Execution['style'],
  };
}

/** What an agent did (`isByAgent`): a column of `runs` and of `executions`. */
export const byAgent: SqlCondition = { sql: 'by_agent = 1', parameters: [] };

const tallyHead = `SELECT agent, category, approach, outcome, informed, template_id, style, day, COUNT(*) AS runs,
    SUM(duration_ms) AS duration_ms, SUM(tool_calls) AS tool_calls, SUM(model_calls) AS model_calls,
    SUM(failed_steps) AS failed_steps, SUM(input_tokens) AS input_tokens, SUM(output_tokens) AS output_tokens
  FROM (
    SELECT e.*, e.finished_at / ${dayMs} AS day, 
      CASE WHEN e.finished_at > e.started_at THEN e.finished_at - e.started_at ELSE 0 END AS duration_ms,
      CASE WHEN EXISTS (SELECT 1 FROM memory_uses u WHERE u.run_id = e.run_id) THEN 1 ELSE 0 END AS informed
    FROM executions e
  ) AS ended`;

/** Runs that this agent takes part in and neither it nor the project holds. */
function heldByOthers(viewer: Viewer, agent: string): SqlCondition {
  const { sql, parameters } = takesPart(agent, viewer);
  return {
    sql: `run_row IN (${sql}) AND agent NOT IN (?, ?)`,
    parameters: [...parameters, agent, projectItself],
  };
}

/** The rows of the executions that ended last. Of each owner apart, so that an index leads to the last ones of each. */
function latestOf(viewer: Viewer, filter: ExecutionFilter, limit: number): SqlStatement {
  const { outcome, category, approach, templateId } = filter;
  const where = [
    ...equals('outcome', outcome),
    ...(category === null ? [{ sql: 'category IS NULL', parameters: [] }] : equals('category', category)),
    ...equals('approach', approach),
    ...(templateId === undefined ? [byAgent] : equals('template_id', templateId)),
  ];
  const endedBy = (owners: SqlCondition): SqlStatement =>
    select('SELECT run_row, run_id, finished_at FROM executions', [owners, ...where]);
  // The first two are read in the order of an index, and no further than it takes; runs that others hold are few.
  const parts =
    viewer.agent === null
      ? [endedBy(visibleRuns(viewer, 'run_row'))]
      : [
          endedBy(ownedBy(viewer)),
          endedBy(ownedBy({ ...viewer, agent: null })),
          endedBy(heldByOthers(viewer, viewer.agent)),
        ];
  return {
    sql: `${parts.map(({ sql }) => sql).join(' UNION ALL ')} ORDER BY finished_at DESC, run_id DESC LIMIT ?`,
    parameters: [...parts.flatMap(({ parameters }) => parameters), limit],
  };
}

function lastEndedFirst(left: Execution, right: Execution): number {
  return right.finishedAt - left.finishedAt || (left.runId < right.runId ? 1 : -1);
}

/** Statistics over runs that have ended. */
export function readExecutions(
  client: SqlClient,
): Pick<Store, 'listExecutions' | 'getExecutions' | 'tallyRuns'> {
  const known = createKnownRows<Execution>((numbers) =>
    client.query(select(executionsHead, [oneOf('e.run_row', numbers)])),
  );

  /** For when steps come while it is read. */
  async function readPlainly({ sql, parameters }: SqlStatement): Promise<Execution[]> {
    const inLatest = { sql: `e.run_row IN (SELECT run_row FROM (${sql}) AS latest)`, parameters };
    return (await client.query(select(executionsHead, [inLatest]))).map(decodeExecution);
  }

  return {
    async listExecutions(viewer, filter, limit) {
      const latest = latestOf(viewer, filter, limit);
      const versions = `SELECT ${version} AS version FROM executions e JOIN (${latest.sql}) AS latest ON latest.run_row = e.run_row`;
      const [row] = await client.query({
        sql: `SELECT ${versionsText(versions)} AS versions`,
        parameters: latest.parameters,
      });
      const executions =
        (await known.read({ texts: [row?.['versions']], removal: 0 }, decodeExecution)) ??
        (await readPlainly(latest));
      return executions.sort(lastEndedFirst);
    },
    async getExecutions(viewer, runIds) {
      const pieces = inPieces([...new Set(runIds)]).map((piece) => client.query(executionsOf(viewer, piece)));
      return (await Promise.all(pieces)).flat().map(decodeExecution);
    },
    async tallyRuns(viewer, of = 'agents') {
      const which = of === 'agents' ? byAgent : { sql: 'template_id IS NOT NULL', parameters: [] };
      const rows = await client.query(
        select(
          tallyHead,
          [visibleRuns(viewer, 'run_row'), which],
          'GROUP BY agent, category, approach, outcome, informed, template_id, style, day',
        ),
      );
      return rows.map((row) => ({
        agent: agentOf(row),
        category: row['category'] as string | null,
        approach: row['approach'] as string | null,
        outcome: checked(outcomeSchema, row['outcome'], row),
        informed: row['informed'] === 1,
        templateId: row['template_id'] as string | null,
        style: row['style'] as Execution['style'],
        day: Number(row['day']),
        runs: Number(row['runs']),
        durationMs: Number(row['duration_ms']),
        toolCalls: Number(row['tool_calls']),
        modelCalls: Number(row['model_calls']),
        failedSteps: Number(row['failed_steps']),
        inputTokens: Number(row['input_tokens']),
        outputTokens: Number(row['output_tokens']),
      }));
    },
  };
}
