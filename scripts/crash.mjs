// Kills workers of workflows at random moments and counts what became of the workflows.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { createCluster, findPrograms } from './postgres.mjs';

const help = `Usage: npm run crash -- [--kills N] [--engine sqlite|dbos] [--shape SHAPE] [--seed S] [--json]

Starts workflows (one step after the other, side by side, with children) on one to four workers, kills a worker with
kill -9 at random moments, and counts in the end.

Options:
  --kills N        how often; 100 unless it is said
  --engine ENGINE  sqlite: the embedded engine on a file; dbos: a fleet on PostgreSQL, on the server that
                   ENGRAM_TEST_POSTGRES names, else on one that is started for it
  --shape SHAPE    sequential, parallel (a DAG) or nested; all of them unless it is said
  --seed S         where chance begins; named in the end
  --json           one line of JSON: kills, workflows, recovered, lost, repeated, effectsRepeated, detectMs
  --help           shows this text

"repeated" are steps that ran again although their completion was recorded; "effectsRepeated" are effects that were
done again because the kill fell between effect and checkpoint: a service that takes the idempotency key sees none.
The exit code is 0 when nothing was lost or repeated, 1 otherwise, 2 for a wrong option.`;

function refuse(message) {
  console.error(`${message}\n\n${help}`);
  process.exit(2);
}

let values;
try {
  ({ values } = parseArgs({
    options: {
      kills: { type: 'string', default: '100' },
      engine: { type: 'string', default: 'sqlite' },
      shape: { type: 'string' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }));
} catch (error) {
  refuse(error.message);
}
if (values.help) {
  console.log(help);
  process.exit(0);
}
const [kills, seed] = [Number(values.kills), Number(values.seed)];
if (!Number.isInteger(kills) || kills < 1) refuse('--kills is a whole number from 1.');
if (!Number.isInteger(seed)) refuse('--seed is a whole number.');
if (!['sqlite', 'dbos'].includes(values.engine)) refuse(`There is no engine "${values.engine}" here.`);
if (values.shape !== undefined && !['sequential', 'parallel', 'nested'].includes(values.shape))
  refuse(`There are no workflows of the shape "${values.shape}" here.`);

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/engram-crash');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'program-'));
let cluster;
async function findServer() {
  if (process.env.ENGRAM_TEST_POSTGRES !== undefined) return process.env.ENGRAM_TEST_POSTGRES;
  if (findPrograms() === undefined)
    refuse('PostgreSQL is not installed. Install it, or name a server in ENGRAM_TEST_POSTGRES.');
  cluster = await createCluster(mkdtempSync(join(tmpdir(), 'engram-crash-server-')));
  return cluster.url;
}
try {
  await build({
    entryPoints: ['workflow-worker', 'killed-workflows', 'killed-places'].map((name) =>
      join(root, `test/crash/${name}.ts`),
    ),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    outdir: folder,
    logLevel: 'warning',
  });
  const load = (name) => import(pathToFileURL(join(folder, `${name}.js`)).href);
  const { killWorkflowWorkers } = await load('killed-workflows');
  const { aKilledSchema } = await load('killed-places');
  const tell = process.stderr.isTTY ? (progress) => process.stderr.write(`\r${progress} `) : undefined;
  const found = await killWorkflowWorkers({
    kills,
    seed,
    program: join(folder, 'workflow-worker.js'),
    tell,
    ...(values.engine === 'dbos' ? { place: aKilledSchema(await findServer()) } : {}),
    ...(values.shape === undefined ? {} : { shapes: [values.shape] }),
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  const answer = { engine: values.engine, seed, ...found };
  if (values.json) console.log(JSON.stringify(answer));
  else
    for (const [name, value] of Object.entries(answer))
      console.log(`${name.padEnd(24)}${JSON.stringify(value)}`);
  process.exitCode = found.lost + found.repeated === 0 ? 0 : 1;
} finally {
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
}
