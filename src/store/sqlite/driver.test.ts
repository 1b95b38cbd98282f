import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/store/temporary-folder.ts';
import { allRows, type Database, loadDriver } from './driver.ts';

async function openTwice(): Promise<[Database, Database]> {
  const { DatabaseSync } = await loadDriver();
  const path = join(temporaryFolder(), 'rows.db');
  const open = (): Database => new DatabaseSync(path, { readOnly: false, timeout: 0 });
  const databases: [Database, Database] = [open(), open()];
  onTestFinished(() => databases.forEach((database) => void database.close()));
  return databases;
}

it('gives rows by the names of their columns, as the statement calls them', async () => {
  const [database] = await openTwice();
  const statement = database.prepare('SELECT ? AS first, NULL AS "second one", x\'01ff\' AS bytes, 1.5');
  expect(allRows(statement, ['a'])).toEqual([
    { first: 'a', 'second one': null, bytes: new Uint8Array([1, 255]), '1.5': 1.5 },
  ]);
  expect(allRows(statement, [7])).toMatchObject([{ first: 7 }]);
});

it('gives no rows where there are none', async () => {
  const [database] = await openTwice();
  const statement = database.prepare('SELECT 1 AS one WHERE ? = 2');
  expect(allRows(statement, [1])).toEqual([]);
  expect(allRows(statement, [2])).toEqual([{ one: 1 }]);
});

it('knows a column that another connection adds after the statement was prepared', async () => {
  const [database, other] = await openTwice();
  database.exec("CREATE TABLE notes (id TEXT, body TEXT); INSERT INTO notes VALUES ('n1', 'first')");
  const statement = database.prepare('SELECT * FROM notes');
  expect(allRows(statement, [])).toEqual([{ id: 'n1', body: 'first' }]);
  other.exec("ALTER TABLE notes ADD COLUMN tag TEXT DEFAULT 'new'");
  // The SQLite of Node 22 counts the columns before it notices, so that the first read is as before.
  expect(allRows(statement, [])).toMatchObject([{ id: 'n1', body: 'first' }]);
  expect(allRows(statement, [])).toEqual([{ id: 'n1', body: 'first', tag: 'new' }]);
});
