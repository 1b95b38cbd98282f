import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { bundle, removeBundle, start } from './child-process.ts';
import { allMemoryIds, integrityProblems, owner } from './whole-database.ts';

const longestLifeMs = 60;

/** Lets a writer write for a moment, kills it, and gives the ids that it was told are kept. */
async function acknowledgedBeforeKill(program: string, path: string, name: string): Promise<string[]> {
  const { child, ended } = start(program, [path, name]);
  if (child.stdout !== null) await Promise.race([once(child.stdout, 'data'), ended]);
  await pause(Math.random() * longestLifeMs);
  child.kill('SIGKILL');
  const { signal, output, errors } = await ended;
  expect({ signal, errors }).toStrictEqual({ signal: 'SIGKILL', errors: '' });
  return output.split('\n').slice(0, -1);
}

/** A memory and a step are always committed together, so a run has exactly the steps its agent has memories. */
async function expectNoHalfCommit(store: Store, name: string): Promise<void> {
  const agent = { ...owner, agent: name };
  const { steps, memories } = await store.count(agent, 0);
  expect(steps).toBe(memories);
}

/**
 * Kills one writer after the other in the middle of writing to one file, and expects that nothing is lost that was
 * acknowledged. Returns how many records that were.
 */
export async function killWriters(kills: number, tell: (progress: string) => void = () => {}) {
  const program = await bundle(join(import.meta.dirname, 'endless-writer.ts'));
  onTestFinished(() => removeBundle(program));
  const path = join(temporaryFolder(), 'memory.db');
  const acknowledged: string[] = [];
  for (let round = 0; round < kills; round += 1) {
    const name = `writer-${round}`;
    const ids = await acknowledgedBeforeKill(program, path, name);
    expect(ids.length).toBeGreaterThan(0);
    acknowledged.push(...ids);

    const store = await openSqliteStore({ path, now: 0 });
    const steps = new Set((await store.listSteps(owner, `run-${name}`)).map(({ id }) => id));
    for (const id of ids) expect(steps.has(id), `step ${id}`).toBe(true);
    await expectNoHalfCommit(store, name);
    expect((await store.health()).problems).toStrictEqual([]);
    await store.close();
    tell(`${round + 1} of ${kills} writers killed`);
  }

  const store = await openSqliteStore({ path, now: 0 });
  const kept = await allMemoryIds(store);
  expect(acknowledged.filter((id) => !kept.has(id))).toStrictEqual([]);
  await store.close();
  expect(await integrityProblems(path)).toStrictEqual([]);
  return acknowledged.length;
}
