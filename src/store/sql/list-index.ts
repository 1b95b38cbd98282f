import { EngramError } from '../../errors.ts';
import type { Dialect, SqlClient } from '../../ports/sql-client.ts';

/** Memories indexed in one transaction: enough to be cheap, few enough not to keep other writers waiting. */
const chunk = 500;

/** More memories than this wait for a list to index them; fewer are cheaper to look through than to index. */
export const defaultIndexAfter = 64;

/** Condition on `memories m`: those in the indexes. Those that wait for it are the dialect's `waiting`. */
export const indexed = 'm.indexed = 1';

/**
 * Brings the indexes up to date, in chunks, when they have fallen behind. Recording a memory only appends it:
 * entering it into every index one at a time costs several times what recording it does, entering many at once
 * very little. Readers look through the few that still wait. Several processes may catch up at the same time;
 * each chunk counts once.
 *
 * Answers whether any memory still waits. Whatever was committed before the call is indexed when none does.
 */
export async function catchUp(client: SqlClient, dialect: Dialect, indexAfter: number): Promise<boolean> {
  for (;;) {
    const waiting = await countWaiting(client, dialect);
    if (!client.canWrite || waiting <= indexAfter) return waiting > 0;
    if (!(await indexIfPossible(client, dialect))) return true;
    await new Promise(setImmediate);
  }
}

/** False where nothing can be written now, on a full disk for example: readers look through those that wait. */
async function indexIfPossible(client: SqlClient, dialect: Dialect): Promise<boolean> {
  try {
    await indexChunk(client, dialect, chunk);
    return true;
  } catch (error) {
    if (!EngramError.is(error) || !['store_read_only', 'store_full'].includes(error.code)) throw error;
    return false;
  }
}

/** Indexes at most this many of those that wait: the piece of it that a background job does at a time. */
export async function indexSome(
  client: SqlClient,
  dialect: Dialect,
  limit: number,
): Promise<{ readonly done: number; readonly left: number }> {
  let done = 0;
  let last = client.canWrite ? 1 : 0;
  while (done < limit && last > 0) {
    last = await indexChunk(client, dialect, Math.min(chunk, limit - done));
    done += last;
  }
  return { done, left: await countWaiting(client, dialect) };
}

async function countWaiting(client: SqlClient, dialect: Dialect): Promise<number> {
  const [row] = await client.query({ sql: dialect.countWaiting, parameters: [] });
  return Number(row?.['waiting'] ?? 0);
}

/** Answers how many it indexed; none when another process was quicker. */
async function indexChunk(client: SqlClient, dialect: Dialect, limit: number): Promise<number> {
  const rows = await client.query({
    sql: `SELECT m.row, (SELECT indexed_through FROM memory_index) AS indexed_through FROM memories m
          WHERE ${dialect.waiting} ORDER BY m.row LIMIT ?`,
    parameters: [limit],
  });
  const from = rows.at(0)?.['indexed_through'];
  const through = rows.at(-1)?.['row'];
  if (from === undefined || through === undefined) return 0;
  const numbers = rows.map((row) => row['row'] ?? 0);
  const { committed } = await client.batch([
    {
      // Where rows become visible in another order than they are numbered this is no watermark; it still tells
      // two processes apart that took the same chunk.
      sql: 'UPDATE memory_index SET indexed_through = ? WHERE indexed_through = ?',
      parameters: [through, from],
      // Another process was quicker; its work stands.
      mustAffect: true,
    },
    {
      sql: `UPDATE memories SET indexed = 1 WHERE row IN (${numbers.map(() => '?').join(', ')})`,
      parameters: numbers,
    },
  ]);
  return committed ? rows.length : 0;
}
