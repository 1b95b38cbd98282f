import { cpSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EngramError } from '../../src/errors.ts';
import type { Command, Store } from '../../src/ports/store.ts';
import type { Memory } from '../../src/records/memory.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aUse } from '../../src/testing/builders.ts';
import { aMemory } from '../../src/testing/index.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { temporaryFolder } from './temporary-folder.ts';

const owner = { user: 'ada', project: 'shop', agent: null };
const open = (path: string, readOnly = false): Promise<Store> => openSqliteStore({ path, readOnly, now: 0 });

/** The error of a promise that must fail, and must fail with a typed error. */
async function errorOf(promise: Promise<unknown>): Promise<EngramError> {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return asRefusal(error);
}

/** Gives a memory a history, a use and a vector. */
function livedThrough(memory: Memory): Command[] {
  return [
    {
      type: 'revise-memory',
      owner: memory.scope,
      memory: { ...memory, revision: 1 },
      change: { at: 1, reason: 'confirmed', note: 'It helped.' },
    },
    { type: 'note-uses', uses: [aUse({ memoryId: memory.id })] },
    {
      type: 'keep-vectors',
      embedder: 'e',
      vectors: [{ id: memory.id, revision: 1, vector: new Uint8Array(384).fill(7) }],
    },
  ];
}

/** Changes a database past Engram. */
async function alter(path: string, sql: string): Promise<void> {
  const { DatabaseSync } = await loadDriver();
  const database = new DatabaseSync(path, { readOnly: false, timeout: 1_000 });
  database.exec(sql);
  database.close();
}

