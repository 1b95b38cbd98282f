// Builds dist/: the library with its dependencies left outside, and the CLI as one self-contained bundle,
// because loading a few large files starts three times faster than loading hundreds of small ones.
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

const shared = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  splitting: true,
  sourcemap: true,
  logLevel: 'warning',
};

await rm('dist', { recursive: true, force: true });
await Promise.all([
  build({
    ...shared,
    entryPoints: { index: 'src/index.ts', testing: 'src/testing/index.ts' },
    packages: 'external',
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
  }),
  build({
    ...shared,
    entryPoints: { main: 'src/interfaces/cli/main.ts' },
    external: ['@photostructure/sqlite', 'pg'],
    minifySyntax: true,
    minifyWhitespace: true,
    outdir: 'dist/cli',
  }),
]);
