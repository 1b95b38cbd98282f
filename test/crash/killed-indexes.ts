import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { createPlaceIndex } from '../../src/recall/index/place-index.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { found, fresh, meaning, place, words } from '../recall/index-history.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { bundle, removeBundle, start } from './child-process.ts';
import { integrityProblems } from './whole-database.ts';

const longestLifeMs = 150;

async function programOf(): Promise<string> {
  const program = await bundle(join(import.meta.dirname, 'index-keeper.ts'));
  onTestFinished(() => removeBundle(program));
  return program;
}

/** What the kept index finds is what one finds that was made anew. Returns how often it was written. */
async function expectGoodIndex(path: string): Promise<number> {
  const store = await openSqliteStore({ path, now: 0 });
  const kept = createPlaceIndex(store, place, meaning);
  const made = fresh(store);
  for (const query of [`${words[0]} ${words[1]}`, 'Ann in March', words[5] ?? ''])
    expect(await found(kept, query, null)).toStrictEqual(await found(made, query, null));
  const generation = (await store.keptIndex(place))?.generation ?? 0;
  await store.close();
  return generation;
}

/** Kills processes that keep an index, one after the other, and expects a good index each time. Returns how often it was written. */
export async function killIndexKeepers(kills: number, tell: (progress: string) => void = () => {}) {
  const program = await programOf();
  const path = join(temporaryFolder(), 'memory.db');
  let written = 0;
  for (let round = 0; round < kills; round += 1) {
    const { child, ended } = start(program, [path, `agent${round % 3}`, String(round + 1)]);
    if (child.stdout !== null) await Promise.race([once(child.stdout, 'data'), ended]);
    await pause(Math.random() * longestLifeMs);
    child.kill('SIGKILL');
    const { signal, errors } = await ended;
    expect({ signal, errors }).toStrictEqual({ signal: 'SIGKILL', errors: '' });
    written = await expectGoodIndex(path);
    tell(`${round + 1} of ${kills} killed`);
  }
  expect(await integrityProblems(path)).toStrictEqual([]);
  return written;
}

/** Lets processes change memories and search at once; none gets an error, and the index is good in the end. */
export async function keepIndexAtOnce(processes: number, rounds: number): Promise<number> {
  const program = await programOf();
  const path = join(temporaryFolder(), 'memory.db');
  await (await openSqliteStore({ path, now: 0 })).close();
  const children = Array.from({ length: processes }, (_, index) =>
    start(program, [path, `agent${index}`, String(index + 1), String(rounds)]),
  );
  for (const { ended } of children) expect(await ended).toMatchObject({ exitCode: 0, errors: '' });
  const written = await expectGoodIndex(path);
  expect(await integrityProblems(path)).toStrictEqual([]);
  return written;
}
