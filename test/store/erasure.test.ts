import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Command, Store } from '../../src/ports/store.ts';
import type { Memory } from '../../src/records/memory.ts';
import { ownedKinds } from '../../src/records/owned/owned-records.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aUse } from '../../src/testing/builders.ts';
import { aLesson, aMemory, aTemplate } from '../../src/testing/index.ts';
import { anOwned, createOwned, deleteOwned } from '../../src/testing/store-suite/owned-records.ts';
import { temporaryFolder } from './temporary-folder.ts';

const scope = { user: 'ada', project: 'shop', agent: 'ali' };

/** Words that stand for nothing else, so that they cannot be in the file by chance. */
const secretWord = 'xylophonist';
const secretTag = 'quixotry';
const derivedWord = 'zwieback';
const noteWord = 'kerfuffle';
const runWord = 'run-flibbertigibbet';
const vectorBytes = 'vector-of-bytes-unlike-any-other';

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

function inFiles(path: string, word: string): string[] {
  return [path, `${path}-wal`].filter(
    (file) => statSync(file, { throwIfNoEntry: false }) && readFileSync(file).includes(word),
  );
}

/** The tables in which a word, or these bytes, can still be read. */
async function inTables(path: string, word: string): Promise<string[]> {
  const { DatabaseSync } = await loadDriver();
  const raw = new DatabaseSync(path, { readOnly: true, timeout: 1_000 });
  const tables = raw.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all() as {
    name: string;
  }[];
  const holding = tables.filter(({ name }) =>
    (raw.prepare(`SELECT * FROM "${name}"`).all() as Record<string, unknown>[]).some((row) =>
      Object.values(row).some((value) =>
        (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)).includes(word),
      ),
    ),
  );
  raw.close();
  return holding.map(({ name }) => name);
}

const secret = () => aMemory({ text: `The ${secretWord} lives here.`, tags: [secretTag] });

describe('MEM-7: deleting deletes', () => {
  it('the words of a deleted memory are nowhere in the file, its indexes or its log', async () => {
    const { path, store } = await aStore();
    const memory = secret();
    const long = aMemory({ text: `${'filler '.repeat(3_000)} ${secretWord}` });
    const derived = aMemory({ text: derivedWord, derivedFrom: [{ kind: 'memory', id: memory.id }] });
    await store.commit([
      { type: 'record-memory', memory },
      { type: 'record-memory', memory: long },
      { type: 'record-memory', memory: derived },
    ]);
    await store.tidy(1_000);
    await store.commit([{ type: 'count-access', ids: [memory.id], at: 1 }]);
    for (const word of [secretWord, secretTag, derivedWord]) {
      expect(inFiles(path, word), word).not.toStrictEqual([]);
    }
    await store.commit([
      { type: 'delete-memory', owner: scope, id: memory.id },
      { type: 'delete-memory', owner: scope, id: long.id },
    ]);
    for (const word of [secretWord, secretTag, derivedWord]) {
      expect(inFiles(path, word), word).toStrictEqual([]);
    }
    expect((await store.health()).problems).toStrictEqual([]);
  });

  it('the words and keys of lessons go with the memory they were derived from, and when they are deleted', async () => {
    const { path, store } = await aStore();
    const memory = aMemory();
    const derivedFrom = [{ kind: 'memory' as const, id: memory.id }];
    const derived = aLesson('failure', {
      derivedFrom,
      keys: [derivedWord],
      content: { template: secretWord },
    });
    const deleted = aLesson('failure', { keys: [noteWord], slug: runWord });
    await store.commit([{ type: 'record-memory', memory }]);
    await store.commit([derived, deleted].map((lesson) => ({ type: 'save-lesson', lesson }) as const));
    for (const word of [secretWord, derivedWord, noteWord, runWord]) {
      expect(await inTables(path, word), word).not.toStrictEqual([]);
    }
    await store.commit([{ type: 'delete-lesson', owner: scope, id: deleted.id }]);
    for (const word of [noteWord, runWord]) expect(inFiles(path, word), word).toStrictEqual([]);
    await store.commit([{ type: 'delete-memory', owner: scope, id: memory.id }]);
    for (const word of [secretWord, derivedWord]) expect(inFiles(path, word), word).toStrictEqual([]);
  });

  it('the words of a template, of its versions and of what was derived from it go when it is deleted', async () => {
    const { path, store } = await aStore();
    const template = aTemplate({ statusReason: secretWord, slug: runWord });
    const derivedFrom = [{ kind: 'template' as const, id: template.id }];
    await store.commit([
      { type: 'save-template', template },
      {
        type: 'revise-template',
        owner: scope,
        template: { ...template, version: 2, revision: 1, slug: 'renamed', statusReason: noteWord },
      },
      { type: 'save-lesson', lesson: aLesson('agent-memory', { derivedFrom, keys: [derivedWord] }) },
      { type: 'record-memory', memory: aMemory({ derivedFrom, text: secretTag }) },
    ]);
    const words = [secretWord, runWord, noteWord, derivedWord, secretTag];
    for (const word of words) expect(await inTables(path, word), word).not.toStrictEqual([]);
    await store.commit([{ type: 'delete-template', owner: scope, id: template.id }]);
    for (const word of words) {
      expect(await inTables(path, word), word).toStrictEqual([]);
      expect(inFiles(path, word), word).toStrictEqual([]);
    }
  });

  const goings: ReadonlyArray<readonly [string, (memory: Memory) => Command]> = [
    ['deleted', ({ id }) => ({ type: 'delete-memory', owner: scope, id })],
    ['pruned', ({ id }) => ({ type: 'prune-memories', ids: [id], now: 10 })],
  ];
  it.each(goings)(
    'what a memory that was %s once said goes with it: its history, its uses, its vector',
    async (_, going) => {
      const { path, store } = await aStore();
      const memory = { ...secret(), expiresAt: 10 };
      const now: Memory = { ...memory, text: derivedWord, tags: [], revision: 1 };
      await store.commit([{ type: 'record-memory', memory }]);
      await store.commit([
        {
          type: 'revise-memory',
          owner: scope,
          memory: now,
          change: { at: 1, reason: 'superseded', note: noteWord },
        },
        { type: 'note-uses', uses: [aUse({ memoryId: memory.id, runId: runWord })] },
        {
          type: 'keep-vectors',
          embedder: 'e',
          vectors: [{ id: memory.id, revision: 1, vector: new Uint8Array(Buffer.from(vectorBytes)) }],
        },
      ]);
      const words = [secretWord, secretTag, derivedWord, noteWord, runWord, vectorBytes];
      for (const word of words.filter((each) => each !== secretTag)) {
        expect(await inTables(path, word), word).not.toStrictEqual([]);
      }
      await store.commit([going(memory)]);
      for (const word of words) {
        expect(await inTables(path, word), word).toStrictEqual([]);
        expect(inFiles(path, word), word).toStrictEqual([]);
      }
      // That it is gone must be told to those who follow. It is known by an id that was drawn by lot.
      expect(await inTables(path, memory.id)).toStrictEqual(['memory_removals']);
    },
  );

  it.each(ownedKinds)('the words of a deleted record of kind %s are nowhere', async (kind) => {
    const { path, store } = await aStore();
    const record = anOwned(kind, {}, secretWord);
    await store.commit([createOwned(kind, record)]);
    expect(await inTables(path, secretWord)).not.toStrictEqual([]);
    await store.commit([deleteOwned(kind, record)]);
    expect(await inTables(path, secretWord)).toStrictEqual([]);
    expect(inFiles(path, secretWord)).toStrictEqual([]);
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
