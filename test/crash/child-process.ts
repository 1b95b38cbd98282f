import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { onTestFinished } from 'vitest';

const cache = join(import.meta.dirname, '../../node_modules/.cache/engram-tests');

/**
 * Bundles a TypeScript program into a file that node can run, and returns its path. It lies below
 * node_modules, so that the packages it leaves outside are found from there.
 */
export async function bundle(entry: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'program-'));
  // Some tests run the program as another user.
  chmodSync(folder, 0o755);
  const outfile = join(folder, basename(entry).replace(/\.ts$/, '.js'));
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    outfile,
    logLevel: 'warning',
  });
  return outfile;
}

/** Removes what `bundle` made. */
export function removeBundle(outfile: string): void {
  rmSync(join(outfile, '..'), { recursive: true, force: true });
}

interface Ended {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

/** A process of our own: it never outlives its test. */
export function start(
  program: string,
  programArguments: readonly string[],
  options: SpawnOptions = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, ...programArguments], {
    ...options,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = new Promise<Pick<Ended, 'exitCode' | 'signal'>>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  const ended = Promise.all([exit, text(child.stdout), text(child.stderr)]).then(
    ([{ exitCode, signal }, output, errors]) => ({ exitCode, signal, output, errors }),
  );
  return { child, ended };
}
