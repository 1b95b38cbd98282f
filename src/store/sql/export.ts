import type { SqlClient, SqlValue } from '../../ports/sql-client.ts';
import type { Exported } from '../../ports/store.ts';
import { exportedTables } from '../records/records.ts';

/** Walks through all tables, one after the other. The cursor is the number of the table and the key of a row in it. */
export async function exportFrom(client: SqlClient, after: string | null, limit: number): Promise<Exported> {
  const [table, ...place] = after === null ? [0] : (JSON.parse(after) as [number, ...SqlValue[]]);
  const source = exportedTables[table];
  if (source === undefined) return { commands: [], next: null };
  const { head, key, columns = key.map((column) => column.replace(/^.*\./, '')), command } = source;
  const beyond = place.length === 0 ? '' : `WHERE (${key.join(', ')}) > (${key.map(() => '?').join(', ')})`;
  const rows = await client.query({
    sql: `${head} ${beyond} ORDER BY ${key.join(', ')} LIMIT ?`,
    parameters: [...place, limit],
  });
  const last = rows.at(-1);
  const more = rows.length === limit && last !== undefined;
  const next = more ? [table, ...columns.map((column) => last[column])] : [table + 1];
  return {
    commands: rows.map(command),
    next: more || table + 1 < exportedTables.length ? JSON.stringify(next) : null,
  };
}
