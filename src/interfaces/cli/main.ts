import { readFileSync } from 'node:fs';
import { runCli } from './cli.ts';
import { processTerminal } from './terminal.ts';

/** The entry of the CLI: the only place that sets the exit code of the process. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
process.exitCode = await runCli(process.argv.slice(2), processTerminal(), version);
