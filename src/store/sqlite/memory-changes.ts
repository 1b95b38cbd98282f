import type { ChangedRows, SqlClient } from '../../ports/sql-client.ts';
import type { ProjectOfUser } from '../../ports/store.ts';
import { entryColumns } from '../sql/rows.ts';

/** Removals that are kept. A follower that misses more begins anew. */
const remembered = 10_000;

/**
 * `highest` is the last number that was left. The number of a deleted last row is given out again, and those
 * who have read that far would pass its next owner by.
 */
export const trackChanges: readonly string[] = [
  'CREATE TABLE memory_removals (number INTEGER PRIMARY KEY AUTOINCREMENT, memory_id TEXT NOT NULL, highest BIGINT NOT NULL)',
  `CREATE TRIGGER memory_removed AFTER DELETE ON memories BEGIN
    INSERT INTO memory_removals (memory_id, highest) SELECT old.id, COALESCE(MAX(row), 0) FROM memories;
    DELETE FROM memory_removals WHERE number <= (SELECT MAX(number) FROM memory_removals) - ${remembered};
  END`,
];

/** Rows are numbered in the order they are committed, so the highest number seen is a mark. */
export const touch = 'row = (SELECT MAX(row) + 1 FROM memories)';

/** Whatever changes a row gives it another number. */
export const version = 'm.row';

/** The last row read, and the last removal. */
type RowMark = readonly [row: number, removal: number];

const lastRemoval = 'SELECT COALESCE(MAX(number), 0) AS answer FROM memory_removals';
const highestRow = 'SELECT COALESCE(MAX(row), 0) AS answer FROM memories';

/** Both at one moment; most who ask have missed nothing. */
const latest = `SELECT (${lastRemoval}) AS removal, (${highestRow}) AS highest`;

async function numberOf(client: SqlClient, sql: string): Promise<number> {
  const [row] = await client.query({ sql, parameters: [] });
  return Number(row?.['answer'] ?? 0);
}

/**
 * Others write between these questions. Removals are asked for first: of one that comes later, the next call
 * hears. The highest row, asked for before, might go with a removal, and its number to a memory that the mark
 * has passed.
 */
export async function readChanges(
  client: SqlClient,
  { user, project }: ProjectOfUser,
  encoded: string | null,
  limit: number,
): Promise<ChangedRows> {
  const [row, removal] =
    encoded === null ? [0, await numberOf(client, lastRemoval)] : (JSON.parse(encoded) as RowMark);
  if (encoded !== null) {
    const [now] = await client.query({ sql: latest, parameters: [] });
    const isSame = Number(now?.['removal']) === removal && Number(now?.['highest']) <= row;
    if (isSame) return { rows: [], removed: [], mark: encoded, more: false, restart: false };
  }
  const removals = await client.query({
    sql: 'SELECT number, memory_id, highest FROM memory_removals WHERE number > ? ORDER BY number',
    parameters: [removal],
  });
  const highest = await numberOf(client, highestRow);
  const missed = Number(removals.at(0)?.['number'] ?? removal + 1) > removal + 1;
  const from = removals.reduce((lowest, left) => Math.min(lowest, Number(left['highest'])), row);
  const rows = await client.query({
    sql: `SELECT ${entryColumns} FROM memories WHERE row > ? AND row <= ? AND user_name = ? AND project = ?
          ORDER BY row LIMIT ?`,
    parameters: [from, highest, user, project, limit],
  });
  const more = rows.length === limit;
  const mark: RowMark = [
    more ? Number(rows.at(-1)?.['row']) : Math.max(from, highest),
    Number(removals.at(-1)?.['number'] ?? removal),
  ];
  const removed = removals.map((each) => String(each['memory_id']));
  return { rows, removed, mark: JSON.stringify(mark), more, restart: missed };
}
