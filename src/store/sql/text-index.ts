import { type Memory, memoryText } from '../../model/memory.ts';
import { termsOf } from '../../model/terms.ts';
import type { SqlClient, SqlRow } from '../../ports/sql-client.ts';

/** Memories indexed in one transaction: enough to be cheap, few enough not to keep other writers waiting. */
const chunk = 500;

/** More memories than this wait for a search to index them; fewer are cheaper to look through than to index. */
export const defaultIndexAfter = 64;

/** Conditions on `memories m`: those in the indexes, and those that still wait at the end of the table. */
export const indexed = 'm.terms IS NOT NULL';
export const notIndexedYet = 'm.row > (SELECT indexed_through FROM memory_index)';

/**
 * Brings the indexes up to date, in chunks, when they have fallen behind. Recording a memory only appends it:
 * entering it into every index one at a time costs several times what recording it does, entering many at once
 * very little. Readers look through the few that still wait. Several processes may catch up at the same time;
 * each chunk counts once.
 */
export async function catchUp(
  client: SqlClient,
  decode: (row: SqlRow) => Memory,
  indexAfter: number,
): Promise<void> {
  if (!client.canWrite) return;
  while ((await countWaiting(client)) > indexAfter) {
    await indexChunk(client, decode);
    await new Promise(setImmediate);
  }
}

async function countWaiting(client: SqlClient): Promise<number> {
  const [row] = await client.query({
    sql: 'SELECT (SELECT COALESCE(MAX(row), 0) FROM memories) - indexed_through AS waiting FROM memory_index',
    parameters: [],
  });
  return Number(row?.['waiting'] ?? 0);
}

async function indexChunk(client: SqlClient, decode: (row: SqlRow) => Memory): Promise<void> {
  const rows = await client.query({
    sql: `SELECT m.*, (SELECT indexed_through FROM memory_index) AS indexed_through FROM memories m
          WHERE ${notIndexedYet} ORDER BY m.row LIMIT ?`,
    parameters: [chunk],
  });
  const last = rows.at(-1);
  if (last === undefined) return;
  const advance = {
    sql: 'UPDATE memory_index SET indexed_through = ? WHERE indexed_through = ?',
    parameters: [last['row'] ?? 0, last['indexed_through'] ?? 0],
    // Another process was quicker; its work stands.
    mustAffect: true,
  };
  const updates = rows.map((row) => ({
    sql: 'UPDATE memories SET terms = ? WHERE row = ?',
    parameters: [termsOf(memoryText(decode(row))).join(' '), row['row'] ?? 0],
  }));
  await client.batch([advance, ...updates]);
}
