// Runs the tests that are long by nature, one after the other, and says what each found in one line.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const folder = 'test/campaigns';
const ending = '.campaign.ts';

process.chdir(join(import.meta.dirname, '..'));

/** The first line of a campaign is a comment with its title. */
const campaigns = readdirSync(folder)
  .filter((file) => file.endsWith(ending))
  .sort()
  .map((file) => ({
    name: file.slice(0, -ending.length),
    path: join(folder, file),
    title: readFileSync(join(folder, file), 'utf8')
      .split('\n', 1)[0]
      .replace(/^\/\/ /, ''),
  }));

const width = Math.max(...campaigns.map(({ name }) => name.length));
const help = `Usage: npm run campaigns [-- --only NAME …]

Runs the tests that are long by nature. "npm test" runs a short slice of each.

${campaigns.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`).join('\n')}

Options:
  --only NAME   this campaign only; may be repeated
  --help        shows this text

What draws at random begins at ENGRAM_TEST_SEED, or at a seed that it names in the end. "sharing" runs ENGRAM_TEST_SEQUENCES
for at most ENGRAM_TEST_MINUTES on each backend, or on ENGRAM_TEST_BACKEND (SQLite or PostgreSQL) only.
The exit code is 0 when all campaigns passed, 1 when one failed, 2 for a wrong option.`;

function refuse(message) {
  console.error(`${message}\n\n${help}`);
  process.exit(2);
}

function readOptions() {
  try {
    return parseArgs({ options: { help: { type: 'boolean' }, only: { type: 'string', multiple: true } } })
      .values;
  } catch (error) {
    return refuse(error.message);
  }
}

const signs = { passed: '✓', failed: '✗', skipped: '–' };

const messagesOf = (errors) => errors.map(({ message }) => message).join('\n');

/** Runs one campaign. One that found no figures has not been one. */
async function run({ path }) {
  let outcome = { state: 'failed', found: 'it did not run' };
  const reporter = {
    onTestCaseResult(test) {
      const { state, errors = [], note } = test.result();
      const { figures } = test.meta();
      if (state === 'passed' && figures !== undefined) outcome = { state, found: figures };
      else if (state === 'skipped') outcome = { state, found: note };
      else outcome = { state: 'failed', found: messagesOf(errors) || 'it found nothing' };
    },
    onTestRunEnd(modules, unhandled) {
      const errors = [...unhandled, ...modules.flatMap((module) => module.errors())];
      if (errors.length > 0) outcome = { state: 'failed', found: messagesOf(errors) };
    },
  };
  const vitest = await startVitest('test', [path], {
    config: join(folder, 'vitest.config.ts'),
    root: '.',
    run: true,
    watch: false,
    reporters: [reporter],
  });
  await vitest.close();
  return outcome;
}

const { help: wantsHelp, only } = readOptions();
if (wantsHelp) {
  console.log(help);
  process.exit(0);
}
const unknown = (only ?? []).filter((wanted) => !campaigns.some(({ name }) => name === wanted));
if (unknown.length > 0) refuse(`There is no campaign ${unknown.join(', ')}.`);

const chosen = campaigns.filter(({ name }) => only === undefined || only.includes(name));
const lines = [];
const count = { passed: 0, failed: 0, skipped: 0 };
for (const campaign of chosen) {
  console.log(`${campaign.name}: ${campaign.title}`);
  const begun = performance.now();
  const { state, found } = await run(campaign);
  const seconds = Math.round((performance.now() - begun) / 1000);
  count[state] += 1;
  lines.push(`${signs[state]} ${campaign.name} (${seconds} s): ${found}`);
  console.log(lines.at(-1));
}
console.log(
  `\n${lines.join('\n')}\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`,
);
process.exit(count.failed === 0 ? 0 : 1);
