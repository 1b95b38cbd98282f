// Run as a process of its own: replays a template against a world that is elsewhere, until it is killed or done. What it tells
// on standard output is what became of the run.
import { writeSync } from 'node:fs';
import { openEngram, type TemplateRun } from '../../src/index.ts';
import type { Tools } from '../../src/ports/run-handle.ts';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite.ts';
import { asRefusal } from '../../src/testing/refusal.ts';
import { looks, type ReplayingSettings, writes } from './order-world.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as ReplayingSettings;
const { path, url, idempotencyKey, killAt, resume, uncertain } = settings;

/** Something happens: a commit or a call begins or ends. At the moment it is told to, the process dies of it. */
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

const ask = (tool: string) => (given: object) =>
  around(async () => {
    const answer = await fetch(`${url}/${tool}`, { method: 'POST', body: JSON.stringify(given) });
    return answer.json();
  });
const tools: Tools = Object.fromEntries([
  ...looks.map((tool) => [tool, { execute: ask(tool), readOnly: true }]),
  ...writes.map((tool) => [tool, { execute: ask(tool), readOnly: false }]),
]);

const sound = await openSqliteStore({ path, now: Date.now() });
const store: Store = { ...sound, commit: (commands) => around(() => sound.commit(commands)) };
const engram = await openEngram({
  store,
  // One failure takes the approval back: an interruption must not count as one, and what was begun must go on all the same.
  templates: { demotion: { runs: 10, failures: 1 } },
  surroundings: { environment: {}, folder: '/', home: '/nowhere' },
});
const alice = engram.agent('alice');
const run = (more: object): Promise<TemplateRun> =>
  alice.templates.run({ id: 'order', inputs: { id: 'W2' }, ...more }, tools) as Promise<TemplateRun>;

/** The same request again; when the first was interrupted, it goes on with that. */
async function goOn(): Promise<TemplateRun> {
  if (resume !== undefined) return run({ resume, ...(uncertain === undefined ? {} : { uncertain }) });
  try {
    return await run({ idempotencyKey });
  } catch (error) {
    const { code, details } = asRefusal(error);
    if (code !== 'conflict' || typeof details['run'] !== 'string') throw error;
    return run({ resume: details['run'] });
  }
}

const told = await goOn().then(
  ({ status, runId, divergence }) => ({
    status,
    runId,
    uncertain: divergence?.uncertain ?? false,
    reason: divergence?.reason ?? '',
    at: divergence?.tool ?? '',
  }),
  (error: unknown) => ({ status: 'refused', reason: String(error) }),
);
writeSync(1, JSON.stringify({ ...told, moments }));
await engram.close();
