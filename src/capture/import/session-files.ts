import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openForeignDatabase } from '../../store/sqlite/foreign-database.ts';
import { readFileContent, unreadable } from './file-content.ts';
import { magicLength, readerFor, readSessions } from './read.ts';
import type { ImportFormat, ImportItem } from './records.ts';
import { readSessionDatabase } from './session-database.ts';

/** Files in a folder that may hold sessions. */
const names = /\.(?:jsonl?|ndjson|db|sqlite3?)(?:\.gz)?$/i;

/** The file itself, or the files of a folder and its subfolders that may hold sessions, sorted by name. */
export function sessionFilesIn(path: string): string[] {
  const place = statSync(path, { throwIfNoEntry: false });
  if (place === undefined) throw unreadable(path, 'there is no such file');
  if (!place.isDirectory()) return [path];
  const files = [...filesBelow(path)].filter((file) => names.test(file)).sort();
  if (files.length > 0) return files;
  throw unreadable(path, 'the folder holds no .json, .jsonl, .ndjson, .db or .sqlite file');
}

/** Links to folders are not followed, since they may lead back; a link that leads nowhere is no file. */
function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile() || (entry.isSymbolicLink() && isFile(path))) yield path;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Reads the sessions of one file in any of the known forms. Gzipped files are unpacked on the way. */
export async function* readSessionFile(path: string, format: ImportFormat): AsyncGenerator<ImportItem> {
  const source = { name: basename(path), format };
  if (!path.endsWith('.gz') && readerFor(source, firstBytes(path)) === 'sqlite') {
    const database = await openForeignDatabase(path);
    try {
      yield* readSessionDatabase(database.query);
    } finally {
      database.close();
    }
    return;
  }
  yield* readSessions(readFileContent(path).content, source);
}

function firstBytes(path: string): Uint8Array {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const bytes = new Uint8Array(magicLength);
    return bytes.subarray(0, readSync(file, bytes, 0, magicLength, 0));
  } catch (cause) {
    throw unreadable(path, (cause as NodeJS.ErrnoException).code ?? 'unknown');
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
