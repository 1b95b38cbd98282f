import type { Dialect, SqlStatement } from '../../ports/sql-client.ts';
import { handedOverReplay } from '../../records/run.ts';

const counted: Readonly<Record<string, (step: string) => string>> = {
  tool_calls: (step) => `CASE WHEN ${step}.kind = 'tool' THEN 1 ELSE 0 END`,
  model_calls: (step) => `CASE WHEN ${step}.kind = 'model' THEN 1 ELSE 0 END`,
  failed_steps: (step) => `1 - ${step}.success`,
  input_tokens: (step) => `${step}.input_tokens`,
  output_tokens: (step) => `${step}.output_tokens`,
};

/** All that changes of a run that has ended: steps may come later. */
export const countedColumns: readonly string[] = Object.keys(counted);

/** The template that a run re-executed, and how: columns, which format 5 added, and where their values are in the body of a run. */
const templateOf = { template_id: 'mode.templateId', style: 'mode.style' };

/**
 * Notes down runs that have ended, with their steps counted, so that statistics read neither runs nor steps. Those
 * that are noted down stay. `condition` on `runs r` says which. Format 4 fills its table by this statement, so what
 * came later is in `added`: columns and their values.
 */
export function keepExecutions(
  dialect: Dialect,
  condition = '',
  added: Readonly<Record<string, string>> = {},
): string {
  const sums = Object.values(counted).map((count) => `COALESCE(SUM(${count('s')}), 0)`);
  return `INSERT INTO executions (run_row, run_id, user_name, project, agent, category, approach, outcome,
      started_at, finished_at, ${[...countedColumns, ...Object.keys(added)].join(', ')})
    SELECT r.row, r.id, r.user_name, r.project, r.agent, ${dialect.jsonText('r.body', 'task.category')},
      NULLIF(COALESCE(r.final_approach, ${dialect.jsonText('r.body', 'approach')}), '${handedOverReplay}'), r.outcome, r.created_at, COALESCE(r.finished_at, r.created_at),
      ${[...sums, ...Object.values(added)].join(', ')}
    FROM runs r LEFT JOIN steps s ON s.run_row = r.row
    WHERE r.outcome IS NOT NULL ${condition} GROUP BY r.row ON CONFLICT DO NOTHING`;
}

export function keepExecution(runId: string, dialect: Dialect): SqlStatement {
  const fromBody = Object.entries(templateOf).map(([column, path]) => [
    column,
    dialect.jsonText('r.body', path),
  ]);
  const added = { ...Object.fromEntries(fromBody), by_agent: 'r.by_agent' };
  return { sql: keepExecutions(dialect, 'AND r.id = ?', added), parameters: [runId] };
}

/** Format 5 fills its columns by this statement, for the runs that were noted down before. */
export function keepTemplatesOfExecutions(dialect: Dialect): string {
  const values = Object.entries(templateOf).map(
    ([column, path]) =>
      `${column} = (SELECT ${dialect.jsonText('r.body', path)} FROM runs r WHERE r.row = executions.run_row)`,
  );
  return `UPDATE executions SET ${values.join(', ')}
    WHERE run_row IN (SELECT r.row FROM runs r WHERE ${dialect.jsonText('r.body', 'mode.kind')} = 'template')`;
}

/** What becomes of the execution when a step, called `new`, is appended later: as when an ended run is imported. */
export const countLateStep = `UPDATE executions SET
  ${Object.entries(counted)
    .map(([column, count]) => `${column} = ${column} + ${count('new')}`)
    .join(', ')}
  WHERE run_row = new.run_row`;
