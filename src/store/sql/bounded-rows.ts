import { EngramError } from '../../errors.ts';
import type { SqlClient, SqlRow, SqlStatement, SqlValue } from '../../ports/sql-client.ts';
import type { Page } from '../../ports/store.ts';
import type { Position } from '../../records/page.ts';

/** Bytes of rows that one page takes; a page of larger ones ends early. */
const maxPageBytes = 32_000_000;
/** Bytes of rows that one record may have, such as the steps of a run. More of them are not read. */
const maxWholeBytes = 256_000_000;
/** Rows that are read before it is known how large they are: a row may have 10 MB. */
const firstRows = 32;

/** Rows of a page, and how many of them it holds: one more is read, to know whether there are more. */
export interface PageRows {
  readonly rows: readonly SqlRow[];
  readonly limit: number;
}

/**
 * Reads the rows of a page in pieces that fit, so that a page of very large records does not fill the memory: it ends early, and
 * the next one begins there. Pages of ordinary records are read at once.
 */
export async function readPageRows(
  page: Page,
  read: (piece: Page) => Promise<readonly SqlRow[]>,
): Promise<PageRows> {
  const rows: SqlRow[] = [];
  let bytes = 0;
  let after = page.after;
  for (let wanted = Math.min(page.limit + 1, firstRows); ; ) {
    const piece = await read({ limit: wanted - 1, after });
    for (const row of piece) rows.push(row);
    const last = piece.at(-1);
    if (last === undefined || piece.length < wanted || rows.length > page.limit)
      return { rows, limit: page.limit };
    // Only who reads on needs to know how large they are.
    for (const row of piece) bytes += bytesOf(row);
    if (bytes > maxPageBytes) return { rows, limit: Math.max(1, rows.length - 1) };
    wanted = Math.min(page.limit + 1 - rows.length, fitting(maxPageBytes - bytes, bytes / rows.length));
    after = placeOf(last);
  }
}

/**
 * Reads all rows of one record in pieces.
 *
 * @throws `too_large` when they have more bytes than fit into the memory with those of other requests.
 */
export async function readWholeRows(
  client: SqlClient,
  statement: SqlStatement,
  what: string,
  maxBytes: number = maxWholeBytes,
): Promise<readonly SqlRow[]> {
  const rows: SqlRow[] = [];
  let bytes = 0;
  for (let wanted = firstRows; ; ) {
    const parameters: SqlValue[] = [...statement.parameters, wanted, rows.length];
    const piece = await client.query({ sql: `${statement.sql} LIMIT ? OFFSET ?`, parameters });
    for (const row of piece) {
      rows.push(row);
      bytes += bytesOf(row);
    }
    if (piece.length < wanted) return rows;
    if (bytes > maxBytes) throw tooLarge(what, maxBytes);
    wanted = fitting(maxBytes - bytes, bytes / rows.length);
  }
}

/** How many rows of this size fit; a piece grows to no more than this, as sizes differ. */
function fitting(room: number, meanBytes: number): number {
  return Math.max(1, Math.min(10_000, Math.floor(room / Math.max(1, meanBytes))));
}

/** About: texts by their length. */
function bytesOf(row: SqlRow): number {
  let bytes = 0;
  for (const value of Object.values(row)) bytes += typeof value === 'string' ? value.length : 8;
  return bytes;
}

export function placeOf(row: SqlRow): Position {
  return { createdAt: Number(row['created_at']), id: String(row['id']), agent: String(row['agent']) };
}

function tooLarge(what: string, maxBytes: number): EngramError {
  return new EngramError(
    'too_large',
    `The ${what} have more than ${Math.round(maxBytes / 1_000_000)} MB, which is more than is read at once.`,
    { details: { limit: maxBytes } },
  );
}
