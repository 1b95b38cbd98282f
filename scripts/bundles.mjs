// What is built into dist/: the library with its dependencies left outside, and the CLI with them inside,
// because loading a few large files starts three times faster than loading hundreds of small ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computedAtBuild } from './computed-at-build.mjs';

const project = join(import.meta.dirname, '..');
const source = (path) => join(project, 'src', path);

const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
const dependencyNames = Object.keys({ ...dependencies, ...peerDependencies });
/** Loaded only where they are needed, and not to be bundled: one is native code, two are for users to install. */
const drivers = ['@photostructure/sqlite', 'pg', '@dbos-inc/dbos-sdk', '@honcho-ai/sdk'];
const leaveOutside = (names) => (id) => names.some((name) => id === name || id.startsWith(`${name}/`));

/** Their values depend on nothing but the source, and take long to compute. */
const computed = computedAtBuild(
  [source('interfaces/cli/command-table.ts'), source('config/default-settings.ts')],
  leaveOutside(drivers),
);

/** Everything these modules import at once, at any depth; what they load on demand is left out. */
function importedBy(modules, getModuleInfo) {
  const imported = new Set();
  const pending = [...modules];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const next of getModuleInfo(id)?.importedIds ?? []) {
      if (imported.has(next)) continue;
      imported.add(next);
      pending.push(next);
    }
  }
  return imported;
}

/**
 * One file for modules that are loaded together, with all they import, where the bundler would write forty: one for each set of
 * modules that the parts loaded on demand share. The entries stay outside: a part must be able to import this file while
 * an entry awaits the part. A module that two groups need is in the first.
 */
function loadedTogether(name, modules, entries, priority) {
  let together;
  return {
    name,
    priority,
    test: (id) => together?.has(id) === true,
    plugin: {
      name: `together-in-${name}`,
      buildStart() {
        together = undefined;
      },
      buildEnd() {
        together = importedBy(modules, (id) => this.getModuleInfo(id));
        for (const module of modules) if (!entries.includes(module)) together.add(module);
      },
    },
  };
}

function bundle({ entries, together, outside, ...output }) {
  const groups = Object.entries(together).map(([name, modules], place, all) =>
    loadedTogether(name, modules, Object.values(entries), all.length - place),
  );
  return {
    input: entries,
    cwd: project,
    platform: 'node',
    external: leaveOutside(outside),
    plugins: [...groups.map(({ plugin }) => plugin), computed],
    transform: { target: 'node20.19' },
    // A store that is opened on demand is one file, however many ways lead there.
    checks: { ineffectiveDynamicImport: false, pluginTimings: false },
    output: {
      format: 'esm',
      codeSplitting: { groups: groups.map(({ plugin: _, ...group }) => group) },
      ...output,
    },
  };
}

/** Options of the bundler, by the name of what they build. */
export const bundles = {
  library: bundle({
    entries: {
      index: source('index.ts'),
      testing: source('testing/index.ts'),
      'ai-sdk': source('adapters/ai-sdk/index.ts'),
    },
    together: { core: [source('index.ts')] },
    // Whatever a user of the library has not installed is bundled: the MCP client, as a part that is loaded on demand.
    outside: dependencyNames,
    dir: join(project, 'dist'),
    // Without comments and spaces, which are a third of what is downloaded; names stay for whoever reads a stack.
    minify: { compress: true, mangle: false, codegen: true },
    chunkFileNames: 'chunks/[name]-[hash].js',
  }),
  cli: bundle({
    entries: { main: source('interfaces/cli/main.ts') },
    together: {
      // Nearly every command opens a SQLite file, and most are about memories.
      core: [
        source('interfaces/cli/main.ts'),
        source('store/sqlite/deferred-sqlite.ts'),
        source('operations/memories.ts'),
      ],
      // A file takes some milliseconds to load, and a search by a coding agent's hook is a process of its own.
      search: [
        source('interfaces/cli/bulk/search-queries.ts'),
        source('recall/index.ts'),
        source('providers/open-embedder.ts'),
        source('providers/static-embedder/static-embedder.ts'),
        source('store/sql/commit.ts'),
      ],
      // So is a question of an agent in the middle of its work.
      ask: [source('learn/failures/recognise.ts'), source('learn/decisions/suggest.ts')],
      write: [source('capture/redact-command.ts'), source('store/records/records.ts')],
    },
    outside: drivers,
    dir: join(project, 'dist/cli'),
    minify: true,
    chunkFileNames: '[name]-[hash].js',
  }),
};
