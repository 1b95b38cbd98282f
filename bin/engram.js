#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write(
    'engram is not built yet. Run "npm run build" in the engram folder, then try again.\n',
  );
  process.exitCode = 1;
}
