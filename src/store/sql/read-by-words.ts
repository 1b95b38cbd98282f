import type { SqlClient, SqlRow, SqlValue } from '../../ports/sql-client.ts';
import { type SqlCondition, select } from './rows.ts';

/** More characters than an index reads of a record; the rest of a long output of a tool is not worth passing over. */
const maxSaid = 20_000;

/** Where words are looked for. */
export interface SaidRows {
  /** Columns to read. */
  readonly columns: string;
  readonly table: string;
  /** Expressions that hold what is said; the alias of the table is `m`. */
  readonly said: readonly string[];
  readonly where: readonly SqlCondition[];
}

/** Rows that contain one of some words: those with more of the words first, then the newest. */
export async function rowsWithWords(
  client: SqlClient,
  { columns, table, said, where }: SaidRows,
  words: readonly string[],
  limit: number,
): Promise<readonly SqlRow[]> {
  const asked = [...new Set(words)].filter((word) => word !== '');
  if (asked.length === 0) return [];
  const text = said.map((part) => `substr(COALESCE(${part}, ''), 1, ${maxSaid})`).join(` || ' ' || `);
  // With a LIMIT the inner query stays one of its own, in every database: a text is lowered once, and not for each word.
  const inner = select(
    `SELECT m.row AS said_row, m.created_at AS said_at, m.id AS said_id, lower(${text}) AS said FROM ${table} m`,
    where,
    `LIMIT ${Number.MAX_SAFE_INTEGER}`,
  );
  const held = asked.map(() => `CASE WHEN said LIKE ? ESCAPE '!' THEN 1 ELSE 0 END`).join(' + ');
  const patterns: SqlValue[] = asked.map(patternOf);
  return client.query({
    sql: `SELECT ${columns} FROM (
            SELECT said_row, said_at, said_id, held FROM (
              SELECT said_row, said_at, said_id, ${held} AS held FROM (${inner.sql}) AS texts LIMIT ${Number.MAX_SAFE_INTEGER}
            ) AS counted WHERE held > 0 ORDER BY held DESC, said_at DESC, said_id DESC LIMIT ?
          ) AS found CROSS JOIN ${table} m WHERE m.row = said_row ORDER BY held DESC, said_at DESC, said_id DESC`,
    parameters: [...patterns, ...inner.parameters, limit],
  });
}

/** Signs that mean something in a pattern stand for themselves. */
function patternOf(word: string): string {
  return `%${word.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[!%_]/g, '!$&')}%`;
}
