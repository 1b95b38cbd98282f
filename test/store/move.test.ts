import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { moveStore } from '../../src/store/move.ts';
import { createReferenceStore } from '../../src/store/reference/reference-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aUse } from '../../src/testing/builders.ts';
import {
  aMemory,
  aMessage,
  aRun,
  aSession,
  aStep,
  aTask,
  aTemplate,
  aToken,
} from '../../src/testing/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

const options = { source: 'file:old.db', now: () => 1_000, holder: 'mover-1' };

async function fill(store: Store, memories = 1_300): Promise<void> {
  const run = aRun();
  const session = aSession();
  const template = aTemplate();
  await store.commit([
    { type: 'create-task', task: aTask() },
    { type: 'start-run', run },
    ...Array.from({ length: 3 }, (_, position) => ({
      type: 'append-step' as const,
      step: aStep({ runId: run.id, position }),
    })),
    ...['first', 'second', 'third'].map((content) => ({
      type: 'append-message' as const,
      session,
      message: aMessage({ sessionId: session.id, content }),
    })),
    { type: 'save-template', template },
    { type: 'revise-template', owner: template.scope, template: { ...template, version: 2, revision: 1 } },
    { type: 'create-token', token: aToken() },
    ...Array.from({ length: memories }, (_, number) => ({
      type: 'record-memory' as const,
      memory: aMemory({ text: `memory ${number}`, tags: ['moved'] }),
    })),
  ]);
  const memory = aMemory({ text: 'has a history' });
  await store.commit([
    { type: 'record-memory', memory },
    {
      type: 'revise-memory',
      owner: memory.scope,
      memory: { ...memory, standing: 'archived', revision: 1 },
      change: { at: 1, reason: 'archived', note: 'Old.' },
    },
    { type: 'note-uses', uses: [aUse({ memoryId: memory.id, runId: run.id, settled: true })] },
    // Not moved: it is made again.
    {
      type: 'keep-vectors',
      embedder: 'e',
      vectors: [{ id: memory.id, revision: 1, vector: new Uint8Array([1]) }],
    },
  ]);
}

async function sqlite(): Promise<Store> {
  const store = await openSqliteStore({ path: join(temporaryFolder(), 'memory.db'), now: 0 });
  onTestFinished(() => store.close());
  return store;
}

/** A store that dies after so many commits. */
function mortal(store: Store, commits: number): Store {
  let left = commits;
  return {
    ...store,
    commit(commands) {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : store.commit(commands);
    },
  };
}

describe('moving a whole store', () => {
  it('copies every record of every sort, and finds both the same by counts and checksums', async () => {
    const [from, to] = [await sqlite(), await sqlite()];
    await fill(from);
    const moved = await moveStore(from, to, options);
    expect(moved).toMatchObject({ copied: 1_314, verified: true });
    expect(moved.from).toEqual(moved.to);
    expect(moved.to['record-memory']?.count).toBe(1_301);
    expect(Object.keys(moved.to).sort()).toEqual([
      ...['append-message', 'append-step', 'create-task', 'create-token', 'keep-revision'],
      ...['keep-template-version', 'note-uses'],
      ...['record-memory', 'save-template', 'start-run'],
    ]);
  });

  it('goes between different backends', async () => {
    const [from, to] = [createReferenceStore(), await sqlite()];
    await fill(from, 10);
    expect(await moveStore(from, to, options)).toMatchObject({ verified: true });
    const back = createReferenceStore();
    expect(await moveStore(to, back, { ...options, source: 'file:new.db' })).toMatchObject({
      verified: true,
    });
  });

  it('goes on where it was interrupted, and writes nothing twice', async () => {
    const [from, to] = [await sqlite(), await sqlite()];
    await fill(from);
    await expect(moveStore(from, mortal(to, 8), options)).rejects.toThrow('killed');
    const first = await to.count({ user: 'local', project: 'default', agent: null }, 0);
    const moved = await moveStore(from, to, options);
    expect(moved.verified).toBe(true);
    expect(moved.copied).toBeLessThan(1_314);
    expect(first.memories).toBeLessThan(1_300);
  });

  it('says that the two differ when something was written meanwhile', async () => {
    const [from, to] = [await sqlite(), await sqlite()];
    await fill(from, 10);
    const stealthy: Store = {
      ...from,
      async export(after, limit) {
        const piece = await from.export(after, limit);
        if (piece.next === null) await from.commit([{ type: 'record-memory', memory: aMemory() }]);
        return piece;
      },
    };
    expect(await moveStore(stealthy, to, options)).toMatchObject({ verified: false });
    expect(await moveStore(from, to, options)).toMatchObject({ verified: true });
  });

  it('leaves a target alone that holds other records, or that another move is at', async () => {
    const [from, to] = [createReferenceStore(), createReferenceStore()];
    await fill(from, 1);
    await to.commit([{ type: 'record-memory', memory: aMemory() }]);
    await expect(moveStore(from, to, options)).rejects.toMatchObject({ code: 'conflict' });
    const empty = createReferenceStore();
    await expect(moveStore(from, mortal(empty, 1), options)).rejects.toThrow('killed');
    await expect(moveStore(from, empty, { ...options, holder: 'mover-2' })).rejects.toMatchObject({
      code: 'conflict',
    });
    const later = { ...options, holder: 'mover-2', now: () => 1_000_000 };
    expect(await moveStore(from, empty, later)).toMatchObject({ verified: true });
  });
});
