import type { Store } from '../../src/ports/store.ts';
import type { Position } from '../../src/records/page.ts';
import type { Viewer } from '../../src/records/scope.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';

export const owner: Viewer = { user: 'ada', project: 'shop', agent: null };

export async function allMemoryIds(store: Store): Promise<Set<string>> {
  const ids = new Set<string>();
  let after: Position | undefined;
  do {
    const page = await store.listMemories(owner, { now: 0 }, { limit: 2_000, after });
    for (const { id } of page.items) ids.add(id);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return ids;
}

/** What SQLite itself finds wrong with the file: its pages, its indexes, and rows that refer to none. */
export async function integrityProblems(path: string): Promise<unknown[]> {
  const { DatabaseSync } = await loadDriver();
  const database = new DatabaseSync(path, { readOnly: false, timeout: 1_000 });
  try {
    const rows = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    const orphans = database.prepare('PRAGMA foreign_key_check').all();
    return [...rows.map((row) => row.integrity_check).filter((answer) => answer !== 'ok'), ...orphans];
  } finally {
    database.close();
  }
}
