// An issue is resolved by a workflow that survives kill -9: analyse, plan, implement, test, open a pull request, remember.
// Run it: node examples/resolve-issue.js [FOLDER]
// Stop it wherever you like, and run it again with the same folder: it goes on where it stopped.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defineWorkflow, openEngram } from 'engram';

const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'engram-issue-'));
const origin = join(folder, 'origin.git');
const clone = join(folder, 'clone');
const slowness = Number(process.env.SLOW_TEST_MS ?? 0);

try {
  execFileSync('git', ['--version']);
} catch {
  console.log('This example needs git.');
  process.exit(0);
}

const git = (where, ...words) =>
  execFileSync('git', ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', ...words], {
    cwd: where,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

// The world: a bare repository with a project that has a fault.
if (!existsSync(origin)) {
  const seed = join(folder, 'seed');
  mkdirSync(seed, { recursive: true });
  writeFileSync(join(seed, 'sum.mjs'), 'export const sum = (numbers) => numbers.reduce((a, b) => a + b);\n');
  writeFileSync(
    join(seed, 'test.mjs'),
    "import { sum } from './sum.mjs';\nif (sum([1, 2]) !== 3 || sum([]) !== 0) process.exit(1);\n",
  );
  git(seed, 'init', '--quiet', '--initial-branch', 'main');
  git(seed, 'add', '.');
  git(seed, 'commit', '--quiet', '--message', 'a project');
  git(folder, 'clone', '--quiet', '--bare', seed, origin);
}

const engram = await openEngram({ db: `file:${join(folder, 'memory.db')}` });

const resolveIssue = defineWorkflow('resolve-issue', '1', async (flow, issue) => {
  const branch = `issue-${issue.number}`;

  const analysis = await flow.step('analyse', async () => {
    const known = await engram.memories.search({ query: issue.title, limit: 3 });
    const [file] = issue.text.match(/\w+\.mjs/) ?? [];
    return { file, known: known.map(({ memory }) => memory.text) };
  });

  const plan = await flow.step('plan', () => [
    `give ${analysis.file} a value to begin with`,
    'run the tests',
  ]);

  const commit = await flow.step('implement', () => {
    // Begun again after a crash it starts from a clean clone: a step may be done twice.
    rmSync(clone, { recursive: true, force: true });
    git(folder, 'clone', '--quiet', origin, clone);
    git(clone, 'checkout', '--quiet', '-b', branch);
    const file = join(clone, analysis.file);
    writeFileSync(file, readFileSync(file, 'utf8').replace('a + b)', 'a + b, 0)'));
    git(clone, 'commit', '--quiet', '--all', '--message', issue.title);
    return git(clone, 'rev-parse', 'HEAD');
  });

  await flow.step('test', async () => {
    await pause(slowness);
    execFileSync(process.execPath, ['test.mjs'], { cwd: clone });
  });

  const pullRequest = await flow.step('open pull request', ({ idempotencyKey }) => {
    git(clone, 'push', '--quiet', '--force', 'origin', branch);
    // A service would take the key; here it is the name of a file.
    const path = join(folder, `pull-request ${idempotencyKey.replaceAll('/', ' ')}.json`);
    writeFileSync(path, JSON.stringify({ branch, commit, title: issue.title, plan }));
    return path;
  });

  await flow.step('remember', ({ idempotencyKey }) =>
    engram.memories.import([
      {
        externalId: idempotencyKey,
        text: `"${issue.title}" was a fault in ${analysis.file}: reduce without a value to begin with`,
      },
    ]),
  );
  return { branch, commit, pullRequest };
});

const issue = { number: 7, title: 'sum of nothing fails', text: 'sum([]) in sum.mjs throws a TypeError.' };
const ended = await engram.workflows.run(resolveIssue, issue, { id: `issue-${issue.number}` });
assert.equal(ended.status, 'done', ended.error?.message);

const { steps } = await engram.workflows.show(ended.id);
for (const { key, state, attempts } of steps) console.log(`${state}  ${key} (${attempts})`);
assert.equal(git(origin, 'rev-parse', ended.output.branch), ended.output.commit);
const [found] = await engram.memories.search({ query: 'sum fails with an empty list', limit: 1 });
console.log(`\npull request: ${ended.output.branch}\nremembered:   ${found.memory.text}`);
await engram.close();
if (process.argv[2] === undefined) rmSync(folder, { recursive: true, force: true });
