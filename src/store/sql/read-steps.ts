import type { Dialect, SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import type { StepPlace, Store } from '../../ports/store.ts';
import type { Call, CallAround } from '../../records/execution.ts';
import type { Viewer } from '../../records/scope.ts';
import { type Step, stepSchema } from '../../records/step.ts';
import { readWholeRows } from './bounded-rows.ts';
import { decode, inPieces, oneOf, type SqlCondition, select, visibleRuns } from './rows.ts';

/** A question for each, in one statement; SQLite takes 500. */
export const signaturesAtOnce = 250;

/** What `decodeStep` reads, and the number of the run, by which steps are exported: each further column takes time for every row. */
const stepColumns = [
  ...[
    'run_row',
    'id',
    'schema_version',
    'created_at',
    'user_name',
    'project',
    'agent',
    'position',
    'kind',
    'tool',
  ],
  ...['started_at', 'duration_ms', 'success', 'body'],
]
  .map((column) => `s.${column}`)
  .join(', ');
const stepsOf = `SELECT ${stepColumns}, r.id AS run_id, r.agent AS holder FROM`;

export const stepsHead = `${stepsOf} steps s JOIN runs r ON r.row = s.run_row`;

/** A step is owned by the holder of its run; the column `agent` is the agent that made it. */
export function decodeStep(row: SqlRow): Step {
  const columns = {
    agent: row['agent'] === row['holder'] ? null : row['agent'],
    runId: row['run_id'],
    position: row['position'],
    kind: row['kind'],
    tool: row['tool'],
    startedAt: row['started_at'],
    durationMs: row['duration_ms'],
    success: row['success'] === 1,
  };
  return decode(stepSchema, row, columns, 'holder');
}

/** As the index of failures says it. */
export const isFailure = 's.error_signature IS NOT NULL AND s.success = 0';

/** By run, then position, then id. Several statements were asked, so it is done here. */
function inOrder(rows: readonly SqlRow[]): SqlRow[] {
  const keyOf = (row: SqlRow) => [String(row['run_id']), Number(row['position']), String(row['id'])] as const;
  return rows.toSorted((left, right) => {
    const [run, position, id] = keyOf(left);
    const [otherRun, otherPosition, otherId] = keyOf(right);
    if (run !== otherRun) return run < otherRun ? -1 : 1;
    return position - otherPosition || (id < otherId ? -1 : 1);
  });
}

/** Newest first by `createdAt`, then by id. */
export function newestFirst(left: SqlRow, right: SqlRow): number {
  const later = Number(right['created_at']) - Number(left['created_at']);
  return later || (String(left['id']) < String(right['id']) ? 1 : -1);
}

/** The positions of a run behind one and up to another. */
interface Stretch {
  readonly runId: string;
  readonly after: number;
  readonly until: number;
}

/** The `count` positions after each of these places. What overlaps is one stretch, so that no step is read twice. */
function stretchesAfter(places: readonly StepPlace[], count: number): Stretch[] {
  const stretches: Stretch[] = [];
  const inRuns = places.toSorted((left, right) =>
    left.runId === right.runId ? left.position - right.position : left.runId < right.runId ? -1 : 1,
  );
  for (const { runId, position } of inRuns) {
    const last = stretches.at(-1);
    const joins = last !== undefined && last.runId === runId && position <= last.until;
    if (joins) stretches.pop();
    stretches.push({ runId, after: joins ? last.after : position, until: position + count });
  }
  return stretches;
}

/**
 * Calls in stretches, looked up one by one: as a condition, every stretch would be compared with every step. What they answered may be
 * long, and is not read.
 */
function callsIn(stretches: readonly Stretch[], where: SqlCondition, dialect: Dialect): SqlStatement {
  const rows = stretches.map(() => '(CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT))').join(', ');
  return {
    // SQLite keeps the order of a cross join, and would begin with the steps otherwise.
    sql: `SELECT r.id AS run_id, s.id, s.position, s.tool, s.success, s.started_at, s.duration_ms,
            ${dialect.jsonText('s.body', 'parentId')} AS parent_id, ${dialect.jsonText('s.body', 'error')} AS error,
            ${dialect.jsonText('s.body', 'arguments')} AS arguments
          FROM (VALUES ${rows}) AS stretch CROSS JOIN runs r CROSS JOIN steps s
          WHERE r.id = stretch.column1 AND s.run_row = r.row AND s.tool IS NOT NULL
            AND s.position > stretch.column2 AND s.position <= stretch.column3 AND ${where.sql}`,
    parameters: [
      ...stretches.flatMap(({ runId, after, until }) => [runId, after, until]),
      ...where.parameters,
    ],
  };
}

const decodeCallAround = (row: SqlRow): CallAround => ({
  id: String(row['id']),
  runId: String(row['run_id']),
  parentId: row['parent_id'] as string | null,
  position: Number(row['position']),
  tool: String(row['tool']),
  arguments: JSON.parse(String(row['arguments'])),
  success: row['success'] === 1,
  error: row['error'] === null ? null : JSON.parse(String(row['error'])),
  startedAt: Number(row['started_at']),
  durationMs: Number(row['duration_ms']),
});

const callsHead = `SELECT r.id AS run_id, s.id, s.position, s.tool, s.success, s.duration_ms
  FROM steps s JOIN runs r ON r.row = s.run_row`;

const decodeCall = (row: SqlRow): Call => ({
  runId: String(row['run_id']),
  position: Number(row['position']),
  tool: String(row['tool']),
  success: row['success'] === 1,
  durationMs: Number(row['duration_ms']),
});

export function readSteps(
  client: SqlClient,
  dialect: Dialect,
): Pick<Store, 'listSteps' | 'findFailedSteps' | 'listCallsAfter' | 'listCalls'> {
  /** The rows of all pieces. */
  async function rowsOf<Item>(
    items: readonly Item[],
    query: (piece: readonly Item[]) => Promise<readonly SqlRow[]>,
    size?: number,
  ): Promise<SqlRow[]> {
    return (await Promise.all(inPieces(items, size).map(query))).flat();
  }

  /**
   * When the last failures of these signatures began, that many: nothing older has to be read. Each signature is asked
   * for by itself, because then an index gives the newest of all at once.
   */
  async function beginning(viewer: Viewer, signatures: readonly string[], limit: number): Promise<number> {
    const key = `${dialect.indexKey('s.error_signature')} = ${dialect.indexKey('?')}`;
    const questions = signatures.map((signature) =>
      select('SELECT s.created_at FROM steps s', [
        visibleRuns(viewer, 'run_row', 's.'),
        { sql: `${key} AND ${isFailure}`, parameters: [signature] },
      ]),
    );
    const [row] = await client.query({
      sql: `${questions.map(({ sql }) => sql).join(' UNION ALL ')} ORDER BY created_at DESC LIMIT 1 OFFSET ?`,
      parameters: [...questions.flatMap(({ parameters }) => parameters), Math.max(0, limit - 1)],
    });
    return row === undefined ? 0 : Number(row['created_at']);
  }

  return {
    async listSteps(viewer, runId) {
      const ofRun = { sql: 'r.id = ?', parameters: [runId] };
      const rows = await readWholeRows(
        client,
        select(stepsHead, [visibleRuns(viewer, 'run_row', 's.'), ofRun], 'ORDER BY s.position, s.id'),
        'steps of this run',
      );
      return rows.map(decodeStep);
    },
    async findFailedSteps(viewer, signatures, limit) {
      const pieces = inPieces([...new Set(signatures)], signaturesAtOnce);
      const since = Math.max(
        ...(await Promise.all(pieces.map((piece) => beginning(viewer, piece, limit)))),
        0,
      );
      const key = dialect.indexKey('s.error_signature');
      const rows = await rowsOf(pieces.flat(), (piece) =>
        client.query(
          select(stepsHead, [
            visibleRuns(viewer, 'run_row', 's.'),
            oneOf(key, piece, dialect.indexKey('?')),
            { sql: `${isFailure} AND s.created_at >= ?`, parameters: [since] },
          ]),
        ),
      );
      return rows.sort(newestFirst).slice(0, limit).map(decodeStep);
    },
    async listCallsAfter(viewer, places, count) {
      const rows = await rowsOf(stretchesAfter(places, count), (piece) =>
        client.query(callsIn(piece, visibleRuns(viewer, 'run_row', 's.'), dialect)),
      );
      return inOrder(rows).map(decodeCallAround);
    },
    async listCalls(viewer, runIds) {
      const rows = await rowsOf([...new Set(runIds)], (piece) =>
        client.query(
          select(callsHead, [
            visibleRuns(viewer, 'run_row', 's.'),
            oneOf('r.id', piece),
            { sql: 's.tool IS NOT NULL', parameters: [] },
          ]),
        ),
      );
      return inOrder(rows).map(decodeCall);
    },
  };
}
