import type * as z from 'zod';
import { reachOf } from '../../access/reach.ts';
import { EngramError, phrase } from '../../errors.ts';
import type { SqlClient, SqlRow, SqlStatement, SqlValue } from '../../ports/sql-client.ts';
import type { Page, PageOf } from '../../ports/store.ts';
import { type Listed, positionOf } from '../../records/page.ts';
import type { Scope, Viewer } from '../../records/scope.ts';
import { readPageRows } from './bounded-rows.ts';

/** The project itself, in the column `agent`. */
export const projectItself = '';

export const ownerColumns = 'user_name, project, agent';

/** What is read of each memory where there are many: each further column takes time for every row. */
export const entryFields = `id, ${ownerColumns}, created_at, kind, expires_at, standing, revision, body`;

/** The same for an index over memories, which follows their rows. */
export const entryColumns = `row, ${entryFields}`;

/** The owner of a row, when its table is created. An empty agent is the project itself; names are never empty. */
export const ownerDefinition = 'user_name TEXT NOT NULL, project TEXT NOT NULL, agent TEXT NOT NULL';

export function ownerValues(scope: Scope): [string, string, string] {
  return [scope.user, scope.project, scope.agent ?? projectItself];
}

/** The agent of a row; null is the project itself. */
export function agentOf(row: SqlRow, column = 'agent'): string | null {
  return row[column] === projectItself ? null : String(row[column]);
}

export type RowValues = Record<string, SqlValue>;

export function ownerColumnsOf(scope: Scope): RowValues {
  const [user_name, project, agent] = ownerValues(scope);
  return { user_name, project, agent };
}

/** A key met again is left as it is; with `mustAffect` that undoes the whole commit. */
export const orNothing = 'ON CONFLICT DO NOTHING';

