import type { Dialect, SqlClient } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { dayMs } from '../../records/lifetime.ts';
import { counting } from './read-executions.ts';
import { agentOf, projectItself, select, visibleRuns, visibleTo } from './rows.ts';

/** Doubled, so that sums are whole numbers. */
const doubledQuality = "CASE outcome WHEN 'success' THEN 2 WHEN 'partial' THEN 1 ELSE 0 END";

const sumWhere = (condition: string): string => `SUM(CASE WHEN ${condition} THEN doubled ELSE 0 END)`;

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
        [visibleRuns(viewer, 'run_row'), counting, { sql: 'finished_at >= ?', parameters: [since] }],
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
      const given = `EXISTS (SELECT 1 FROM memory_uses u WHERE u.run_id = ${dialect.jsonText('m.body', 'provenance.runId')}
        AND u.memory_id <> m.id AND u.used_at <= m.created_at)`;
      const { sql, parameters } = select(
        `SELECT m.agent, m.created_at / ${dayMs} AS day, CASE WHEN ${given} THEN 1 ELSE 0 END AS informed FROM memories m`,
        [
          visibleTo(viewer, 'm.'),
          {
            sql: `m.kind = 'decision' AND NOT EXISTS (SELECT 1 FROM memory_sources s WHERE s.memory_id = m.id AND s.source_kind = 'memory')`,
            parameters: [],
          },
        ],
      );
      const rows = await client.query({
        sql: `SELECT agent, day, informed, COUNT(*) AS decisions FROM (${sql}) AS decided GROUP BY agent, day, informed`,
        parameters,
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
