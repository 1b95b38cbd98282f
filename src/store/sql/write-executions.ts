import type { Dialect, Statement } from '../../ports/sql-client.ts';

const counted: Readonly<Record<string, (step: string) => string>> = {
  tool_calls: (step) => `CASE WHEN ${step}.kind = 'tool' THEN 1 ELSE 0 END`,
  model_calls: (step) => `CASE WHEN ${step}.kind = 'model' THEN 1 ELSE 0 END`,
  failed_steps: (step) => `1 - ${step}.success`,
  input_tokens: (step) => `${step}.input_tokens`,
  output_tokens: (step) => `${step}.output_tokens`,
};

/**
 * Notes down runs that have ended, with their steps counted, so that statistics read neither runs nor steps. Those
 * that are noted down stay. `condition` on `runs r` says which. Format 4 fills its table by this statement.
 */
export function keepExecutions(dialect: Dialect, condition = ''): string {
  const sums = Object.values(counted).map((count) => `COALESCE(SUM(${count('s')}), 0)`);
  return `INSERT INTO executions (run_row, run_id, user_name, project, agent, category, approach, outcome,
      started_at, finished_at, ${Object.keys(counted).join(', ')})
    SELECT r.row, r.id, r.user_name, r.project, r.agent, ${dialect.jsonText('r.body', 'task.category')},
      COALESCE(r.final_approach, ${dialect.jsonText('r.body', 'approach')}), r.outcome, r.created_at, COALESCE(r.finished_at, r.created_at),
      ${sums.join(', ')}
    FROM runs r LEFT JOIN steps s ON s.run_row = r.row
    WHERE r.outcome IS NOT NULL ${condition} GROUP BY r.row ON CONFLICT DO NOTHING`;
}

export function keepExecution(runId: string, dialect: Dialect): Statement {
  return { sql: keepExecutions(dialect, 'AND r.id = ?'), parameters: [runId] };
}

/** What becomes of the execution when a step, called `new`, is appended later: as when an ended run is imported. */
export const countLateStep = `UPDATE executions SET
  ${Object.entries(counted)
    .map(([column, count]) => `${column} = ${column} + ${count('new')}`)
    .join(', ')}
  WHERE run_row = new.run_row`;
