import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory } from '../../src/testing/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

const scope = { user: 'ada', project: 'shop', agent: 'ali' };

/** Words that stand for nothing else, so that they cannot be in the file by chance. */
const secretWord = 'xylophonist';
const secretTag = 'quixotry';
const derivedWord = 'zwieback';

async function aStore(): Promise<{ path: string; store: Store }> {
  const path = join(temporaryFolder(), 'memory.db');
  const store = await openSqliteStore({ path, now: 0, indexAfter: 0 });
  onTestFinished(() => store.close());
  const others = Array.from({ length: 50 }, (_, index) =>
    aMemory({ text: `another memory, number ${index}` }),
  );
  await store.commit(others.map((memory) => ({ type: 'record-memory', memory }) as const));
  return { path, store };
}

/** Memories enter the text index when somebody searches; only then there are words in it to erase. */
async function indexAll(store: Store): Promise<void> {
  await store.findByTerms(scope, ['anything'], { now: 0 }, 1);
}

function inFiles(path: string, word: string): string[] {
  return [path, `${path}-wal`].filter(
    (file) => statSync(file, { throwIfNoEntry: false }) && readFileSync(file).includes(word),
  );
}

const secret = () => aMemory({ text: `The ${secretWord} lives here.`, tags: [secretTag] });

describe('MEM-7: deleting deletes', () => {
  it('the words of a deleted memory are nowhere in the file, its index or its log', async () => {
    const { path, store } = await aStore();
    const memory = secret();
    const long = aMemory({ text: `${'filler '.repeat(3_000)} ${secretWord}` });
    const derived = aMemory({ text: derivedWord, derivedFrom: [{ kind: 'memory', id: memory.id }] });
    await store.commit([
      { type: 'record-memory', memory },
      { type: 'record-memory', memory: long },
      { type: 'record-memory', memory: derived },
    ]);
    await indexAll(store);
    await store.commit([{ type: 'count-access', ids: [memory.id], at: 1 }]);
    for (const word of [secretWord, secretTag, derivedWord, memory.id]) {
      expect(inFiles(path, word), word).not.toStrictEqual([]);
    }
    await store.commit([
      { type: 'delete-memory', owner: scope, id: memory.id },
      { type: 'delete-memory', owner: scope, id: long.id },
    ]);
    // The index keeps words by the letters in which they differ from their neighbours, so parts are looked for too.
    for (const word of [secretWord, secretWord.slice(0, 8), secretTag, derivedWord, memory.id]) {
      expect(inFiles(path, word), word).toStrictEqual([]);
    }
    expect((await store.health()).problems).toStrictEqual([]);
  });

  it('also when the text index was written in many parts and merged in between', async () => {
    const { path, store } = await aStore();
    const memory = secret();
    await store.commit([{ type: 'record-memory', memory }]);
    for (let index = 0; index < 300; index += 1) {
      await store.commit([
        { type: 'record-memory', memory: aMemory({ text: `entry ${index} xylo ${index % 7}` }) },
      ]);
      await indexAll(store);
    }
    await store.commit([{ type: 'delete-memory', owner: scope, id: memory.id }]);
    for (const word of [secretWord, 'phonist', secretTag])
      expect(inFiles(path, word), word).toStrictEqual([]);
  });

  it('also when another process is reading at that moment, as soon as it is done', async () => {
    const { path, store } = await aStore();
    const memory = secret();
    await store.commit([{ type: 'record-memory', memory }]);
    const { DatabaseSync } = await loadDriver();
    const reader = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    reader.exec('BEGIN');
    reader.prepare('SELECT COUNT(*) AS total FROM memories').all();
    const deleted = store.commit([{ type: 'delete-memory', owner: scope, id: memory.id }]);
    setTimeout(() => {
      reader.exec('COMMIT');
      reader.close();
    }, 100);
    await deleted;
    expect(inFiles(path, secretWord)).toStrictEqual([]);
  });
});
