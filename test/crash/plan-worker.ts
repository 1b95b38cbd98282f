// Run as a process of its own: runs a plan of twelve sub-tasks over four agents until it is done. Each sub-task leaves a line in a file.
import { appendFileSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openEngram } from '../../src/index.ts';
import type { PlanRunner } from '../../src/interfaces/library/types.ts';

const [db = '', effects = ''] = process.argv.slice(2);
const engram = await openEngram({ db, workflows: { pollMs: 20 } });

/** Two of the four agents fail at what they are asked first: one for ever, one once. */
const scripted: PlanRunner = async ({ subTask, agent, results, attempt, idempotencyKey }) => {
  appendFileSync(effects, `begun ${subTask.id} ${agent} ${idempotencyKey}\n`);
  await pause(15 + Math.random() * 30);
  if (agent === 'carol') throw new Error('no browser here');
  if (agent === 'dan' && attempt === 1) throw new Error('not awake yet');
  appendFileSync(effects, `done ${subTask.id} ${agent} ${idempotencyKey}\n`);
  return { by: agent, needed: Object.keys(results).sort() };
};
const runners = { ada: scripted, bob: scripted, carol: scripted, dan: scripted };
const { status } = await engram.plans.run({ name: 'launch', perAgent: 2 }, runners);
writeSync(1, `${status}\n`);
await engram.close();
