// What is built into dist/: the library with its dependencies left outside, and the CLI with them inside,
// because loading a few large files starts three times faster than loading hundreds of small ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');

const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
// Whatever a user of the library has not installed is bundled: the MCP client, as a chunk that is loaded when needed.
const installed = [...Object.keys(dependencies), ...Object.keys(peerDependencies)].flatMap((name) => [
  name,
  `${name}/*`,
]);

const shared = {
  absWorkingDir: project,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  splitting: true,
  logLevel: 'warning',
  // The MCP client starts programs by a package in the older form, which asks for `require`.
  banner: {
    js: "import { createRequire as createRequireOfNode } from 'node:module'; const require = createRequireOfNode(import.meta.url);",
  },
};

/** Options of esbuild, by the name of what they build. */
export const bundles = {
  library: {
    ...shared,
    entryPoints: {
      index: 'src/index.ts',
      testing: 'src/testing/index.ts',
      'ai-sdk': 'src/adapters/ai-sdk/index.ts',
    },
    external: installed,
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
  },
  cli: {
    ...shared,
    entryPoints: { main: 'src/interfaces/cli/main.ts' },
    external: ['@photostructure/sqlite', 'pg'],
    minifySyntax: true,
    minifyWhitespace: true,
    outdir: 'dist/cli',
  },
};