/** A database of some hundred pages with a hundred memories, closed, in which no page is free. */
async function aFilledDatabase(): Promise<string> {
  const path = join(temporaryFolder(), 'memory.db');
  const store = await open(path);
  const memories = Array.from({ length: 100 }, (_, index) =>
    aMemory({ text: `memory ${index} ${'and what it says '.repeat(40)}`, tags: [`tag-${index}`] }),
  );
  await store.commit(memories.map((memory) => ({ type: 'record-memory', memory }) as const));
  await store.commit(memories.slice(0, 60).flatMap(livedThrough));
  await store.close();
  await alter(path, 'VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  // A copy, so that nothing which the process still holds of the first file can hide what is done to this one.
  const copy = join(temporaryFolder(), 'memory.db');
  cpSync(path, copy);
  return copy;
}

describe('STO-1: files that cannot be used', () => {
  it('a directory is refused with store_unavailable, and the message names a file that would do', async () => {
    const path = temporaryFolder();
    const error = await errorOf(open(path));
    expect(error.code).toBe('store_unavailable');
    expect(error.message).toContain(`${path}/memory.db`);
  });

  it('a folder that is a file is refused with store_unavailable', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'text');
    expect((await errorOf(open(join(file, 'memory.db')))).code).toBe('store_unavailable');
    expect(readFileSync(file, 'utf8')).toBe('text');
  });

  it('a file that is not there is not created for reading, but refused with store_unavailable', async () => {
    const path = join(temporaryFolder(), 'memory.db');
    expect((await errorOf(open(path, true))).code).toBe('store_unavailable');
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    ['text', Buffer.from('Dear diary,\n'.repeat(1_000))],
    ['a few bytes', Buffer.from('hi')],
    ['zeros', Buffer.alloc(8_192)],
    ['the first half of the magic word of SQLite', Buffer.from('SQLite f')],
    ['the header of SQLite and nonsense', Buffer.from(`SQLite format 3\u0000${'nonsense'.repeat(1_000)}`)],
  ])('a file of %s is refused with store_corrupt and stays as it was', async (_, bytes) => {
    const path = join(temporaryFolder(), 'memory.db');
    writeFileSync(path, bytes);
    expect((await errorOf(open(path))).code).toBe('store_corrupt');
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it.each([0.1, 0.25, 0.5, 0.75, 0.9])(
    'a database cut short to %d of its length is refused with store_corrupt and stays as it was',
    async (part) => {
      const path = await aFilledDatabase();
      truncateSync(path, Math.floor(readFileSync(path).length * part));
      const before = readFileSync(path);
      expect((await errorOf(open(path))).code).toBe('store_corrupt');
      expect(readFileSync(path).equals(before)).toBe(true);
    },
  );

  it.each([50, 100, 1_000, 4_096])(
    'a database of which only the first %d bytes are left is refused with store_corrupt and stays as it was',
    async (bytes) => {
      const path = await aFilledDatabase();
      truncateSync(path, bytes);
      const before = readFileSync(path);
      expect((await errorOf(open(path))).code).toBe('store_corrupt');
      expect(readFileSync(path).equals(before)).toBe(true);
    },
  );
});

describe('STO-1: a damaged page', () => {
  const pageSize = 4_096;

  /** Reads whatever there is. */
  async function readEverything(store: Store): Promise<void> {
    await store.count(owner, 0);
    await store.listMemories(owner, { now: 0 }, { limit: 1_000 });
    for (let index = 0; index < 100; index += 1) {
      await store.listMemories(owner, { now: 0, tag: `tag-${index}` }, { limit: 10 });
    }
    const { entries } = await store.memoryChanges(owner, null, 1_000);
    const ids = entries.map(({ id }) => id);
    await store.getMemories(owner, ids);
    await store.vectorsOf('e', ids);
    for (const id of ids) {
      await store.listRevisions(owner, id);
      await store.listUses(owner, id, 10);
    }
    await store.dueUses(1_000);
    await store.expiredMemories(0, 10);
    await store.listPlaces();
  }

  /** The code of the first typed error, or "unnoticed". Anything else is a failure of the test. */
  async function noticed(path: string): Promise<string> {
    let store: Store | undefined;
    try {
      store = await open(path);
      await readEverything(store);
      return (await store.health()).problems.length > 0 ? 'health' : 'unnoticed';
    } catch (error) {
      if (!EngramError.is(error)) throw error;
      return error.code;
    } finally {
      await store?.close();
    }
  }

  it('is noticed wherever it is: a typed store_corrupt, or a problem that health reports', async () => {
    const path = await aFilledDatabase();
    const whole = readFileSync(path);
    const pages = whole.length / pageSize;
    expect(pages).toBeGreaterThan(30);
    for (let page = 1; page < pages; page += 1) {
      const damaged = Buffer.from(whole).fill(0xa5, page * pageSize, (page + 1) * pageSize);
      writeFileSync(path, damaged);
      expect(['store_corrupt', 'health'], `page ${page + 1} of ${pages}`).toContain(await noticed(path));
    }
  });

  it('is noticed when only the end of the last page is missing', async () => {
    const path = await aFilledDatabase();
    truncateSync(path, readFileSync(path).length - pageSize + 100);
    expect(['store_corrupt', 'health']).toContain(await noticed(path));
  });

  it('does not take the records of the other pages with it', async () => {
    const path = await aFilledDatabase();
    const ids = await readable(path);
    const whole = readFileSync(path);
    // The first half describes the tables.
    const page = Math.floor((whole.length / pageSize) * 0.75);
    writeFileSync(path, Buffer.from(whole).fill(0xa5, page * pageSize, (page + 1) * pageSize));
    const left = await readable(path);
    expect(ids).toHaveLength(100);
    expect(left.length).toBeGreaterThan(80);
  });

  /** Which of the hundred memories can be read one by one. */
  async function readable(path: string): Promise<string[]> {
    const store = await open(path);
    const found: string[] = [];
    for (let index = 0; index < 100; index += 1) {
      try {
        const page = await store.listMemories(owner, { now: 0, tag: `tag-${index}` }, { limit: 1 });
        found.push(...page.items.map(({ id }) => id));
      } catch (error) {
        if (!EngramError.is(error) || error.code !== 'store_corrupt') throw error;
      }
    }
    await store.close();
    return found;
  }

  it('a record whose JSON was damaged is answered with store_corrupt that names it', async () => {
    const path = await aFilledDatabase();
    const store = await open(path);
    const { items } = await store.listMemories(owner, { now: 0 }, { limit: 1 });
    await store.close();
    const id = items[0]?.id ?? '';
    const bytes = readFileSync(path);
    bytes.write('{"text":#', bytes.indexOf('{"text":"memory 99 '));
    writeFileSync(path, bytes);
    const damaged = await open(path);
    const error = await errorOf(damaged.getMemory(owner, id));
    await damaged.close();
    expect(error).toMatchObject({ code: 'store_corrupt', details: { id } });
  });

  const life: ReadonlyArray<readonly [string, string, (store: Store, id: string) => Promise<unknown>]> = [
    [
      'a revision',
      "UPDATE memory_revisions SET reason = 'no reason'",
      (store, id) => store.listRevisions(owner, id),
    ],
    [
      'what a memory was',
      "UPDATE memory_revisions SET body = '{'",
      (store, id) => store.listRevisions(owner, id),
    ],
    ['a use', "UPDATE memory_uses SET used_at = 'never'", (store, id) => store.listUses(owner, id, 10)],
  ];
  it.each(life)(
    '%s that was damaged is answered with store_corrupt that names the memory',
    async (_, sql, read) => {
      const path = await aFilledDatabase();
      await alter(path, sql);
      const store = await open(path);
      const { entries } = await store.memoryChanges(owner, null, 1_000);
      const id = entries.find(({ revision }) => revision === 1)?.id ?? '';
      const error = await errorOf(read(store, id));
      await store.close();
      expect(error).toMatchObject({ code: 'store_corrupt', details: { id } });
    },
  );
});

describe('STO-1: a database opened for reading only', () => {
  it('is read, and refuses every write with store_read_only', async () => {
    const path = await aFilledDatabase();
    const before = readFileSync(path);
    const store = await open(path, true);
    expect((await store.count(owner, 0)).memories).toBe(100);
    const [memory] = (await store.listMemories(owner, { now: 0 }, { limit: 1 })).items;
    if (memory === undefined) throw new Error('The database should hold memories.');
    const writes = [
      [{ type: 'record-memory', memory: aMemory() }],
      [{ type: 'record-memory', memory: aMemory({ tags: ['two', 'statements'] }) }],
      [{ type: 'delete-memory', owner: memory.scope, id: memory.id }],
      [{ type: 'count-access', ids: [memory.id], at: 1 }],
      [{ type: 'prune-memories', ids: [memory.id], now: 1 }],
      ...livedThrough(memory).map((command) => [command]),
    ] as const;
    for (const commands of writes) {
      expect((await errorOf(store.commit(commands))).code).toBe('store_read_only');
    }
    expect((await store.count(owner, 0)).memories).toBe(100);
    await store.close();
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('that is empty is refused, not created', async () => {
    const path = join(temporaryFolder(), 'memory.db');
    writeFileSync(path, '');
    expect((await errorOf(open(path, true))).code).toBe('store_read_only');
    expect(readFileSync(path)).toHaveLength(0);
  });
});
