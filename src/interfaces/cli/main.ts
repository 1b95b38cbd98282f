import { Console } from 'node:console';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { runCli } from './cli.ts';
import { processTerminal } from './terminal.ts';

/** The entry of the CLI: the only place that sets the exit code of the process. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// A command checks a handful of values and ends; compiling checks for them would take longer than the checks.
z.config({ jitless: true });

// What a user's own tools print is no part of the answer, which may be one JSON document.
globalThis.console = new Console(process.stderr);

// Ours are sentences for the user; what Node adds to them is for those who wrote the code.
process.removeAllListeners('warning');
process.on('warning', ({ name, message }) => {
  process.stderr.write(`${name === 'EngramWarning' ? 'Note' : name}: ${message}\n`);
});

// A tool of the user's that never answers lets Node run out of work; the command would end in silence.
let answered = false;
process.once('exit', () => {
  if (answered) return;
  process.stderr.write('Error: Ended before it was done: something it waited for never answered.\n');
  process.exitCode = 1;
});
process.exitCode = await runCli(process.argv.slice(2), processTerminal(), version);
answered = true;
