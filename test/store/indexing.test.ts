import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory } from '../../src/testing/index.ts';
import { integrityProblems } from '../crash/whole-database.ts';
import { temporaryFolder } from './temporary-folder.ts';

const scope = { user: 'ada', project: 'shop', agent: 'ali' };

async function openAt(
  path: string,
  options: { indexAfter?: number; readOnly?: boolean } = {},
): Promise<Store> {
  const store = await openSqliteStore({ path, now: 0, ...options });
  onTestFinished(() => store.close());
  return store;
}

async function found(store: Store, term: string): Promise<string[]> {
  const candidates = await store.findByTerms(scope, [term], { now: 0 }, 10_000);
  return candidates.map(({ memory }) => memory.id).sort();
}

async function remember(store: Store, ...texts: string[]): Promise<void> {
  await store.commit(texts.map((text) => ({ type: 'record-memory', memory: aMemory({ text }) }) as const));
}

describe('memories are indexed when they are read', () => {
  it('by several connections at once, each memory once and none missed', async () => {
    const path = join(temporaryFolder(), 'memory.db');
    const writer = await openAt(path);
    await remember(writer, ...Array.from({ length: 2_300 }, (_, index) => `common word${index}`));
    const readers = await Promise.all([1, 2, 3, 4].map(() => openAt(path, { indexAfter: 0 })));
    const answers = await Promise.all(readers.map((reader) => found(reader, 'common')));
    for (const ids of answers) expect(new Set(ids).size).toBe(2_300);
    for (const ids of answers) expect(ids).toHaveLength(2_300);
    expect(await integrityProblems(path)).toEqual([]);
  });

  it('so that one recorded after the last was deleted is found, although it takes its number', async () => {
    const store = await openAt(join(temporaryFolder(), 'memory.db'), { indexAfter: 0 });
    const last = aMemory({ text: 'first owner of the number' });
    await store.commit([{ type: 'record-memory', memory: last }]);
    expect(await found(store, 'number')).toEqual([last.id]);
    await store.commit([{ type: 'delete-memory', owner: last.scope, id: last.id }]);
    const next = aMemory({ text: 'next owner of the number' });
    await store.commit([{ type: 'record-memory', memory: next }]);
    expect(await found(store, 'number')).toEqual([next.id]);
    expect((await store.listMemories(scope, { now: 0 }, { limit: 10 })).items.map(({ id }) => id)).toEqual([
      next.id,
    ]);
  });

  it('and by a reader that may not write: it looks through what waits', async () => {
    const path = join(temporaryFolder(), 'memory.db');
    await remember(await openAt(path), ...Array.from({ length: 200 }, (_, index) => `common word${index}`));
    const reader = await openAt(path, { readOnly: true });
    expect(await found(reader, 'common')).toHaveLength(200);
    expect(await reader.countMemories(scope, { now: 0 })).toBe(200);
  });

  it('a damaged record does not keep the others from being found', async () => {
    const path = join(temporaryFolder(), 'memory.db');
    const store = await openAt(path, { indexAfter: 0 });
    const damaged = aMemory({ text: 'common, but damaged' });
    const sound = aMemory({ text: 'common and sound' });
    await store.commit([damaged, sound].map((memory) => ({ type: 'record-memory', memory }) as const));
    const { DatabaseSync } = await loadDriver();
    const intruder = new DatabaseSync(path, { readOnly: false, timeout: 1_000 });
    intruder.prepare("UPDATE memories SET body = '{' WHERE id = ?").run(damaged.id);
    intruder.close();
    expect(await found(store, 'common')).toEqual([sound.id]);
  });
});
