import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type EngramError, invalidInput } from '../../errors.ts';

/** A file that is being read, a piece at a time. */
export interface FileContent {
  readonly bytes: number;
  /** How much of the file has been read so far. */
  readonly bytesRead: () => number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Opens a file to be read once; one whose name ends in `.gz` is unpacked on the way. */
export function readFileContent(path: string): FileContent {
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) throw unreadable(path, 'there is no such file');
  if (file.isDirectory()) throw unreadable(path, 'it is a folder');
  const raw = createReadStream(path, { highWaterMark: 1 << 18 });
  return {
    bytes: file.size,
    bytesRead: () => raw.bytesRead,
    content: guarded(path.endsWith('.gz') ? raw.pipe(createGunzip()) : raw, raw, path),
  };
}

async function* guarded(content: Readable, raw: Readable, path: string): AsyncGenerator<Uint8Array> {
  // Errors do not travel along a pipe by themselves.
  raw.on('error', (error) => content.destroy(error));
  try {
    yield* content as AsyncIterable<Uint8Array>;
  } catch (cause) {
    const { code = (cause as Error).message } = cause as NodeJS.ErrnoException;
    throw unreadable(path, inWords[code] ?? code);
  } finally {
    raw.destroy();
  }
}

const inWords: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'it is cut short; what came before stays imported',
  Z_DATA_ERROR: 'it is not gzip, as its name says, or damaged',
};

/** Why a file cannot be used, with its place. */
export function unreadable(path: string, reason: string): EngramError {
  return invalidInput(`The file ${path} cannot be read: ${reason}.`, { details: { path } });
}
