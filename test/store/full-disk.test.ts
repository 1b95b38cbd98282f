import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { EngramError } from '../../src/errors.ts';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory } from '../../src/testing/index.ts';
import { integrityProblems } from '../crash/whole-database.ts';
import { temporaryFolder } from './temporary-folder.ts';

const owner = { user: 'ada', project: 'shop', agent: null };

/** A disk of a few megabytes. Mounting takes rights that not every machine gives; without them the test is skipped. */
function aSmallDisk(context: TestContext, megabytes: number): string {
  const disk = join(temporaryFolder(), 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    context.skip('a small disk cannot be mounted here: it takes Linux and root');
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
  return disk;
}

/** Takes all the space there is. Returns how to give it back. */
function fill(disk: string): () => void {
  const { bavail, bsize } = statfsSync(disk);
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  return () => rmSync(ballast);
}

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
  const freeSpace = fill(disk);

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

it('STO-1: a new database on a full disk is refused with a typed error', async (context) => {
  const disk = aSmallDisk(context, 1);
  fill(disk);
  const error: unknown = await openSqliteStore({ path: join(disk, 'memory.db'), now: 0 }).catch(
    (thrown: unknown) => thrown,
  );
  expect(EngramError.is(error) && error.code).toMatch(/^store_(?:full|unavailable)$/);
});
