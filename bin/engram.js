#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

// Compiled code is kept between runs where Node can do that (22.1 and newer): the CLI starts in half the time.
module.enableCompileCache?.();

const main = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write(
    'engram is not built yet. Run "npm run build" in the engram folder, then try again.\n',
  );
  process.exitCode = 1;
}
