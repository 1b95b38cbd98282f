import type { SqlClient, SqlRow, SqlStatement } from '../../ports/sql-client.ts';
import { type SqlCondition, select } from '../sql/rows.ts';

/** Removals that are kept. A follower that misses more begins anew. */
export const remembered = 10_000;

/** The number of the transaction that wrote a row. */
export const transaction = '(pg_current_xact_id()::text::bigint)';

/** Where a row stands in the order of changes. */
export type ChangeOrder = readonly [changed: number, row: number];

/**
 * A pass tells, page by page, what transactions have written that was not told before. They commit in another
 * order than they are numbered, so what was told is known by a snapshot and not by a number: some records are
 * met twice, none is missed.
 */
interface CommitMark {
  /** Transactions are numbered by the server: in a database that was restored elsewhere, the mark means nothing. */
  readonly server: string;
  /** The last removal when the pass before began: later ones may be missed when they are no longer kept. */
  readonly removal: number;
  /** All that this snapshot shows was told; null: nothing was. */
  readonly told: string | null;
  /** The pass that is under way: the snapshot it began with, and the last row of the page before. */
  readonly pass: { readonly began: string; readonly at: ChangeOrder } | null;
}

/** Where the store stands: which server it is on, its snapshot, and its last removal. */
interface ServerState {
  readonly server: string;
  readonly snapshot: string;
  readonly lastRemoval: number;
}

async function stateNow(client: SqlClient, removals: string): Promise<ServerState> {
  const [row] = await client.query({
    sql: `SELECT pg_current_snapshot()::text AS snapshot, (SELECT oid::text FROM pg_database WHERE datname = current_database())
            || ' ' || (SELECT system_identifier::text FROM pg_control_system()) AS server,
            (SELECT COALESCE(MAX(number), 0) FROM ${removals}) AS last`,
    parameters: [],
  });
  return {
    server: String(row?.['server']),
    snapshot: String(row?.['snapshot']),
    lastRemoval: Number(row?.['last'] ?? 0),
  };
}

/** The oldest transaction that was not over, and the first that had not begun: "LOWEST:HIGHEST:…". */
function boundsOf(snapshot: string): readonly [lowest: number, highest: number] {
  const [lowest, highest] = snapshot.split(':');
  return [Number(lowest), Number(highest)];
}

/**
 * Condition on rows with `changed`: new since `told`. Numbers that this server has yet to give out, as a restored
 * copy has them, are left to the first pass, which takes everything.
 */
function newSince(told: string | null, began: string): SqlCondition {
  if (told === null) return { sql: 'true', parameters: [] };
  return {
    sql: `changed >= ? AND changed < ? AND NOT pg_visible_in_snapshot(changed::text::xid8, ?::pg_snapshot)`,
    parameters: [boundsOf(told)[0], boundsOf(began)[1], told],
  };
}

/** What is followed: rows with `changed` and a number, and where those that went are noted. */
export interface FollowedRows {
  /** The table of removals; it has `number` and `changed`. */
  readonly removals: string;
  /** The column that orders rows of one transaction. */
  readonly order: string;
  /** All rows that fit, with `changed` and the column that orders them; `after` is where the page before ended. */
  rows(isNew: SqlCondition, after: ChangeOrder): SqlStatement;
}

/** What has changed since a mark, before it is decoded. */
export interface FollowedPage {
  readonly rows: readonly SqlRow[];
  /** Rows of the table of removals. */
  readonly removals: readonly SqlRow[];
  readonly mark: string;
  readonly more: boolean;
  readonly restart: boolean;
}

/** Reads a page of the pass that is under way, or begins one. */
export async function readFollowed(
  client: SqlClient,
  followed: FollowedRows,
  encoded: string | null,
  limit: number,
): Promise<FollowedPage> {
  const now = await stateNow(client, followed.removals);
  const beginning = { server: now.server, removal: now.lastRemoval, told: null, pass: null };
  const mark: CommitMark = encoded === null ? beginning : (JSON.parse(encoded) as CommitMark);
  const { told, pass } = mark;
  const isForgotten = told !== null && now.lastRemoval - remembered > mark.removal;
  if (mark.server !== now.server || isForgotten)
    return { rows: [], removals: [], mark: JSON.stringify(beginning), more: false, restart: true };
  const began = pass?.began ?? now.snapshot;
  // A removal that is under way has a number already: only those before the pass began are known to be told.
  const removal = pass === null ? now.lastRemoval : mark.removal;
  const isNew = newSince(told, began);
  // Asked for before the rows: a record that goes in between is then not told as being there.
  const removals =
    told === null || pass !== null
      ? []
      : await client.query(select(`SELECT * FROM ${followed.removals}`, [isNew]));
  const { sql, parameters } = followed.rows(isNew, pass?.at ?? [0, 0]);
  const rows = await client.query({
    sql: `${sql} ORDER BY changed, ${followed.order} LIMIT ?`,
    parameters: [...parameters, limit],
  });
  const last = rows.at(-1);
  const isFull = rows.length === limit && last !== undefined;
  const at: ChangeOrder = [Number(last?.['changed'] ?? 0), Number(last?.[followed.order] ?? 0)];
  const next: CommitMark = isFull
    ? { server: now.server, removal: mark.removal, told, pass: { began, at } }
    : { server: now.server, removal, told: began, pass: null };
  return {
    rows,
    removals,
    mark: JSON.stringify(next),
    // A pass that began in an earlier call says nothing about what was committed since; the next one does.
    more: isFull || pass !== null,
    restart: false,
  };
}
