import type { SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { durationOf } from '../../records/execution.ts';
import { type Run, type RunTotals, type RunWithTotals, runSchema } from '../../records/run.ts';
import {
  decode,
  equals,
  inPieces,
  oneOf,
  readPage,
  rowsNamed,
  type SqlCondition,
  select,
  selectNamed,
  visibleRuns,
} from './rows.ts';

/** Agents as one text: names hold no line ends. The number in front says who came first. */
export const withAgents = (columns: string): string => `${columns}, (
    SELECT string_agg(m.position || ' ' || m.agent, '\n') FROM run_agents m WHERE m.run_row = runs.row
  ) AS agents`;
export const runsHead = `SELECT ${withAgents('runs.*')} FROM runs`;

/** The agents of a run besides its own, in the order they joined. */
export function agentsIn(row: SqlRow): string[] {
  if (typeof row['agents'] !== 'string') return [];
  return row['agents']
    .split('\n')
    .map((line) => {
      const end = line.indexOf(' ');
      return { position: Number(line.slice(0, end)), agent: line.slice(end + 1) };
    })
    .filter(({ agent }) => agent !== row['agent'])
    .sort((left, right) => left.position - right.position || (left.agent < right.agent ? -1 : 1))
    .map(({ agent }) => agent);
}

export function decodeRun(row: SqlRow): Run {
  return decode(runSchema, row, {
    agents: agentsIn(row),
    outcome: row['outcome'],
    finishedAt: row['finished_at'],
    summary: row['summary'],
    successFactors: JSON.parse(String(row['success_factors'])),
    ...(row['final_approach'] === null ? {} : { approach: row['final_approach'] }),
  });
}

function decodeTotals(run: Run, row: SqlRow | undefined): RunTotals {
  const number = (column: string): number => Number(row?.[column] ?? 0);
  const finishedAt = run.finishedAt ?? number('last_end');
  return {
    steps: number('steps'),
    toolCalls: number('tool_calls'),
    modelCalls: number('model_calls'),
    failedSteps: number('failed_steps'),
    inputTokens: number('input_tokens'),
    outputTokens: number('output_tokens'),
    wallTimeMs: durationOf({ startedAt: run.createdAt, finishedAt }),
  };
}

async function withTotals(client: SqlClient, runs: readonly Run[]): Promise<RunWithTotals[]> {
  if (runs.length === 0) return [];
  const rows = await client.query({
    sql: `SELECT r.id AS run_id, COUNT(*) AS steps,
            SUM(CASE WHEN kind = 'tool' THEN 1 ELSE 0 END) AS tool_calls,
            SUM(CASE WHEN kind = 'model' THEN 1 ELSE 0 END) AS model_calls,
            SUM(1 - success) AS failed_steps,
            SUM(input_tokens) AS input_tokens, SUM(output_tokens) AS output_tokens,
            MAX(started_at + duration_ms) AS last_end
          FROM steps s JOIN runs r ON r.row = s.run_row
          WHERE r.id IN (${runs.map(() => '?').join(', ')}) GROUP BY r.id`,
    parameters: runs.map((run) => run.id),
  });
  const byRun = new Map(rows.map((row) => [row['run_id'], row]));
  return runs.map((run) => ({ ...run, totals: decodeTotals(run, byRun.get(run.id)) }));
}

function withOutcome(outcome: string | undefined): SqlCondition[] {
  return outcome === 'running' ? [{ sql: 'outcome IS NULL', parameters: [] }] : equals('outcome', outcome);
}

export function readRuns(client: SqlClient): Pick<Store, 'getRun' | 'getRuns' | 'listRuns'> {
  return {
    async getRun(viewer, id) {
      const rows = await client.query(select(runsHead, [visibleRuns(viewer, 'row'), ...equals('id', id)]));
      const [run] = await withTotals(client, rows.map(decodeRun));
      return run;
    },
    async getRuns(viewer, ids) {
      const pieces = inPieces([...new Set(ids)]).map(async (piece) => {
        const named = rowsNamed('runs', oneOf('id', piece));
        const visible = [{ sql: 'row = named_row', parameters: [] }, visibleRuns(viewer, 'row')];
        const rows = await client.query(selectNamed(withAgents('runs.*'), named, 'runs', visible));
        return withTotals(client, rows.map(decodeRun));
      });
      return (await Promise.all(pieces)).flat();
    },
    async listRuns(viewer, filter, page) {
      const where = [...withOutcome(filter.outcome), ...equals('task_id', filter.taskId)];
      const { items, next } = await readPage(
        client,
        runsHead,
        [visibleRuns(viewer, 'row'), ...where],
        page,
        decodeRun,
      );
      return { items: await withTotals(client, items), next };
    },
  };
}
