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
}

interface Driver {
  DatabaseSync: new (path: string, options: { readOnly: boolean; timeout: number }) => Database;
}

/** Node's own SQLite where this Node has it, else the package with the same interface and SQLite inside. */
export async function loadDriver(): Promise<Driver> {
  // Not a literal, so that bundlers and older Nodes do not look for the module before it is asked for.
  const builtIn = 'node:sqlite';
  const { builtinModules } = await import('node:module');
  const hasBuiltIn = builtinModules.includes(builtIn) || builtinModules.includes('sqlite');
  return (hasBuiltIn ? await import(builtIn) : await import('@photostructure/sqlite')) as unknown as Driver;
}

export function allRows(statement: PreparedStatement, parameters: readonly SqlValue[]): SqlRow[] {
  return statement.all(...parameters) as SqlRow[];
}
