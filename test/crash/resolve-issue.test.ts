import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { openEngram } from '../../src/index.ts';
import { temporaryFolder } from '../store/temporary-folder.ts';

const example = resolve(import.meta.dirname, '../../examples/resolve-issue.js');

function resolveIssue(folder: string, slowTestMs: number) {
  const child = spawn(process.execPath, [example, folder], {
    env: { ...process.env, SLOW_TEST_MS: String(slowTestMs) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((settle) => child.once('close', settle));
  return { child, ended, output: text(child.stdout), errors: text(child.stderr) };
}

it('DUR-5: the issue workflow is killed half-way and finished by another process, which does nothing again', async (context) => {
  if (spawnSync('git', ['--version']).status !== 0) context.skip('git is not installed');
  const folder = temporaryFolder();
  const first = resolveIssue(folder, 60_000);
  const engram = await openEngram({ db: `file:${join(folder, 'memory.db')}` });
  onTestFinished(() => engram.close());
  const doneSteps = async () => {
    const { steps } = await engram.workflows.show('issue-7').catch(() => ({ steps: [] }));
    return steps.filter(({ state }) => state === 'done').map(({ key, at }) => ({ key, at }));
  };
  await expect
    .poll(async () => (await doneSteps()).map(({ key }) => key), { timeout: 30_000 })
    .toEqual(['analyse', 'plan', 'implement']);
  const before = await doneSteps();
  first.child.kill('SIGKILL');
  await first.ended;

  const second = resolveIssue(folder, 0);
  expect({ code: await second.ended, errors: await second.errors }).toEqual({ code: 0, errors: '' });
  expect(await second.output).toContain('pull request: issue-7');
  const after = await doneSteps();
  expect(after.slice(0, 3)).toEqual(before);
  expect(after.slice(3).map(({ key }) => key)).toEqual(['test', 'open pull request', 'remember']);
  expect(readdirSync(folder).filter((name) => name.startsWith('pull-request'))).toHaveLength(1);
  expect((await engram.memories.list({})).items).toHaveLength(1);
}, 120_000);
