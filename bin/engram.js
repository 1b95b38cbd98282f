#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';

const main = new URL('../dist/cli/main.js', import.meta.url);
const words = process.argv.slice(2);

if (words.length === 1 && words[0] === '--version') {
  // Scripts ask for the version before they do anything else: that needs none of the commands.
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (existsSync(main)) {
  // Compiled code is kept between runs where Node can do that (22.1 and newer): the CLI starts in half the time.
  module.enableCompileCache?.();
  await import(main.href);
} else {
  process.stderr.write(
    'engram is not built yet. Run "npm run build" in the engram folder, then try again.\n',
  );
  process.exitCode = 1;
}
