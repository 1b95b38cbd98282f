// Makes a fresh clone ready: installs what package-lock.json names and builds, each only when something changed.
// Not `npm ci`: it refuses a lock file in which a registry had no binary for some other platform.
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

if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  console.error('Installing dependencies (once) …');
  execSync('npm install --no-save --no-audit --no-fund --loglevel=error', {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
if (modified('dist/cli/main.js') < Math.max(newestUnder('src'), modified('scripts/build.mjs'))) {
  console.error('Building …');
  execSync('node scripts/build.mjs', { stdio: 'inherit' });
}
