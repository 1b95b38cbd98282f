import type { SqlClient } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import type { MemoryKind } from '../../records/memory.ts';
import { type SqlCondition, select, visibleTo } from './rows.ts';

/** Agents and counts: what the store as a whole holds for a viewer. */
export function readOverview(client: SqlClient): Pick<Store, 'listAgents' | 'count'> {
  return {
    async listAgents(viewer) {
      const visible = visibleTo(viewer);
      const where = `WHERE ${visible.sql} AND agent <> ''`;
      const rows = await client.query({
        sql: `SELECT agent, SUM(runs) AS runs, SUM(successes) AS successes, SUM(finished) AS finished,
                SUM(memories) AS memories, MAX(seen) AS seen
              FROM (
                SELECT agent, COUNT(*) AS runs, SUM(CASE WHEN outcome = 'success' THEN 1 ELSE 0 END) AS successes,
                  COUNT(outcome) AS finished, 0 AS memories, MAX(created_at) AS seen FROM runs ${where} GROUP BY agent
                UNION ALL SELECT agent, 0, 0, 0, COUNT(*), MAX(created_at) FROM memories ${where} GROUP BY agent
                UNION ALL SELECT agent, 0, 0, 0, 0, MAX(created_at) FROM messages ${where} GROUP BY agent
                UNION ALL SELECT agent, 0, 0, 0, 0, MAX(created_at) FROM tasks ${where} GROUP BY agent
              ) AS seen_agents GROUP BY agent ORDER BY agent`,
        parameters: [1, 2, 3, 4].flatMap(() => visible.parameters),
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
      const countOf = async (table: string, condition?: SqlCondition): Promise<number> => {
        const conditions = condition === undefined ? [visible] : [visible, condition];
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
        runs: await countOf('runs'),
        finishedRuns: await countOf('runs', { sql: 'outcome IS NOT NULL', parameters: [] }),
        successfulRuns: await countOf('runs', { sql: "outcome = 'success'", parameters: [] }),
        steps: await countOf('steps'),
        sessions: await countOf('sessions'),
        messages: await countOf('messages'),
        memories: Object.values(memoriesByKind).reduce((sum, total) => sum + total, 0),
        memoriesByKind,
        templates: await countOf('templates'),
      };
    },
  };
}
