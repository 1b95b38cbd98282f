import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../../src/ports/store.ts';
import { openSqliteStore, type SqliteOptions } from '../../../src/store/sqlite/open-sqlite.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The file that Engram makes where there is none. Making its tables takes longer than most cases. */
let emptyDatabase: Promise<Buffer> | undefined;

async function makeEmptyDatabase(): Promise<Buffer> {
  const path = join(temporaryFolder(), 'empty.db');
  const store = await openSqliteStore({ path, now: 0 });
  await store.close();
  return readFileSync(path);
}

/** Opens a new, empty store in a file. */
export async function openNewSqliteStore(options: Partial<SqliteOptions> = {}): Promise<Store> {
  emptyDatabase ??= makeEmptyDatabase();
  const path = join(temporaryFolder(), 'memory.db');
  writeFileSync(path, await emptyDatabase, { mode: 0o600 });
  return openSqliteStore({ path, now: 0, ...options });
}
