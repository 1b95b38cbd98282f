import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { aMemory } from '../../src/testing/index.ts';
import { ali, record } from '../../src/testing/store-suite/store-case.ts';
import { decisionsOfTimeouts, followDecisions } from './decision-history.ts';
import { temporaryFolder } from './temporary-folder.ts';

describe('LRN-1: what a process keeps of decisions', () => {
  it.each([
    [1, 0],
    [2, 0],
    [3, 64],
    [4, 5],
  ])('is what the records say, whichever process writes them (history %i)', (seed, indexAfter) =>
    followDecisions(seed, indexAfter, 60),
  );

  it('cannot be changed by those who read it', async () => {
    const path = join(temporaryFolder(), 'memory.db');
    const store = await openSqliteStore({ path, now: 0 });
    onTestFinished(() => store.close());
    await store.commit([
      record(aMemory({ kind: 'decision', content: { context: 'timeout', action: 'wait' } })),
    ]);
    const [entry] = await store.listEntries(ali, decisionsOfTimeouts, 1);
    expect(() => Object.assign(entry?.content ?? {}, { action: 'stop' })).toThrow(TypeError);
  });
});
