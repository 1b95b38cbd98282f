import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const project = resolve(import.meta.dirname, '../..');

/** No step takes longer than this, even on a slow machine with a slow network. */
const maxStepMs = 480_000;

export interface Tarball {
  readonly path: string;
  readonly bytes: number;
  readonly files: readonly string[];
}

/** Runs `npm pack` in a folder. Without the build, it packs whatever is in `dist/`. */
export function pack(folder: string, { builds }: { readonly builds: boolean }): Tarball {
  const destination = mkdtempSync(join(tmpdir(), 'engram-pack-'));
  const words = ['pack', '--pack-destination', destination, ...(builds ? [] : ['--ignore-scripts'])];
  const answer = execFileSync('npm', words, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: maxStepMs,
    // npm may ignore a gentler signal while it waits for the registry.
    killSignal: 'SIGKILL',
  });
  const path = join(destination, answer.trim().split('\n').at(-1) ?? '');
  const list = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' });
  const files = list
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''));
  return { path, bytes: readFileSync(path).byteLength, files };
}

/** The project as a fresh clone would have it, but with its dependencies installed already. */
export function freshClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'engram-clone-'));
  for (const name of readdirSync(project)) {
    if (name === 'node_modules' || name === 'dist' || name.startsWith('.')) continue;
    cpSync(join(project, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** An empty project of a user. */
export function emptyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'engram-user-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  return folder;
}

/** Puts the package where npm would put it, with the dependencies of this project: needs no registry. */
export function unpackInto(folder: string, { path }: Tarball): void {
  const { dependencies, bin } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'engram'), { recursive: true });
  execFileSync('tar', ['-xzf', path, '--strip-components=1', '-C', join(modules, 'engram')]);
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(project, 'node_modules', name), join(modules, name));
  }
  mkdirSync(join(modules, '.bin'));
  symlinkSync(join('../engram', bin.engram), join(modules, '.bin/engram'));
}

const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|E5\d\d)\b/;

/** Installs the package with npm. Answers why it could not, if the registry could not be reached. */
export function installInto(folder: string, { path }: Tarball): string | undefined {
  const words = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=1', path];
  const { status, stderr } = spawnSync('npm', words, {
    cwd: folder,
    encoding: 'utf8',
    timeout: maxStepMs,
    // npm may ignore a gentler signal while it waits for the registry.
    killSignal: 'SIGKILL',
  });
  if (status === 0) return undefined;
  const [code] = unreachable.exec(stderr) ?? [];
  if (code === undefined && status !== null) throw new Error(`npm install failed: ${stderr}`);
  return `the registry cannot be reached (${code ?? 'timeout'}) and the dependencies are not cached`;
}

/** Runs a program in a folder and answers what it wrote. */
export function run(folder: string, program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: folder,
    env: { ...process.env, HOME: folder },
    encoding: 'utf8',
    timeout: maxStepMs,
    // npm may ignore a gentler signal while it waits for the registry.
    killSignal: 'SIGKILL',
  });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}: ${stderr}${stdout}`);
  return stdout;
}
