import type { Dialect, SqlClient } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { dayMs } from '../../records/lifetime.ts';
import { byAgent } from './read-executions.ts';
import { agentOf, projectItself, type SqlCondition, select, visibleRuns, visibleTo } from './rows.ts';

/** Doubled, so that sums are whole numbers. */
const doubledQuality = "CASE outcome WHEN 'success' THEN 2 WHEN 'partial' THEN 1 ELSE 0 END";

const sumWhere = (condition: string): string => `SUM(CASE WHEN ${condition} THEN doubled ELSE 0 END)`;

/** Decisions that were recorded in a run, but for copies. */
function madeInRun(table: string, run: string): SqlCondition {
  return {
    sql: `${table}.kind = 'decision' AND ${run} IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM memory_sources s WHERE s.memory_id = ${table}.id AND s.source_kind = 'memory')`,
    parameters: [],
  };
}

/** Finished runs in halves, and decisions, counted by the database: no row of them is read. */
export function readTallies(
  client: SqlClient,
  dialect: Dialect,
): Pick<Store, 'tallyHalves' | 'tallyDecisions'> {
  return {
    async tallyHalves(viewer, by, since) {
      const { sql, parameters } = select(
        `SELECT ${by} AS name, ${doubledQuality} AS doubled, COUNT(*) OVER (PARTITION BY ${by}) AS runs,
          ROW_NUMBER() OVER (PARTITION BY ${by} ORDER BY finished_at, run_id) AS place FROM executions`,
        [visibleRuns(viewer, 'run_row'), byAgent, { sql: 'finished_at >= ?', parameters: [since] }],
      );
      const rows = await client.query({
        sql: `SELECT name, runs, ${sumWhere('place <= runs / 2')} AS earlier, ${sumWhere('place > runs / 2')} AS later
              FROM (${sql}) AS placed GROUP BY name, runs`,
        parameters,
      });
      return rows.map((row) => ({
        of:
          row['name'] === null || (by === 'agent' && row['name'] === projectItself)
            ? null
            : String(row['name']),
        runs: Number(row['runs']),
        earlierSuccesses: Number(row['earlier']) / 2,
        laterSuccesses: Number(row['later']) / 2,
      }));
    },
    async tallyDecisions(viewer) {
      const runOf = (table: string): string => dialect.jsonText(`${table}.body`, 'provenance.runId');
      const given = 'EXISTS (SELECT 1 FROM memory_uses u WHERE u.run_id =';
      const recorded = select(
        `SELECT m.agent, m.created_at / ${dayMs} AS day,
          CASE WHEN ${given} ${runOf('m')} AND u.memory_id <> m.id AND u.used_at <= m.created_at) THEN 1 ELSE 0 END AS informed
          FROM memories m`,
        [visibleTo(viewer, 'm.'), madeInRun('m', runOf('m'))],
      );
      const decided = select(`SELECT ${runOf('d')} FROM memories d`, [
        visibleTo(viewer, 'd.'),
        madeInRun('d', runOf('d')),
      ]);
      const others = select(
        `SELECT e.agent, e.finished_at / ${dayMs} AS day, CASE WHEN ${given} e.run_id) THEN 1 ELSE 0 END AS informed FROM executions e`,
        [
          visibleRuns(viewer, 'run_row', 'e.'),
          { sql: 'e.by_agent = 1', parameters: [] },
          { sql: `e.run_id NOT IN (${decided.sql})`, parameters: decided.parameters },
        ],
      );
      const rows = await client.query({
        sql: `SELECT agent, day, informed, COUNT(*) AS decisions FROM (${recorded.sql} UNION ALL ${others.sql}) AS decided
              GROUP BY agent, day, informed`,
        parameters: [...recorded.parameters, ...others.parameters],
      });
      return rows.map((row) => ({
        agent: agentOf(row),
        informed: Number(row['informed']) === 1,
        day: Number(row['day']),
        decisions: Number(row['decisions']),
      }));
    },
  };
}
