// Runs the benchmarks on code that is built the way the product is: a development loader would be measured too.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const outfile = resolve('node_modules/.cache/engram/bench.mjs');
await build({
  entryPoints: ['bench/index.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'external',
  outfile,
  logLevel: 'warning',
});
await import(pathToFileURL(outfile).href);
