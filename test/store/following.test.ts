import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { SqlClient } from '../../src/ports/sql-client.ts';
import type { Command, Store } from '../../src/ports/store.ts';
import type { Memory } from '../../src/records/memory.ts';
import { createSqlStore } from '../../src/store/sql/sql-store.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { createSqliteClient } from '../../src/store/sqlite/sqlite-client.ts';
import { sqliteDialect } from '../../src/store/sqlite/sqlite-dialect.ts';
import { aMemory } from '../../src/testing/index.ts';
import { follow, knownFrom } from '../../src/testing/store-suite/follower.ts';
import { bundle, removeBundle, start } from '../crash/child-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const shop = { user: 'ada', project: 'shop' };
const idsOf = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);
const record = (id: string, expiresAt: number | null = null): Command => ({
  type: 'record-memory',
  memory: aMemory({ id, expiresAt }),
});
const remove = (id: string): Command => ({ type: 'delete-memory', owner: aMemory().scope, id });
const revise = (id: string, text: string, revision = 1): Command => ({
  type: 'revise-memory',
  owner: aMemory().scope,
  memory: aMemory({ id, text, revision }) as Memory,
  change: { at: 1, reason: 'confirmed', note: '' },
});

const newFile = (): string => join(temporaryFolder(), 'memory.db');

async function openAt(path: string): Promise<Store> {
  const store = await openSqliteStore({ path, now: 0 });
  onTestFinished(() => store.close());
  return store;
}

let program = '';
beforeAll(async () => {
  program = await bundle(join(import.meta.dirname, 'open-and-write.ts'));
});
afterAll(() => removeBundle(program));

describe('REC-1: who follows the memories of one SQLite file', () => {
  it('hears of what other connections write, and of what it writes itself', async () => {
    const path = newFile();
    const [reader, writer] = [await openAt(path), await openAt(path)];
    const follower = follow(reader, shop, 2);
    await writer.commit(['a', 'b', 'c'].map((id) => record(id)));
    expect(idsOf(await follower.catchUp())).toStrictEqual(['a', 'b', 'c']);
    await reader.commit([record('d')]);
    await writer.commit([remove('b'), revise('a', 'new')]);
    expect(await follower.catchUp()).toMatchObject([{ id: 'a', text: 'new' }, { id: 'c' }, { id: 'd' }]);
    await writer.commit([remove('a')]);
    await writer.commit([record('e')]);
    expect(idsOf(await follower.catchUp())).toStrictEqual(['c', 'd', 'e']);
  });

  it('hears of what another process writes', async () => {
    const path = newFile();
    const store = await openAt(path);
    await store.commit([record('ours')]);
    const follower = follow(store, shop);
    expect(idsOf(await follower.catchUp())).toStrictEqual(['ours']);
    const { output, errors } = await start(program, [path, 'write'], {}).ended;
    expect([output, errors]).toStrictEqual(['ok 1', '']);
    expect(idsOf(await follower.catchUp())).toStrictEqual(['of-stranger', 'ours']);
  });

  it('begins anew after more memories were removed than are remembered', async () => {
    const path = newFile();
    const [reader, writer] = [await openAt(path), await openAt(path)];
    await writer.commit([record('kept'), record('gone', 1)]);
    const [attentive, sleeping] = [follow(reader, shop), follow(reader, shop)];
    await Promise.all([attentive.catchUp(), sleeping.catchUp()]);
    const { mark } = await reader.memoryChanges(shop, null, 100);
    await writer.commit([{ type: 'prune-memories', ids: ['gone'], now: 1 }]);
    await attentive.catchUp();
    const ids = Array.from({ length: 10_000 }, (_, index) => `short-lived-${index}`);
    await writer.commit(ids.map((id) => record(id, 1)));
    await writer.commit([{ type: 'prune-memories', ids, now: 1 }]);
    await writer.commit([record('new')]);
    expect((await reader.memoryChanges(shop, mark, 100)).restart).toBe(true);
    expect(idsOf(await attentive.catchUp())).toStrictEqual(['kept', 'new']);
    expect(idsOf(await sleeping.catchUp())).toStrictEqual(['kept', 'new']);
  });
});

/** What another connection does between two questions of one call. */
const interferences: ReadonlyArray<readonly [string, ReadonlyArray<readonly Command[]>]> = [
  ['deletes the last memory', [[remove('c')]]],
  ['deletes the last two', [[remove('c'), remove('b')]]],
  ['deletes all', [['a', 'b', 'c'].map(remove)]],
  ['deletes the last memory and records another', [[remove('c')], [record('d')]]],
  ['records another', [[record('d')]]],
  ['revises the last memory', [[revise('c', 'new')]]],
  ['revises the first memory and deletes it', [[revise('a', 'new')], [remove('a')]]],
  ['records the last memory again', [[remove('c'), record('c')]]],
];

/** More than a call asks. */
const questions = [0, 1, 2, 3, 4, 5];

describe('REC-1: who follows misses nothing when, between two questions of a call, another connection', () => {
  /** A store that lets `interfere` happen before the question of this number. */
  async function interrupted(path: string, before: number, interfere: () => Promise<void>): Promise<Store> {
    const { DatabaseSync } = await loadDriver();
    const database = new DatabaseSync(path, { readOnly: false, timeout: 1_000 });
    onTestFinished(() => database.close());
    const client = createSqliteClient(database, { path, readOnly: false });
    let asked = 0;
    const interruptedClient: SqlClient = {
      ...client,
      async query(statement) {
        if (asked === before) await interfere();
        asked += 1;
        return client.query(statement);
      },
    };
    return createSqlStore(interruptedClient, sqliteDialect, 3);
  }

  it.each(
    interferences.flatMap(([what, commits]) => questions.map((before) => [what, before, commits] as const)),
  )('%s (before question %i)', async (_, before, commits) => {
    const path = newFile();
    const writer = await openAt(path);
    await writer.commit(['a', 'b', 'c'].map((id) => record(id)));
    const reader = await interrupted(path, before, async () => {
      for (const commands of commits) await writer.commit(commands);
    });
    const follower = follow(reader, shop);
    await follower.step();
    await follower.step();
    await writer.commit([record('later')]);
    expect(await follower.catchUp()).toStrictEqual(await knownFrom(writer, shop));
  });
});
