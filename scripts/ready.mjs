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
const newestSource = Math.max(...['src', 'dashboard'].map(newestUnder), ...buildScripts.map(modified));
// The dashboard is built last.
if (modified('dist/dashboard/index.html') < newestSource) {
  console.error('Building …');
  execSync('node scripts/build.mjs', { stdio: 'inherit' });
}
