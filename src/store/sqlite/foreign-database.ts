import { invalidInput } from '../../errors.ts';
import { type Database, loadDriver } from './driver.ts';

/** Another program's database, opened to be read only. */
export interface ForeignDatabase {
  query(sql: string): AsyncIterable<Record<string, unknown>>;
  close(): void;
}

/** Opens a SQLite file of another program; nothing in it is changed. */
export async function openForeignDatabase(path: string): Promise<ForeignDatabase> {
  const { DatabaseSync } = await loadDriver();
  const attempt = <Result>(read: () => Result): Result => {
    try {
      return read();
    } catch (cause) {
      throw invalidInput(`The database ${path} cannot be read: ${(cause as Error).message}.`, {
        details: { path },
        cause,
      });
    }
  };
  const database: Database = attempt(() => new DatabaseSync(path, { readOnly: true, timeout: 5_000 }));
  return {
    async *query(sql) {
      const rows = attempt(() => database.prepare(sql).iterate());
      for (;;) {
        const { done, value } = attempt(() => rows.next());
        if (done === true) return;
        yield value as Record<string, unknown>;
      }
    },
    close: () => database.close(),
  };
}
