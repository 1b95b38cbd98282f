import type { Dialect, SqlClient, SqlRow } from '../../ports/sql-client.ts';
import type { FailureFilter, Store } from '../../ports/store.ts';
import type { MetFailure } from '../../records/execution.ts';
import { isFailure, newestFirst, signaturesAtOnce } from './read-steps.ts';
import { agentOf, inPieces, oneOf, projectItself, type SqlCondition, select, visibleRuns } from './rows.ts';

/** With more values than these, a list is looked through sooner than they are compared one by one. */
const maxCompared = 32;

/** One of these values. SQLite makes a table of each list, which for twenty questions in one statement takes longer than their answers. */
function anyOf(column: string, values: readonly string[]): string {
  if (values.length === 0 || values.length > maxCompared) return oneOf(column, values).sql;
  return `(${values.map(() => `${column} = ?`).join(' OR ')})`;
}

/** The failures that are asked for, in questions of which each is answered in the order of an index. */
function failuresFitting(
  { makers, signatures, except = [] }: FailureFilter,
  dialect: Dialect,
): SqlCondition[] {
  const agents = makers.map((maker) => maker ?? projectItself);
  const key = dialect.indexKey('s.error_signature');
  if (agents.length === 0) return [];
  if (signatures !== undefined)
    return [...new Set(signatures)].map((signature) => ({
      // Not the bare column, or SQLite reads all failures of these agents.
      sql: `${key} = ${dialect.indexKey('?')} AND ${anyOf("s.agent || ''", agents)}`,
      parameters: [signature, ...agents],
    }));
  const others = inPieces([...new Set(except)]).map(
    (piece) => `AND NOT ${anyOf('s.error_signature', piece)}`,
  );
  return [...new Set(agents)].map((agent) => ({
    sql: `s.agent = ? AND s.tool IS NOT NULL ${others.join(' ')}`,
    parameters: [agent, ...new Set(except)],
  }));
}

const answeredBy = (questions: readonly SqlCondition[], columns: string, where: readonly SqlCondition[]) => {
  const parts = questions.map((question) =>
    select(`SELECT ${columns} FROM steps s`, [question, ...where, { sql: isFailure, parameters: [] }]),
  );
  return {
    sql: parts.map(({ sql }) => sql).join(' UNION ALL '),
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
};

/** Runs that have ended are known by their executions, which are small; others are looked up, and their calls counted. */
const failuresHead = `SELECT f.id, f.agent, f.position, f.created_at, f.error_signature, f.tool,
  COALESCE(e.run_id, (SELECT r.id FROM runs r WHERE r.row = f.run_row)) AS run_id,
  COALESCE(e.tool_calls, (SELECT COUNT(*) FROM steps c WHERE c.run_row = f.run_row AND c.tool IS NOT NULL)) AS calls_in_run`;

const decodeMetFailure = (row: SqlRow): MetFailure => ({
  id: String(row['id']),
  runId: String(row['run_id']),
  agent: agentOf(row),
  position: Number(row['position']),
  createdAt: Number(row['created_at']),
  signature: String(row['error_signature']),
  tool: row['tool'] as string | null,
  callsInRun: Number(row['calls_in_run']),
});

export function readFailures(
  client: SqlClient,
  dialect: Dialect,
): Pick<Store, 'latestFailures' | 'tallyFailures'> {
  /** The rows of these failures that were met last. Each question is answered in the order of its index, and no further than it takes. */
  function latestOf(
    questions: readonly SqlCondition[],
    visible: SqlCondition,
    limit: number,
  ): Promise<readonly SqlRow[]> {
    const columns = 's.run_row, s.id, s.agent, s.position, s.created_at, s.error_signature, s.tool';
    const failures = answeredBy(questions, columns, [visible]);
    return client.query({
      sql: `${failuresHead} FROM (${failures.sql} ORDER BY created_at DESC, id DESC LIMIT ?) AS f
        LEFT JOIN executions e ON e.run_row = f.run_row`,
      parameters: [...failures.parameters, limit],
    });
  }

  return {
    async latestFailures(viewer, filter, limit) {
      if (limit < 1) return [];
      const visible = visibleRuns(viewer, 'run_row', 's.');
      const pieces = inPieces(failuresFitting(filter, dialect), signaturesAtOnce);
      const rows = await Promise.all(pieces.map((piece) => latestOf(piece, visible, limit)));
      return rows.flat().sort(newestFirst).slice(0, limit).map(decodeMetFailure);
    },
    async tallyFailures(viewer, since, signatures) {
      const counted = (where: readonly SqlCondition[]) =>
        client.query(
          select(
            `SELECT agent, error_signature, tool, COUNT(*) AS occurrences, MIN(created_at) AS first_seen,
             MAX(created_at) AS last_seen FROM steps`,
            [
              visibleRuns(viewer, 'run_row'),
              ...where,
              {
                sql: 'error_signature IS NOT NULL AND success = 0 AND created_at >= ?',
                parameters: [since],
              },
            ],
            'GROUP BY agent, error_signature, tool',
          ),
        );
      const key = dialect.indexKey('error_signature');
      const rows =
        signatures === undefined
          ? await counted([])
          : (
              await Promise.all(
                inPieces([...new Set(signatures)]).map((piece) =>
                  counted([oneOf(key, piece, dialect.indexKey('?'))]),
                ),
              )
            ).flat();
      return rows.map((row) => ({
        agent: agentOf(row),
        signature: String(row['error_signature']),
        tool: row['tool'] as string | null,
        occurrences: Number(row['occurrences']),
        firstSeenAt: Number(row['first_seen']),
        lastSeenAt: Number(row['last_seen']),
      }));
    },
  };
}
