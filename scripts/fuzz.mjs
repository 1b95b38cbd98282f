// Sends random and hostile requests to a real server, as strangers, and counts what goes wrong.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const help = `Usage: npm run fuzz -- [--requests N] [--seed S] [--json]

Starts "engram serve" on a database with the records of a victim, and sends it requests that are made from the schemas of
every HTTP route and MCP tool (valid, nearly valid, hostile), as strangers with valid tokens.

Options:
  --requests N  how many; 10000 unless it is said
  --seed S      where chance begins; named in the end
  --json        one line of JSON: requests, serverErrors, crashes, leaks, statuses, memory, findings
  --help        shows this text

"memory" is what the server holds after a collection of garbage, at ten points, with the size of the database beside it, and by how
much both grew per thousand requests: while everything is asked for ("writing", six tenths of the requests), and while requests only
read and the store does not grow ("reading", the rest, each with words and projects of its own). Memory that grows while reading
is a cache without a bound.
"leaks" are answers and events with a word that stands in each record of the victim and that no stranger sends.
The exit code is 0 when there were no server errors, crashes or leaks, 1 otherwise, 2 for a wrong option.`;

function refuse(message) {
  console.error(`${message}\n\n${help}`);
  process.exit(2);
}

let values;
try {
  ({ values } = parseArgs({
    options: {
      requests: { type: 'string', default: '10000' },
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
const [requests, seed] = [Number(values.requests), Number(values.seed)];
if (!Number.isInteger(requests) || requests < 1) refuse('--requests is a whole number from 1.');
if (!Number.isInteger(seed)) refuse('--seed is a whole number.');

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/engram-fuzz');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'program-'));
process.chdir(root);
try {
  await build({
    entryPoints: [join(root, 'test/fuzz/run-fuzz.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    outdir: folder,
    logLevel: 'warning',
  });
  const { runFuzz } = await import(pathToFileURL(join(folder, 'run-fuzz.js')).href);
  const tell = process.stderr.isTTY ? (progress) => process.stderr.write(`\r${progress} `) : undefined;
  const found = await runFuzz({ requests, seed, tell });
  if (process.stderr.isTTY) process.stderr.write('\n');
  const { requests: sent, serverErrors, crashes, leaks, ...more } = found;
  const answer = { requests: sent, serverErrors, crashes, leaks, seed, ...more };
  if (values.json) console.log(JSON.stringify(answer));
  else
    for (const [name, value] of Object.entries(answer))
      console.log(`${name.padEnd(16)}${JSON.stringify(value)}`);
  process.exitCode = serverErrors + crashes + leaks === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
