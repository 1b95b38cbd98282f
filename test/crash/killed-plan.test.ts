import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openEngram } from '../../src/index.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { bundle, removeBundle, start } from './child-process.ts';

/** Twelve sub-tasks for four agents; it is drawn in docs/agents-and-plans.md. */
const task = `Launch the shop:
1. [design] Design the pages
2. [backend] Model the orders
3. [backend] Build the order service (after 2)
4. [frontend] Build the product page (after 1)
5. [frontend] Build the checkout page (after 1, 3)
6. [backend] Connect the payment service (after 3)
7. [testing] Test the order service (after 3)
8. [testing] Test the pages (after 4, 5)
9. [docs] Write the handbook (after 5)
10. [testing] Test a whole purchase (after 5, 6, 7, 8)
11. [docs] Write the release notes (after 10)
12. [backend] Switch the shop on (after 9, 10, 11)`;

const agents = { ada: ['backend'], bob: ['frontend', 'design'], carol: ['testing'], dan: ['docs'] };

it('COO-4: a plan of twelve sub-tasks over four agents, two of them failing, ends right although its process is killed five times', async () => {
  const folder = temporaryFolder();
  const [db, effects] = [`file:${join(folder, 'memory.db')}`, join(folder, 'effects')];
  writeFileSync(effects, '');
  const program = await bundle(join(import.meta.dirname, 'plan-worker.ts'));
  onTestFinished(() => removeBundle(program));
  const engram = await openEngram({ db, surroundings: { environment: {}, folder, home: folder } });
  onTestFinished(() => engram.close());
  for (const [name, specialisations] of Object.entries(agents))
    await engram.agents.register({ name, specialisations });
  await engram.plans.create({ name: 'launch', description: task });

  const environment = { env: { ...process.env, HOME: folder } };
  const lines = () =>
    readFileSync(effects, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  for (let kill = 1; kill <= 5; kill += 1) {
    const before = lines().length;
    const { child, ended } = start(program, [db, effects], environment);
    // Each process gets a little further before it dies.
    while (lines().length < before + 3) await pause(5);
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
  }
  const { output, errors } = await start(program, [db, effects], environment).ended;
  expect(errors).toBe('');
  expect(output).toBe('done\n');

  const plan = await engram.plans.show('launch');
  expect(plan.subTasks.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'done'));
  for (const { needs, result } of plan.subTasks)
    expect((result as { needed: string[] }).needed).toEqual([...needs].sort());
  // Who failed for ever did nothing in the end; who failed once did its work at the second try.
  expect(plan.subTasks.filter(({ assigned }) => assigned === 'carol')).toEqual([]);
  expect(plan.subTasks[6]?.tried[0]).toMatchObject({
    agent: 'carol',
    success: false,
    error: 'no browser here',
  });
  expect(plan.subTasks[8]?.tried).toMatchObject([{ agent: 'dan', success: true, tries: 2 }]);
  // The choice of an agent is a step: after a kill the same agent goes on, whatever was learned meanwhile.
  const begun = lines().flatMap((line) => (line.startsWith('begun ') ? [line.split(' ')] : []));
  const chosen = new Set(begun.map(([, , agent, ...key]) => [agent, ...key].join(' ')));
  expect(chosen.size).toBe(new Set(begun.map(([, , , ...key]) => key.join(' '))).size);
  // A sub-task is done by one agent; a kill between its end and its checkpoint repeats it with the same key.
  const done = lines().flatMap((line) => (line.startsWith('done ') ? [line.split(' ')] : []));
  const keys = new Set(done.map(([, , , ...key]) => key.join(' ')));
  expect(keys.size).toBe(12);
  const { items } = await engram.memories.list({ kind: 'collaboration' });
  expect(items).toMatchObject([
    { content: { partners: ['ada', 'bob', 'carol', 'dan'], outcome: 'success' } },
  ]);

  // MET-3: the figures tell of it.
  const { coordination, durability } = await engram.stats();
  expect(coordination).toMatchObject({ plans: 1, complexPlansDone: 1, subTasks: 12, completion: 1 });
  expect(coordination.agents.map(({ agent }) => agent).sort()).toEqual(['ada', 'bob', 'carol', 'dan']);
  expect(durability).toMatchObject({ takenOver: 1, recoveryRate: 1 });
  expect(durability.detectMs).toBeGreaterThan(0);
  expect(durability.checkpointOverhead).toBeGreaterThan(0);
}, 240_000);
