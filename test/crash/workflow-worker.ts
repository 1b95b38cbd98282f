// Run as a process of its own: goes on with workflows until it is killed. Each step leaves a line in a file, and nothing else.
import { appendFileSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openEngram } from '../../src/index.ts';
import { crashWorkflows } from './crash-workflows.ts';

const [db = '', effects = '', engine] = process.argv.slice(2);
const workflows = engine === 'dbos' ? ({ engine, pollMs: 50, leaseMs: 2_000 } as const) : { pollMs: 50 };
const engram = await openEngram({ db, workflows });
const definitions = crashWorkflows(async (idempotencyKey) => {
  appendFileSync(effects, `${process.pid} ${idempotencyKey}\n`);
  await pause(2 + Math.random() * 20);
});
await engram.workflows.register(...definitions);
await engram.workflows.work();
writeSync(1, 'ready\n');
setInterval(() => {}, 1_000);
