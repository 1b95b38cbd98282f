import { chmodSync, cpSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory } from '../../src/testing/index.ts';
import { bundle, removeBundle, start } from '../crash/child-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** "nobody" on nearly every system. */
const stranger = 65_534;
const isRoot = process.getuid?.() === 0;

let program = '';
beforeAll(async () => {
  program = await bundle(join(import.meta.dirname, 'open-and-write.ts'));
});
afterAll(() => removeBundle(program));

async function aDatabase(): Promise<string> {
  const path = join(temporaryFolder(), 'memory.db');
  const store = await openSqliteStore({ path, now: 0 });
  await store.commit([{ type: 'record-memory', memory: aMemory() }]);
  await store.close();
  // A copy, without the files that a process which had it open leaves beside it.
  const copy = join(temporaryFolder(), 'memory.db');
  cpSync(path, copy);
  return copy;
}

/** How it went for a process whose user the file modes apply to. Root is above them, so it asks another user. */
async function attempt(context: TestContext, path: string, mode: 'read' | 'write'): Promise<string> {
  const { ended } = start(program, [path, mode], isRoot ? { uid: stranger, gid: stranger } : {});
  const { output, errors } = await ended;
  if (/EACCES|permission denied/i.test(errors)) context.skip('this checkout is closed to the user "nobody"');
  expect(errors).toBe('');
  return output;
}

describe('STO-1: file permissions', () => {
  it('a new database can be read by its owner only', async () => {
    const path = join(temporaryFolder(), 'new', 'memory.db');
    await (await openSqliteStore({ path, now: 0 })).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
  });

  it('a file that cannot be written is refused with store_read_only and stays as it was', async (context) => {
    const path = await aDatabase();
    chmodSync(join(path, '..'), 0o777);
    chmodSync(path, 0o444);
    const before = readFileSync(path);
    const answer = await attempt(context, path, 'write');
    expect(answer).toBe('store_read_only');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('a file in a folder that cannot be written is refused with a typed error and stays as it was', async (context) => {
    const path = await aDatabase();
    chmodSync(path, 0o666);
    chmodSync(join(path, '..'), 0o555);
    const before = readFileSync(path);
    const answer = await attempt(context, path, 'write');
    chmodSync(join(path, '..'), 0o755);
    expect(['store_read_only', 'store_unavailable']).toContain(answer);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('a file that cannot be read is refused with store_unavailable', async (context) => {
    const path = await aDatabase();
    chmodSync(join(path, '..'), 0o777);
    chmodSync(path, 0o000);
    const answer = await attempt(context, path, 'read');
    chmodSync(path, 0o600);
    expect(answer).toBe('store_unavailable');
  });

  it('a file that cannot be written can still be opened for reading', async (context) => {
    const path = await aDatabase();
    chmodSync(join(path, '..'), 0o777);
    chmodSync(path, 0o444);
    const answer = await attempt(context, path, 'read');
    expect(answer).toBe('ok 1');
  });

  it('a file in a folder that cannot be written can still be opened for reading', async (context) => {
    const path = await aDatabase();
    chmodSync(path, 0o444);
    chmodSync(join(path, '..'), 0o555);
    const answer = await attempt(context, path, 'read');
    chmodSync(join(path, '..'), 0o755);
    expect(answer).toBe('ok 1');
  });
});
