import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

/** A plugin that puts the values a module exports in its place, so that no start computes them again. They must be JSON. */
export function computedAtBuild(path, outside) {
  return {
    name: 'computed-at-build',
    async load(id) {
      if (id !== path) return null;
      const values = Object.entries(await run(path, outside)).map(
        ([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
      );
      return { code: values.join('\n'), moduleType: 'js' };
    },
  };
}

/** Bundles a module into a temporary folder and imports it from there: Node 20 reads no TypeScript. */
async function run(path, outside) {
  const folder = await mkdtemp(join(tmpdir(), 'engram-build-'));
  try {
    await build({
      input: { module: path },
      platform: 'node',
      external: outside,
      output: { format: 'esm', dir: folder, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    });
    return await import(pathToFileURL(join(folder, 'module.mjs')).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
