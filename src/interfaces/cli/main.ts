import { readFileSync } from 'node:fs';
import { runCli } from './cli.ts';
import { processTerminal } from './terminal.ts';

/** The entry of the CLI: the only place that sets the exit code of the process. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// A tool of the user's that never answers lets Node run out of work; without this it would end in silence.
function endedEarly(): void {
  process.stderr.write('Error: Ended before it was done: something it waited for never answered.\n');
  process.exitCode = 1;
}

process.once('exit', endedEarly);
process.exitCode = await runCli(process.argv.slice(2), processTerminal(), version);
process.removeListener('exit', endedEarly);
