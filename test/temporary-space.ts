import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const enoughBytes = 2 ** 30;

/** Thousands of small databases are made and removed; where files can lie in memory, that takes a fraction of the time. */
function roomyFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= enoughBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Gives all tests one folder for temporary files and removes it in the end, whatever they left there. */
export default function makeTemporarySpace(): () => void {
  const folder = mkdtempSync(join(roomyFolder(), 'engram-tests-'));
  // Some tests run programs as another user.
  chmodSync(folder, 0o1777);
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  return () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true, force: true });
  };
}
