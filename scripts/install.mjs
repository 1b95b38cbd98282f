// Installs what package-lock.json names, when it changed since the last time.
// Not `npm ci`: it refuses a lock file in which a registry had no binary for some other platform.
import { execSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');
const installed = join(project, 'node_modules/.package-lock.json');

const isInstalled =
  existsSync(installed) &&
  statSync(installed).mtimeMs >= statSync(join(project, 'package-lock.json')).mtimeMs;

if (!isInstalled) {
  console.error('Installing dependencies (once) …');
  // `npm pack --dry-run` would otherwise hand its option down, and nothing would be installed.
  const { npm_config_dry_run, ...environment } = process.env;
  execSync('npm install --no-save --no-audit --no-fund --loglevel=error', {
    cwd: project,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
