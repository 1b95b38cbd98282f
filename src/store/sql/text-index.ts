import { type Memory, memoryText } from '../../model/memory.ts';
import { termsOf } from '../../model/terms.ts';
import type { SqlClient } from '../../ports/sql-client.ts';

/** Memories indexed in one transaction: enough to be cheap, few enough not to keep other writers waiting. */
const chunk = 500;

/** More memories than this wait for a search to index them; fewer are cheaper to look through than to index. */
export const defaultIndexAfter = 64;

/** Conditions on `memories m`: those in the indexes, and those that still wait at the end of the table. */
export const indexed = 'm.indexed = 1';
export const notIndexedYet = 'm.row > (SELECT indexed_through FROM memory_index)';

/**
 * Brings the indexes up to date, in chunks, when they have fallen behind. Recording a memory only appends it:
 * entering it into every index one at a time costs several times what recording it does, entering many at once
 * very little. Readers look through the few that still wait. Several processes may catch up at the same time;
 * each chunk counts once.
 */
export async function catchUp(client: SqlClient, indexAfter: number): Promise<void> {
  if (!client.canWrite) return;
  while ((await countWaiting(client)) > indexAfter) {
    await indexChunk(client);
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

async function indexChunk(client: SqlClient): Promise<void> {
  const rows = await client.query({
    sql: `SELECT m.row, m.body, (SELECT indexed_through FROM memory_index) AS indexed_through FROM memories m
          WHERE ${notIndexedYet} ORDER BY m.row LIMIT ?`,
    parameters: [chunk],
  });
  const from = rows.at(0)?.['indexed_through'];
  const through = rows.at(-1)?.['row'];
  if (from === undefined || through === undefined) return;
  await client.batch([
    {
      sql: 'UPDATE memory_index SET indexed_through = ? WHERE indexed_through = ?',
      parameters: [through, from],
      // Another process was quicker; its work stands.
      mustAffect: true,
    },
    ...rows.map((row) => ({
      sql: 'INSERT INTO memory_terms (row, terms) VALUES (?, ?)',
      parameters: [row['row'] ?? 0, termsIn(String(row['body'])).join(' ')],
    })),
    { sql: 'UPDATE memories SET indexed = 1 WHERE row > ? AND row <= ?', parameters: [from, through] },
  ]);
}

/** A damaged record is indexed without words: one must not keep all the others from being found. */
function termsIn(body: string): string[] {
  try {
    return termsOf(memoryText(JSON.parse(body) as Pick<Memory, 'text' | 'content'>));
  } catch {
    return [];
  }
}
