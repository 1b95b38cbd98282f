import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { bundle, removeBundle, start } from './child-process.ts';
import { allMemoryIds, integrityProblems, owner } from './whole-database.ts';

const writers = 8;
const recordsEach = 1_000;

let program = '';
beforeAll(async () => {
  program = await bundle(join(import.meta.dirname, 'bulk-writer.ts'));
});
afterAll(() => removeBundle(program));

it('STO-1: eight processes that write a thousand records each into one file at once lose none and get no error', async () => {
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
    for (let number = 0; number < recordsEach; number += 1) {
      const kept = number % 2 === 0 ? steps : memories;
      expect(kept.has(`writer-${writer}-${number}`), `record ${number} of writer ${writer}`).toBe(true);
    }
    expect(steps.size).toBe(recordsEach / 2);
  }
  expect(memories.size).toBe((writers * recordsEach) / 2);
  expect((await store.health()).problems).toStrictEqual([]);
  await store.close();
  expect(await integrityProblems(path)).toStrictEqual([]);
}, 120_000);
