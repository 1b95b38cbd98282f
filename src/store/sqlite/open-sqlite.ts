import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EngramError, type ErrorCode, type Phrase, phrase } from '../../errors.ts';
import type { SqlClient } from '../../ports/sql-client.ts';
import type { Store } from '../../ports/store.ts';
import { migrate } from '../sql/migrate.ts';
import { createSqlStore } from '../sql/sql-store.ts';
import { type Database, loadDriver } from './driver.ts';
import { createSqliteClient } from './sqlite-client.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { fromSqliteError } from './sqlite-errors.ts';

export interface SqliteOptions {
  readonly path: string;
  readonly readOnly?: boolean;
  /**
   * `normal`: a commit survives the death of the process; power loss may undo the last ones.
   * `full`: it survives power loss too, at five to ten times the price.
   */
  readonly durability?: 'normal' | 'full';
  readonly maxWaitMs?: number;
  /** How many memories may wait to be indexed before a search indexes them. */
  readonly indexAfter?: number;
  readonly now: number;
}

/** SQLite's own wait is short, because it blocks the event loop; the client waits on beyond it. */
const blockingWaitMs = 25;

/** Opens or creates the file and returns a store that is ready: no half-open object exists. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const { path, readOnly = false } = options;
  prepareFile(path, readOnly);
  return openAt(locationOf(path, readOnly), options);
}

/** An empty in-memory store, which stands for a file until something is written to it. */
export async function openEmptyStore(options: SqliteOptions): Promise<Store> {
  return openAt(':memory:', options);
}

async function openAt(location: string, options: SqliteOptions): Promise<Store> {
  const { path, readOnly = false, durability = 'normal' } = options;
  const { DatabaseSync } = await loadDriver();
  const database = opening(path, () => new DatabaseSync(location, { readOnly, timeout: blockingWaitMs }));
  const client = createSqliteClient(database, {
    path,
    readOnly,
    ...(options.maxWaitMs === undefined ? {} : { maxWaitMs: options.maxWaitMs }),
  });
  try {
    // Asked before anything else: switching the journal mode writes to the file.
    const hasLedger = await belongsToEngram(client, path);
    await configure(client, database, readOnly, durability);
    const version = await migrate(client, sqliteDialect, options.now, hasLedger);
    return createSqlStore(client, sqliteDialect, version, options.indexAfter);
  } catch (error) {
    database.close();
    throw fromSqliteError(error, path);
  }
}

/** Refuses a path where no file could be created, without creating it, so that opening it already fails. */
export function refuseUncreatable(path: string): void {
  try {
    const folder = nearestFolder(dirname(path));
    accessSync(folder, constants.W_OK | constants.X_OK);
    // Fails when the path leads through a file.
    readdirSync(folder);
  } catch (error) {
    throw unusable(path, false, error);
  }
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}

/** Refuses what SQLite would answer with "unable to open", and makes a new file readable by its owner only. */
function prepareFile(path: string, readOnly: boolean): void {
  try {
    const file = statSync(path, { throwIfNoEntry: false });
    if (file?.isDirectory()) {
      throw new EngramError(
        'store_unavailable',
        `${path} is a directory. Name a file in it, such as ${path}/memory.db.`,
        { details: { path } },
      );
    }
    if (file === undefined && !readOnly) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      closeSync(openSync(path, 'a', 0o600));
    } else {
      accessSync(path, readOnly ? constants.R_OK : constants.R_OK | constants.W_OK);
    }
  } catch (error) {
    throw EngramError.is(error) ? error : unusable(path, readOnly, error);
  }
}

/**
 * Reading takes a shared-memory file beside the database, which a folder that cannot be written refuses. There
 * the database is opened as immutable, unless a log beside it shows that another process writes to it.
 */
function locationOf(path: string, readOnly: boolean): string {
  if (!readOnly || isWritable(dirname(path)) || existsSync(`${path}-wal`)) return path;
  return `${pathToFileURL(path).href}?immutable=1`;
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function unusable(path: string, readOnly: boolean, cause: unknown): EngramError {
  const reason = (cause as NodeJS.ErrnoException).code;
  const refusal = (code: ErrorCode, problem: string, hint: Phrase = []): EngramError =>
    new EngramError(code, problem, { details: { path }, cause, ...(hint.length > 0 && { hint }) });
  if (reason === 'ENOENT') return refusal('store_unavailable', `There is no database ${path} to read.`);
  if (reason === 'ENOSPC') return refusal('store_full', `No space left to create the database ${path}.`);
  if ((reason === 'EACCES' || reason === 'EPERM' || reason === 'EROFS') && !readOnly) {
    return refusal(
      'store_read_only',
      `The database ${path} cannot be written.`,
      phrase`Make the file and its folder writable, choose another with ${{ setting: 'db' }}, or only read it with ${{ setting: 'db', value: `file:${path}?mode=ro` }}.`,
    );
  }
  return refusal('store_unavailable', `The database ${path} cannot be used (${reason}).`);
}

function opening(path: string, open: () => Database): Database {
  try {
    return open();
  } catch (error) {
    throw fromSqliteError(error, path);
  }
}

async function configure(
  client: SqlClient,
  database: Database,
  readOnly: boolean,
  durability: 'normal' | 'full',
): Promise<void> {
  database.exec('PRAGMA foreign_keys = ON');
  database.exec('PRAGMA secure_delete = ON');
  database.exec(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
  if (!readOnly) await client.query({ sql: 'PRAGMA journal_mode = WAL', parameters: [] });
}

/** Another program's database is left alone. An empty one, or ours, may be used. */
async function belongsToEngram(client: SqlClient, path: string): Promise<boolean> {
  const tables = await client.query({
    sql: "SELECT name FROM sqlite_master WHERE type = 'table'",
    parameters: [],
  });
  const names = tables.map((row) => row['name']);
  if (names.includes('engram_migrations')) return true;
  if (names.length === 0) return false;
  throw new EngramError(
    'store_unavailable',
    `${path} belongs to another program (it has a table "${names[0]}"). It was not changed.`,
    { details: { path }, hint: phrase`Choose another file with ${{ setting: 'db' }}.` },
  );
}
