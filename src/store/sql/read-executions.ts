import { complexityOf } from '../../model/complexity.ts';
import type { Execution } from '../../model/execution.ts';
import { outcomeSchema } from '../../model/record.ts';
import type { Run } from '../../model/run.ts';
import type { SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { agentOf, checked, equals, parseBody, select, visibleTo } from './rows.ts';

/** What is read of the body of a run. Unchecked, because there are many; its inputs may be large and are not looked at. */
type Body = Pick<Run, 'task'>;

const executionsHead = `SELECT e.*, r.id, r.schema_version, r.created_at, r.success_factors, r.body,
    (SELECT COUNT(*) FROM memory_uses u WHERE u.run_id = e.run_id) AS memories
  FROM executions e JOIN runs r ON r.row = e.run_row`;

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
  };
}

const millisecondsOfADay = 86_400_000;

const tallyHead = `SELECT agent, category, approach, outcome, informed, day, COUNT(*) AS runs,
    SUM(duration_ms) AS duration_ms, SUM(tool_calls) AS tool_calls, SUM(model_calls) AS model_calls,
    SUM(failed_steps) AS failed_steps, SUM(input_tokens) AS input_tokens, SUM(output_tokens) AS output_tokens
  FROM (
    SELECT e.*, e.finished_at / ${millisecondsOfADay} AS day, e.finished_at - e.started_at AS duration_ms,
      CASE WHEN EXISTS (SELECT 1 FROM memory_uses u WHERE u.run_id = e.run_id) THEN 1 ELSE 0 END AS informed
    FROM executions e
  ) AS ended`;

/** Statistics over runs that have ended. */
export function readExecutions(client: SqlClient): Pick<Store, 'listExecutions' | 'tallyRuns'> {
  return {
    async listExecutions(viewer, { outcome, category, approach }, limit) {
      const rows = await client.query(
        select(
          executionsHead,
          [
            visibleTo(viewer, 'e.'),
            ...equals('e.outcome', outcome),
            ...equals('e.category', category),
            ...equals('e.approach', approach),
          ],
          'ORDER BY e.finished_at DESC, e.run_id DESC LIMIT ?',
          [limit],
        ),
      );
      return rows.map(decodeExecution);
    },
    async tallyRuns(viewer) {
      const rows = await client.query(
        select(tallyHead, [visibleTo(viewer)], 'GROUP BY agent, category, approach, outcome, informed, day'),
      );
      return rows.map((row) => ({
        agent: agentOf(row),
        category: row['category'] as string | null,
        approach: row['approach'] as string | null,
        outcome: checked(outcomeSchema, row['outcome'], row),
        informed: row['informed'] === 1,
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
