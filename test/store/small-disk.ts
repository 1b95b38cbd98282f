import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** A disk of a few megabytes. Mounting takes rights that not every machine gives; without them the test is skipped. */
export function aSmallDisk(context: TestContext, megabytes: number): string {
  const disk = join(temporaryFolder(), 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    context.skip('a small disk cannot be mounted here: it takes Linux and root');
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
  return disk;
}

/** Takes all the space there is. Returns how to give it back. */
export function fillDisk(disk: string): () => void {
  const { bavail, bsize } = statfsSync(disk);
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  return () => rmSync(ballast);
}
