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
  /** Not in the first versions of Node's own SQLite. */
  setReturnArrays?(enabled: boolean): void;
  columns?(): ReadonlyArray<{ readonly name: string }>;
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

/** The names of the columns of statements that answer lists of values. */
const columnNames = new WeakMap<PreparedStatement, readonly string[]>();

/**
 * The rows of a statement. The drivers set each value of a row by its name, which takes longer than reading it; so they are asked for
 * lists of values, where they can, and the rows are made here.
 */
export function allRows(statement: PreparedStatement, parameters: readonly SqlValue[]): SqlRow[] {
  const names = columnNames.get(statement) ?? namesOf(statement);
  if (names === undefined) return statement.all(...parameters) as SqlRow[];
  const lists = statement.all(...parameters) as SqlValue[][];
  // Another process may have added a column since: SQLite then prepares the statement anew by itself.
  const current = lists[0] === undefined || lists[0].length === names.length ? names : namesOf(statement);
  return lists.map((values) => rowOf(current ?? names, values));
}

/** Undefined where the driver answers rows only. */
function namesOf(statement: PreparedStatement): readonly string[] | undefined {
  const names = statement.setReturnArrays && statement.columns?.().map(({ name }) => name);
  if (names === undefined) return undefined;
  statement.setReturnArrays?.(true);
  columnNames.set(statement, names);
  return names;
}

function rowOf(names: readonly string[], values: readonly SqlValue[]): SqlRow {
  const row: Record<string, SqlValue> = {};
  for (let place = 0; place < names.length; place += 1) row[names[place] ?? ''] = values[place] ?? null;
  return row;
}
