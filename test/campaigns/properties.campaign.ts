// Every property test with twenty times as many inputs, from a seed that nobody chose
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { temporaryFolder } from '../store/temporary-folder.ts';
import { campaign, firstSeed, inWords } from './campaign.ts';

const effort = 20;

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly name: string;
    readonly message: string;
    readonly assertionResults: ReadonlyArray<{
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
      readonly meta: { readonly draws?: number };
    }>;
  }>;
}

const propertyFiles = (): string[] =>
  ['src', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => join(folder, path))
      .filter((path) => readFileSync(path, 'utf8').includes('fc.assert(')),
  );

campaign(async (tell) => {
  const seed = firstSeed();
  const outcome = join(temporaryFolder(), 'result.json');
  const files = propertyFiles();
  const words = ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile=${outcome}`];
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const settings = { ENGRAM_TEST_EFFORT: String(effort), ENGRAM_TEST_SEED: String(seed) };
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...words], {
    env: { ...Object.fromEntries(own), ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let done = 0;
  for await (const line of createInterface(child.stdout)) {
    if (/\.test\.ts .*\(\d+ tests?/.test(line)) done += 1;
    tell(`${done} of ${files.length} files`);
  }
  const { testResults } = JSON.parse(readFileSync(outcome, 'utf8')) as Report;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = [
    ...testResults
      .filter(({ assertionResults }) => assertionResults.length === 0)
      .map(({ message }) => message),
    ...tests
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`),
  ];
  if (failed.length > 0) throw new Error(`With ENGRAM_TEST_SEED=${seed}:\n${failed.join('\n\n')}`);
  const draws = tests.map(({ meta }) => meta.draws ?? 0).filter((count) => count > 0);
  const total = draws.reduce((sum, count) => sum + count, 0);
  return `seed ${seed}: ${draws.length} tests, ${inWords(total)} inputs, no counterexample`;
});