/** A condition with its parameters, to be joined into a WHERE clause. */
export interface SqlCondition {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** Exactly this owner. `table` is an alias with its dot, or nothing. */
export function ownedBy(scope: Scope, table = ''): SqlCondition {
  return {
    sql: `${table}user_name = ? AND ${table}project = ? AND ${table}agent = ?`,
    parameters: ownerValues(scope),
  };
}

/** A change of one record of this owner, which must be there: `DELETE FROM tasks`, `UPDATE runs SET …`. */
export function changeOwn(head: string, owner: Scope, id: string): SqlStatement {
  const { sql, parameters } = ownedBy(owner);
  return { sql: `${head} WHERE id = ? AND ${sql}`, parameters: [id, ...parameters], mustAffect: true };
}

/** The rows within reach of a viewer, as `isWithin` says it: equal labels only, never a prefix. */
export function visibleTo(viewer: Viewer, table = ''): SqlCondition {
  const { user, project, owners } = reachOf(viewer);
  const ofProject = `${table}user_name = ? AND ${table}project = ?`;
  if (owners === undefined) return { sql: ofProject, parameters: [user, project] };
  return {
    sql: `${ofProject} AND ${table}agent IN (${owners.map(() => '?').join(', ')})`,
    parameters: [user, project, ...owners.map((agent) => agent ?? projectItself)],
  };
}

/**
 * The runs within reach of a viewer, as `isRunWithin` says it, or the rows that belong to such a run: steps, executions. `row`
 * is the column with the number of the run.
 */
export function visibleRuns(viewer: Viewer, row: string, table = ''): SqlCondition {
  const { user, project, owners, member } = reachOf(viewer);
  const ofProject = `${table}user_name = ? AND ${table}project = ?`;
  if (owners === undefined || member === undefined) return { sql: ofProject, parameters: [user, project] };
  const taken = takesPart(member, viewer);
  return {
    sql: `${ofProject} AND (${table}agent IN (${owners.map(() => '?').join(', ')}) OR ${table}${row} IN (${taken.sql}))`,
    parameters: [user, project, ...owners.map((agent) => agent ?? projectItself), ...taken.parameters],
  };
}

/** The numbers of the runs with several agents that this one takes part in. */
export function takesPart(agent: string, { user, project }: Viewer): SqlStatement {
  return {
    sql: 'SELECT run_row FROM run_agents WHERE user_name = ? AND project = ? AND agent = ?',
    parameters: [user, project, agent],
  };
}

/** The rows a viewer may change, as `mayChange` says it. */
export function changeableBy(viewer: Viewer): SqlCondition {
  return viewer.agent === null ? visibleTo(viewer) : ownedBy(viewer);
}

/** Equality when a value was asked for, nothing otherwise. */
export function equals(column: string, value: string | undefined): SqlCondition[] {
  return value === undefined ? [] : [{ sql: `${column} = ?`, parameters: [value] }];
}

/** Values asked for in one statement. */
const maxValues = 500;

/** In pieces that one statement can ask for. */
export function inPieces<Item>(items: readonly Item[], size = maxValues): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** One of these values, each given to the database as `written` says. */
export function oneOf(column: string, values: readonly SqlValue[], written = '?'): SqlCondition {
  const others = `, ${written}`.repeat(Math.max(0, values.length - 1));
  return { sql: `${column} IN (${values.length === 0 ? '' : written}${others})`, parameters: values };
}

/**
 * The numbers of certain rows of a table, for the beginning of a cross join: SQLite keeps its order. Of more than a few rows it would
 * look among all of the project otherwise.
 *
 * @example
 * const named = rowsNamed('runs', oneOf('id', ids)); // `SELECT … FROM ${named.sql} CROSS JOIN runs WHERE row = named_row AND …`
 */
export function rowsNamed(table: string, named: SqlCondition): SqlStatement {
  const { sql, parameters } = select(`SELECT row AS named_row FROM ${table}`, [named]);
  return { sql: `(${sql}) AS named`, parameters };
}

/** A question that begins with certain rows. */
export function selectNamed(
  columns: string,
  named: SqlStatement,
  joined: string,
  conditions: readonly SqlCondition[],
): SqlStatement {
  const { sql, parameters } = select(`SELECT ${columns} FROM ${named.sql} CROSS JOIN ${joined}`, conditions);
  return { sql, parameters: [...named.parameters, ...parameters] };
}

export function select(
  head: string,
  conditions: readonly SqlCondition[],
  tail = '',
  tailParameters: SqlValue[] = [],
): SqlStatement {
  const where = conditions.map((condition) => condition.sql).join(' AND ');
  return {
    sql: `${head} WHERE ${where} ${tail}`,
    parameters: [...conditions.flatMap((condition) => condition.parameters), ...tailParameters],
  };
}

export function insert(
  table: string,
  columns: Readonly<Record<string, SqlValue>>,
  onConflict = '',
): SqlStatement {
  const names = Object.keys(columns);
  return {
    sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ${onConflict}`,
    parameters: Object.values(columns),
  };
}

/** Inserts a new record, which must find its place free unless it is written `ifAbsent`. */
export function create(
  { ifAbsent = false }: { readonly ifAbsent?: boolean },
  table: string,
  columns: RowValues,
): SqlStatement {
  return { ...insert(table, columns, orNothing), mustAffect: !ifAbsent };
}

/** The record in a row: its columns and the JSON of its body, checked on the way in. `owner` is the column of its agent. */
export function decode<Schema extends z.ZodType>(
  schema: Schema,
  row: SqlRow,
  columns: Record<string, unknown> = {},
  owner = 'agent',
): z.infer<Schema> {
  const record = fieldsIn(parseBody(row));
  // What was just parsed is nobody else's. Spread into another object it would take twenty times as long.
  Object.assign(record, columns);
  record['id'] = row['id'];
  record['schemaVersion'] = row['schema_version'];
  record['createdAt'] = row['created_at'];
  record['scope'] = { user: row['user_name'], project: row['project'], agent: agentOf(row, owner) };
  return checked(schema, record, row);
}

/** The fields of a body; none where it is no object, which the schema then refuses. */
function fieldsIn(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : {};
}

/** What was read from a row, when it is what it should be; `row` names the record that is damaged otherwise. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  row: SqlRow,
): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw corrupt(row, parsed.error);
}

/** What the body of a row says, unchecked; nothing when it has none. */
export function parseBody(row: SqlRow): unknown {
  try {
    return typeof row['body'] === 'string' ? JSON.parse(row['body']) : {};
  } catch (error) {
    throw corrupt(row, error);
  }
}

function corrupt(row: SqlRow, cause: unknown): EngramError {
  return new EngramError(
    'store_corrupt',
    `The stored record "${row['id']}" cannot be read: it was damaged or written by another version.`,
    {
      details: { id: row['id'] },
      hint: phrase`Examine the database with ${{ operation: 'doctor' }}.`,
      cause,
    },
  );
}

/** Conditions and tail for one page, newest first. */
export function pageOf(
  page: Page,
  table = '',
): { conditions: SqlCondition[]; tail: string; parameters: SqlValue[] } {
  const conditions: SqlCondition[] = [];
  if (page.after !== undefined) {
    const { createdAt, id, agent } = page.after;
    conditions.push({
      sql: `(${table}created_at < ? OR (${table}created_at = ? AND (${table}id < ? OR (${table}id = ? AND ${table}agent < ?))))`,
      parameters: [createdAt, createdAt, id, id, agent ?? projectItself],
    });
  }
  return {
    conditions,
    tail: `ORDER BY ${table}created_at DESC, ${table}id DESC, ${table}agent DESC LIMIT ?`,
    parameters: [page.limit + 1],
  };
}

/** One page of a list, newest first. */
export async function readPage<Item extends Listed>(
  client: SqlClient,
  head: string,
  where: readonly SqlCondition[],
  page: Page,
  decodeRow: (row: SqlRow) => Item,
  table = '',
): Promise<PageOf<Item>> {
  const { rows, limit } = await readPageRows(page, (piece) => {
    const { conditions, tail, parameters } = pageOf(piece, table);
    return client.query(select(head, [...where, ...conditions], tail, parameters));
  });
  return decodePage(rows, limit, decodeRow);
}

/** The records of a page. The row beyond it, which only tells that there are more, is not decoded. */
export function decodePage<Item extends Listed>(
  rows: readonly SqlRow[],
  limit: number,
  decodeRow: (row: SqlRow) => Item,
): PageOf<Item> {
  const items = rows.slice(0, limit).map(decodeRow);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? positionOf(last) : null };
}

/** Transactions that change rows in the same order cannot deadlock. */
export function inOneOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return items.toSorted((left, right) => {
    const [one, other] = [keyOf(left), keyOf(right)];
    if (one === other) return 0;
    return one < other ? -1 : 1;
  });
}
