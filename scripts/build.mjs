// Builds the JavaScript of dist/ and the dashboard. `npm run build` adds the type declarations.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { build } from 'rolldown';
import { build as buildPage } from 'vite';
import { bundles } from './bundles.mjs';

// Tests build, too, and their environment would make Vite take the development build of React: larger by half, and slow.
process.env.NODE_ENV = 'production';

const dist = join(import.meta.dirname, '../dist');
/** Lines of a usual length, and nothing else is changed. */
const brokenLines = {
  minifyWhitespace: true,
  lineLimit: 300,
  legalComments: 'none',
  charset: 'utf8',
  target: 'node20.19',
  format: 'esm',
};

await rm(dist, { recursive: true, force: true });
await build(Object.values(bundles));
await breakLines();
await buildPage({ configFile: join(import.meta.dirname, '../dashboard/vite.config.ts'), logLevel: 'warn' });

/** Node prints the line of an error that nothing catches before its message: it must not be a whole file. */
async function breakLines() {
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !file.endsWith('.js')) continue;
    const { code } = await transform(await readFile(file, 'utf8'), brokenLines);
    await writeFile(file, code);
  }
}
