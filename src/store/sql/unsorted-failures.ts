import type { Dialect, SqlClient, SqlStatement } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import type { Scope } from '../../records/scope.ts';
import type { Step } from '../../records/step.ts';
import { agentOf, ownedBy, ownerColumns, ownerDefinition, ownerValues, select, visibleTo } from './rows.ts';

/**
 * Owners with failures that are in no pattern, counted, so that a writer that comes in between is not overlooked. No word of the
 * failures is in here: they are looked up among the steps, and what is deleted is forgotten.
 */
export const createUnsortedFailures: readonly string[] = [
  `CREATE TABLE unsorted_failures (${ownerDefinition}, mark BIGINT NOT NULL, PRIMARY KEY (${ownerColumns}))`,
  // Patterns of earlier formats are not yet found by all that the same failure has in common.
  `INSERT INTO unsorted_failures (${ownerColumns}, mark)
    SELECT ${ownerColumns}, 1 FROM steps WHERE error_signature IS NOT NULL AND success = 0
    UNION SELECT ${ownerColumns}, 1 FROM lessons WHERE kind = 'failure'`,
  // The last failures of one agent, whatever they were.
  `CREATE INDEX steps_failed_lately ON steps (${ownerColumns}, created_at, id)
    WHERE error_signature IS NOT NULL AND success = 0`,
  // Few memories are failures, and they are asked for beside every failure.
  `CREATE INDEX failure_memories ON memories (user_name, project, standing, created_at, id, agent, expires_at)
    WHERE kind = 'failure' AND indexed = 1`,
];

const orCounted = `ON CONFLICT (${ownerColumns}) DO UPDATE SET mark = unsorted_failures.mark + 1`;

/** Notes that an owner has failures in no pattern. */
export function noteUnsorted(owner: Scope): SqlStatement {
  return {
    sql: `INSERT INTO unsorted_failures (${ownerColumns}, mark) VALUES (?, ?, ?, 1) ${orCounted}`,
    parameters: ownerValues(owner),
  };
}

/** Notes it when one of the owner's lessons of this id, which is about to be deleted, is a failure pattern. */
export function noteDeletedPattern(owner: Scope, id: string): SqlStatement {
  return {
    sql: `INSERT INTO unsorted_failures (${ownerColumns}, mark) SELECT ${ownerColumns}, 1 FROM lessons
      WHERE id = ? AND kind = 'failure' AND ${ownedBy(owner).sql} ${orCounted}`,
    parameters: [id, ...ownerValues(owner)],
  };
}

/** Notes it for a failed step that was just written, unless a pattern of its maker has its signature or no agent did its run. */
export function noteFailure({ scope, agent, error, runId }: Step, dialect: Dialect): SqlStatement[] {
  if (error === null) return [];
  const owner = ownerValues({ ...scope, agent: agent ?? scope.agent });
  const key = `${dialect.indexKey('k.key_text')} = ${dialect.indexKey('?')}`;
  return [
    {
      sql: `INSERT INTO unsorted_failures (${ownerColumns}, mark)
        SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), 1 FROM runs WHERE id = ? AND by_agent = 1 AND NOT EXISTS (
          SELECT 1 FROM lesson_keys k JOIN lessons l ON l.id = k.lesson_id
          WHERE k.user_name = ? AND k.project = ? AND ${key} AND l.agent = ? AND l.kind = 'failure') ${orCounted}`,
      parameters: [...owner, runId, owner[0], owner[1], error.signature, owner[2]],
    },
  ];
}

export function settleFailures(owner: Scope, mark: number): SqlStatement {
  const { sql, parameters } = ownedBy(owner);
  return {
    sql: `DELETE FROM unsorted_failures WHERE ${sql} AND mark = ?`,
    parameters: [...parameters, mark],
  };
}

export function readUnsorted(client: SqlClient): Pick<Store, 'unsortedFailures'> {
  return {
    async unsortedFailures(viewer) {
      const rows = await client.query(
        select('SELECT agent, mark FROM unsorted_failures', [visibleTo(viewer)]),
      );
      return rows.map((row) => ({ agent: agentOf(row), mark: Number(row['mark']) }));
    },
  };
}
