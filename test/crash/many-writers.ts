import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { bundle, removeBundle, start } from './child-process.ts';
import { allMemoryIds, integrityProblems, owner } from './whole-database.ts';

/** Lets processes write into one file at once, and expects that none gets an error and nothing is lost. */
export async function writeAtOnce(writers: number, recordsEach: number): Promise<void> {
  const program = await bundle(join(import.meta.dirname, 'bulk-writer.ts'));
  onTestFinished(() => removeBundle(program));
  const path = join(temporaryFolder(), 'memory.db');
  const children = Array.from({ length: writers }, (_, index) =>
    start(program, [path, `writer-${index}`, String(recordsEach)]),
  );
  await Promise.all(children.map(({ child }) => child.stdout && once(child.stdout, 'data')));
  for (const { child } of children) child.stdin?.write('go\n');
  for (const { ended } of children) {
    expect(await ended).toMatchObject({ exitCode: 0, errors: '' });
  }

  const store = await openSqliteStore({ path, now: 0 });
  const memories = await allMemoryIds(store);
  for (let writer = 0; writer < writers; writer += 1) {
    const steps = new Set((await store.listSteps(owner, `run-writer-${writer}`)).map(({ id }) => id));
    const lost = Array.from({ length: recordsEach }, (_, number) => number).filter(
      (number) => !(number % 2 === 0 ? steps : memories).has(`writer-${writer}-${number}`),
    );
    expect(lost, `records of writer ${writer}`).toStrictEqual([]);
    expect(steps.size).toBe(recordsEach / 2);
  }
  expect(memories.size).toBe((writers * recordsEach) / 2);
  expect((await store.health()).problems).toStrictEqual([]);
  await store.close();
  expect(await integrityProblems(path)).toStrictEqual([]);
}
