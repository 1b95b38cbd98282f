import type { SqlClient } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import type { MemoryKind } from '../../records/memory.ts';
import { byAgent } from './read-executions.ts';
import { type SqlCondition, select, visibleRuns, visibleTo } from './rows.ts';

/** Agents and counts: what the store as a whole holds for a viewer. */
export function readOverview(client: SqlClient): Pick<Store, 'listAgents' | 'count'> {
  return {
    async listAgents(viewer) {
      const visible = visibleTo(viewer);
      const where = `WHERE ${visible.sql} AND agent <> ''`;
      const runs = visibleRuns(viewer, 'row', 'r.');
      // Of a run with several agents each has a row; of others only the one that holds it is known.
      const ended = `SELECT run_row, outcome FROM executions WHERE ${byAgent.sql}`;
      const workers = `SELECT COALESCE(m.agent, r.agent) AS agent, e.outcome, r.created_at, r.by_agent
        FROM runs r LEFT JOIN run_agents m ON m.run_row = r.row LEFT JOIN (${ended}) AS e ON e.run_row = r.row
        WHERE ${runs.sql} AND COALESCE(m.agent, r.agent) <> ''`;
      const rows = await client.query({
        sql: `SELECT agent, SUM(runs) AS runs, SUM(successes) AS successes, SUM(finished) AS finished,
                SUM(memories) AS memories, MAX(seen) AS seen
              FROM (
                SELECT agent, SUM(by_agent) AS runs, SUM(CASE WHEN outcome = 'success' THEN 1 ELSE 0 END) AS successes,
                  COUNT(outcome) AS finished, 0 AS memories, MAX(created_at) AS seen FROM (${workers}) AS workers GROUP BY agent
                UNION ALL SELECT agent, 0, 0, 0, COUNT(*), MAX(created_at) FROM memories ${where} GROUP BY agent
                UNION ALL SELECT agent, 0, 0, 0, 0, MAX(created_at) FROM messages ${where} GROUP BY agent
                UNION ALL SELECT agent, 0, 0, 0, 0, MAX(created_at) FROM tasks ${where} GROUP BY agent
              ) AS seen_agents GROUP BY agent ORDER BY agent`,
        parameters: [runs, visible, visible, visible].flatMap(({ parameters }) => parameters),
      });
      return rows.map((row) => ({
        agent: String(row['agent']),
        runs: Number(row['runs']),
        successes: Number(row['successes']),
        finished: Number(row['finished']),
        memories: Number(row['memories']),
        lastSeenAt: Number(row['seen']),
      }));
    },
    async count(viewer, now) {
      const visible = visibleTo(viewer);
      const runs = visibleRuns(viewer, 'row');
      const ofRuns = visibleRuns(viewer, 'run_row');
      const countOf = async (table: string, ...given: readonly SqlCondition[]): Promise<number> => {
        const conditions = given.length === 0 ? [visible] : given;
        const [row] = await client.query(select(`SELECT COUNT(*) AS total FROM ${table}`, conditions));
        return Number(row?.['total'] ?? 0);
      };
      const kinds = await client.query(
        select(
          'SELECT kind, COUNT(*) AS total FROM memories',
          [
            visible,
            { sql: "standing = 'active' AND (expires_at IS NULL OR expires_at > ?)", parameters: [now] },
          ],
          'GROUP BY kind',
        ),
      );
      const memoriesByKind: Partial<Record<MemoryKind, number>> = {};
      for (const row of kinds) memoriesByKind[row['kind'] as MemoryKind] = Number(row['total']);
      return {
        tasks: await countOf('tasks'),
        runs: await countOf('runs', runs),
        finishedRuns: await countOf('executions', ofRuns, byAgent),
        successfulRuns: await countOf('executions', ofRuns, byAgent, {
          sql: "outcome = 'success'",
          parameters: [],
        }),
        steps: await countOf('steps', ofRuns),
        sessions: await countOf('sessions'),
        messages: await countOf('messages'),
        memories: Object.values(memoriesByKind).reduce((sum, total) => sum + total, 0),
        memoriesByKind,
        templates: await countOf('templates'),
      };
    },
  };
}
