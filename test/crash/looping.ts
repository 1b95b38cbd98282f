// Run as a process of its own: replays a template with a loop against a world that is elsewhere, until it is killed or done. It
// tells on standard output what became of the run, and how many moments it had at which it could have died.
import { writeSync } from 'node:fs';
import { openEngram, type TemplateRun } from '../../src/index.ts';
import type { Tools } from '../../src/ports/run-handle.ts';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { type LoopingSettings, tools } from './list-world.ts';

const { path, url, killAt } = JSON.parse(process.argv[2] ?? '{}') as LoopingSettings;

let moments = 0;
function moment(): void {
  moments += 1;
  if (moments === killAt) process.kill(process.pid, 'SIGKILL');
}

async function around<Result>(work: () => Promise<Result>): Promise<Result> {
  moment();
  const result = await work();
  moment();
  return result;
}

const functions: Tools = Object.fromEntries(
  tools.map((tool) => [
    tool,
    {
      execute: (given: object) =>
        around(async () => {
          const answer = await fetch(`${url}/${tool}`, { method: 'POST', body: JSON.stringify(given) });
          return answer.json();
        }),
      readOnly: tool !== 'cancel_order',
    },
  ]),
);

const sound = await openSqliteStore({ path, now: Date.now() });
const store: Store = { ...sound, commit: (commands) => around(() => sound.commit(commands)) };
const engram = await openEngram({ store, surroundings: { environment: {}, folder: '/', home: '/nowhere' } });
const { templates } = engram.agent('alice');
const run = (more: object): Promise<TemplateRun> =>
  templates.run(
    { id: 'cancel-all', inputs: { customer: 'C202' }, ...more },
    functions,
  ) as Promise<TemplateRun>;

/** The same again; when the first was interrupted, it goes on with that. */
async function goOn(): Promise<TemplateRun> {
  try {
    return await run({ idempotencyKey: 'cancel-all-of-C202' });
  } catch (error) {
    const { code, details } = asRefusal(error);
    if (code !== 'conflict' || typeof details['run'] !== 'string') throw error;
    return run({ resume: details['run'] });
  }
}

if ((await templates.show('cancel-all')).status === 'draft') await templates.approve({ id: 'cancel-all' });
const told = await goOn().then(
  ({ status, divergence }) => ({ status, reason: divergence?.reason ?? '' }),
  (error: unknown) => ({ status: 'refused', reason: String(error) }),
);
writeSync(1, JSON.stringify({ ...told, moments }));
await engram.close();
