import { join } from 'node:path';
import { expect, it } from 'vitest';
import { EngramError } from '../../src/errors.ts';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory } from '../../src/testing/index.ts';
import { integrityProblems } from '../crash/whole-database.ts';
import { aSmallDisk, fillDisk } from './small-disk.ts';

const owner = { user: 'ada', project: 'shop', agent: null };

const aLargeMemory = () => aMemory({ text: 'a memory of some size '.repeat(1_000), tags: ['large'] });

/** Writes until the disk is full. Gives the ids of what was acknowledged, and the error that ended it. */
async function writeUntilRefused(store: Store): Promise<{ kept: string[]; error: unknown }> {
  const kept: string[] = [];
  for (;;) {
    const memory = aLargeMemory();
    try {
      await store.commit([{ type: 'record-memory', memory }]);
      kept.push(memory.id);
    } catch (error) {
      return { kept, error };
    }
  }
}

it('STO-1: on a full disk a write is refused with store_full, nothing is lost, and writing goes on once there is space', async (context) => {
  const disk = aSmallDisk(context, 4);
  const path = join(disk, 'memory.db');
  const store = await openSqliteStore({ path, now: 0 });
  const early = aLargeMemory();
  await store.commit([{ type: 'record-memory', memory: early }]);
  const freeSpace = fillDisk(disk);

  const { kept, error } = await writeUntilRefused(store);
  expect(EngramError.is(error) && error.code).toBe('store_full');
  // Refused again and again, and every time the same way.
  expect((await writeUntilRefused(store)).error).toMatchObject({ code: 'store_full' });
  expect(await store.getMemory(owner, early.id)).toStrictEqual(early);
  expect((await store.count(owner, 0)).memories).toBe(1 + kept.length);

  freeSpace();
  const late = aLargeMemory();
  await store.commit([{ type: 'record-memory', memory: late }]);
  expect(await store.getMemory(owner, late.id)).toStrictEqual(late);
  expect((await store.count(owner, 0)).memories).toBe(2 + kept.length);
  expect((await store.health()).problems).toStrictEqual([]);
  await store.close();
  expect(await integrityProblems(path)).toStrictEqual([]);
});

it('STO-1: on a disk that fills up while writing, all that was acknowledged is there after opening again', async (context) => {
  const disk = aSmallDisk(context, 2);
  const path = join(disk, 'memory.db');
  const store = await openSqliteStore({ path, now: 0 });
  const { kept, error } = await writeUntilRefused(store);
  expect(EngramError.is(error) && error.code).toBe('store_full');
  expect(kept.length).toBeGreaterThan(5);
  await store.close();

  const again = await openSqliteStore({ path, readOnly: true, now: 0 });
  const { items } = await again.listMemories(owner, { now: 0 }, { limit: 1_000 });
  expect(items.map(({ id }) => id).toSorted()).toStrictEqual(kept.toSorted());
  await again.close();
});

it('STO-1: on a full disk lists are read, although they cannot be indexed', async (context) => {
  const disk = aSmallDisk(context, 4);
  const store = await openSqliteStore({ path: join(disk, 'memory.db'), now: 0 });
  const many = Array.from({ length: 300 }, () => aMemory());
  await store.commit(many.map((memory) => ({ type: 'record-memory', memory })));
  fillDisk(disk);
  expect((await writeUntilRefused(store)).error).toMatchObject({ code: 'store_full' });
  const { items } = await store.listMemories(owner, { now: 0 }, { limit: 1_000 });
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(many.map(({ id }) => id)));
  await store.close();
});

it('STO-1: a new database on a full disk is refused with a typed error', async (context) => {
  const disk = aSmallDisk(context, 1);
  fillDisk(disk);
  const error: unknown = await openSqliteStore({ path: join(disk, 'memory.db'), now: 0 }).catch(
    (thrown: unknown) => thrown,
  );
  expect(EngramError.is(error) && error.code).toMatch(/^store_(?:full|unavailable)$/);
});
