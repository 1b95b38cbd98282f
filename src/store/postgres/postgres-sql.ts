import { createHash } from 'node:crypto';
import type { SqlRow, SqlStatement, SqlValue } from '../../ports/sql-client.ts';

/** A statement as PostgreSQL takes it, with `$1`, `$2` … for its parameters. */
export interface NumberedStatement {
  readonly text: string;
  /** Under this name a connection keeps the statement parsed; left out, it is parsed each time. */
  readonly name?: string;
  readonly values: readonly SqlValue[];
}

/** What a statement answered: its rows, and how many rows it changed. */
export interface StatementResult {
  readonly rows: readonly SqlRow[];
  readonly changes: number;
}

/** Quoted texts and names, which may contain question marks, or a parameter. */
const quotedOrParameter = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g;

/**
 * @example
 * numbered("SELECT '?' WHERE id = ? AND agent = ?"); // "SELECT '?' WHERE id = $1 AND agent = $2"
 */
export function numbered(sql: string): string {
  let count = 0;
  return sql.replace(quotedOrParameter, (found) => {
    if (found !== '?') return found;
    count += 1;
    return `$${count}`;
  });
}

/** Texts remembered. What Engram asks is one of some dozens; what has a list in it may be one of many. */
const maxRemembered = 1_000;
/** A longer text has a long list in it, and is seldom met again with a list of the same length. */
const maxPreparedLength = 4_000;

interface Remembered {
  readonly text: string;
  readonly name: string | undefined;
  met: number;
}

/**
 * Numbers the parameters of statements and names those that are met again, so that the server need not parse
 * them each time. The name follows from the text: it means the same on every connection and in every process.
 */
export function createNumbering(): (statement: SqlStatement) => NumberedStatement {
  const remembered = new Map<string, Remembered>();

  function recall(sql: string): Remembered {
    const known = remembered.get(sql);
    if (known !== undefined) return known;
    const text = numbered(sql);
    const prepared = text.length <= maxPreparedLength;
    const name = prepared ? createHash('sha256').update(text).digest('base64url').slice(0, 32) : undefined;
    const fresh = { text, name, met: 0 };
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(sql, fresh);
    return fresh;
  }

  return ({ sql, parameters }) => {
    const known = recall(sql);
    known.met += 1;
    const { text, name } = known;
    return known.met > 1 && name !== undefined
      ? { text, name, values: parameters }
      : { text, values: parameters };
  };
}

/** The numeric types of PostgreSQL by their numbers: int8, int2, int4, float4, float8, numeric. */
export const numberTypes: readonly number[] = [20, 21, 23, 700, 701, 1700];

/** The number of the type bytea, which is sent as `\\x` and hexadecimal digits. */
const bytesType = 17;

/** Reads a value of that type from the text the server sent: numbers, bytes, and all else as it came. */
export function parserOf(type: number): (text: string) => SqlValue {
  if (type === bytesType) return (text) => Buffer.from(text.slice(2), 'hex');
  return numberTypes.includes(type) ? Number : (text) => text;
}
