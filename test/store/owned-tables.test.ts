import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import type { SqlClient } from '../../src/ports/sql-client.ts';
import { defineOwned, ownedBase } from '../../src/records/owned/owned-record.ts';
import { migrate } from '../../src/store/sql/migrate.ts';
import {
  addOwnedFilter,
  createOwned,
  createOwnedTable,
  listOwned,
  reviseOwned,
} from '../../src/store/sql/owned.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { createSqliteClient } from '../../src/store/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../src/store/sqlite/sqlite-dialect.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A kind that only these tests have: lists of it can be filtered, which the format before could not. */
const notes = defineOwned({
  label: 'note',
  table: 'notes',
  schema: z.object({ ...ownedBase, title: z.string(), dueBy: z.string().nullable() }),
  key: 'title',
  filters: ['dueBy'],
  redact: {},
  sample: { title: 'Opening hours', dueBy: 'monday' },
});

const scope = { user: 'ada', project: 'shop', agent: 'ali' };
const aNote = (id: string, dueBy: string | null) => {
  const record = { schemaVersion: 1 as const, id, scope, createdAt: 1, updatedAt: 1, revision: 0 };
  return { ...record, title: `title of ${id}`, dueBy };
};

async function openClient(): Promise<SqlClient> {
  const { DatabaseSync } = await loadDriver();
  const path = join(temporaryFolder(), 'memory.db');
  const database = new DatabaseSync(path, { readOnly: false, timeout: 1_000 });
  onTestFinished(() => database.close());
  return createSqliteClient(database, { path, readOnly: false });
}

const created = { version: 1, name: 'notes', statements: () => createOwnedTable(notes) };
const filtered = {
  version: 2,
  name: 'notes by day',
  statements: (dialect: typeof sqliteDialect) => addOwnedFilter(notes, 'dueBy', dialect),
};

async function idsDue(client: SqlClient, dueBy: string | undefined): Promise<unknown[]> {
  const rows = await client.query(listOwned(notes, scope, { dueBy }, { limit: 10 }));
  return rows.map((row) => row['id']).toSorted();
}

describe('STO-4: the table of an owned record', () => {
  it('comes from its definition, with a filter that a later migration adds for the records that are there', async () => {
    const client = await openClient();
    await migrate(client, sqliteDialect, 1, false, [created]);
    const unfiltered = { ...notes, filters: [] };
    await client.batch([aNote('a', 'monday'), aNote('b', null)].map((note) => createOwned(unfiltered, note)));
    await migrate(client, sqliteDialect, 2, true, [created, filtered]);
    expect(await idsDue(client, 'monday')).toStrictEqual(['a']);
    expect(await idsDue(client, undefined)).toStrictEqual(['a', 'b']);
  });

  it('keeps what is filtered by when records are created and revised', async () => {
    const client = await openClient();
    await migrate(client, sqliteDialect, 1, false, [created, filtered]);
    const note = aNote('a', 'monday');
    await client.batch([createOwned(notes, note), createOwned(notes, aNote('b', 'friday'))]);
    expect(await idsDue(client, 'monday')).toStrictEqual(['a']);
    const revised = { ...note, dueBy: 'friday', revision: 1 };
    await client.batch(reviseOwned(notes, scope, revised));
    expect(await idsDue(client, 'monday')).toStrictEqual([]);
    expect(await idsDue(client, 'friday')).toStrictEqual(['a', 'b']);
  });
});
