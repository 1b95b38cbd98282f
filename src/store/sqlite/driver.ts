import { createRequire, isBuiltin } from 'node:module';
import type { SqlRow, SqlValue } from '../../ports/sql-client.ts';

/** The part of `node:sqlite` that is used here. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): PreparedStatement;
  close(): void;
}

export interface PreparedStatement {
  run(...parameters: SqlValue[]): { changes: number | bigint };
  all(...parameters: SqlValue[]): unknown[];
  iterate(...parameters: SqlValue[]): Iterator<unknown>;
}

interface Driver {
  DatabaseSync: new (path: string, options: { readOnly: boolean; timeout: number }) => Database;
}

/** Node's own SQLite where this Node has it, else the package with the same interface and SQLite inside. */
export async function loadDriver(): Promise<Driver> {
  // Not a literal, so that bundlers and older Nodes do not look for the module before it is asked for.
  const builtIn = 'node:sqlite';
  if (isBuiltin(builtIn)) {
    try {
      return (await quietly(() => import(builtIn))) as Driver;
    } catch {
      // Some versions of Node know the module but keep it behind a flag.
    }
  }
  // Importing it takes a third longer: it is CommonJS inside, which Node parses once more to learn what it exports.
  const require = createRequire(import.meta.url);
  return require('@photostructure/sqlite') as Driver;
}

/** Node 22 calls its SQLite experimental each time it is loaded; that is our choice and not the user's concern. */
async function quietly<Result>(load: () => Promise<Result>): Promise<Result> {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: []) => {
    if (!/SQLite is an experimental/.test(String(warning))) emitWarning.call(process, warning, ...rest);
  }) as typeof process.emitWarning;
  try {
    return await load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

export function allRows(statement: PreparedStatement, parameters: readonly SqlValue[]): SqlRow[] {
  return statement.all(...parameters) as SqlRow[];
}
