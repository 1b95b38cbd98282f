import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

/** A plugin that puts the values modules export in their place, so that no start computes them again. They must be JSON. */
export function computedAtBuild(modules, outside) {
  return {
    name: 'computed-at-build',
    async load(id) {
      if (!modules.includes(id)) return null;
      const values = Object.entries(await run(id, outside)).map(
        ([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
      );
      return { code: values.join('\n'), moduleType: 'js' };
    },
  };
}

/** Bundles a module into a temporary folder and imports it from there: Node 20 reads no TypeScript. */
async function run(module, outside) {
  const folder = await mkdtemp(join(tmpdir(), 'engram-build-'));
  try {
    await build({
      input: { module },
      platform: 'node',
      external: outside,
      output: { dir: folder, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    });
    return await import(pathToFileURL(join(folder, 'module.mjs')).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
