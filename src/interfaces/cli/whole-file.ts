import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { invalidInput } from '../../errors.ts';

/** Refuses a place where no file can be. */
export function refusePlace(path: string): void {
  const folder = dirname(path);
  if (!isFolder(folder)) throw invalidInput(`There is no folder ${folder}. Create it, or name another file.`);
  if (isFolder(path)) throw invalidInput(`${path} is a folder. Name a file in it.`);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Writes a file. A reader, such as a browser, sees the old file or the new one and never half of it.
 *
 * @param mode Who may read it; like other files unless said.
 */
export function writeWhole(path: string, content: string, mode?: number): void {
  const draft = join(dirname(path), `.engram-${process.pid}.tmp`);
  try {
    writeFileSync(draft, content, mode === undefined ? {} : { mode });
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    const { code } = cause as NodeJS.ErrnoException;
    throw invalidInput(`The file ${path} cannot be written (${code}).`, { cause });
  }
}
