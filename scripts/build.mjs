// Builds dist/: the library with its dependencies left outside, and the CLI as one self-contained bundle,
// because loading a few large files starts three times faster than loading hundreds of small ones.
import { readFile, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const { dependencies, peerDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
// Whatever a user of the library has not installed is bundled: the MCP client, as a chunk that is loaded when needed.
const installed = [...Object.keys(dependencies), ...Object.keys(peerDependencies)].flatMap((name) => [
  name,
  `${name}/*`,
]);

const shared = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  splitting: true,
  sourcemap: true,
  logLevel: 'warning',
  // The MCP client starts programs by a package in the older form, which asks for `require`.
  banner: {
    js: "import { createRequire as createRequireOfNode } from 'node:module'; const require = createRequireOfNode(import.meta.url);",
  },
};

await rm('dist', { recursive: true, force: true });
await Promise.all([
  build({
    ...shared,
    entryPoints: {
      index: 'src/index.ts',
      testing: 'src/testing/index.ts',
      'ai-sdk': 'src/adapters/ai-sdk/index.ts',
    },
    external: installed,
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
