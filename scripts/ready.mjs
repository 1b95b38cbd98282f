// Makes a fresh clone ready: installs what package-lock.json names and builds, each only when something changed.
import './install.mjs';
import { execSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));

const modified = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

const newestUnder = (folder) =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => modified(join(entry.parentPath, entry.name))),
  );

const buildScripts = ['scripts/build.mjs', 'scripts/bundles.mjs', 'scripts/computed-at-build.mjs'];
if (modified('dist/cli/main.js') < Math.max(newestUnder('src'), ...buildScripts.map(modified))) {
  console.error('Building …');
  execSync('node scripts/build.mjs', { stdio: 'inherit' });
}
