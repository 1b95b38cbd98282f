import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { EngramError } from '../../../errors.ts';
import type { Terminal } from '../terminal.ts';

/** A line of a file: its number, counted from 1, and its text. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** A file that is being read: its size if known, and how much of it has been read. */
export interface OpenFile {
  readonly bytes: number | null;
  readonly bytesRead: () => number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Longer lines than this are no records, and would only fill the memory. */
const longestLine = 100_000_000;

/** Opens a file, a gzipped file, or standard input for "-". */
export async function openFile(source: string, terminal: Terminal): Promise<OpenFile> {
  if (source === '-') {
    const input = await terminal.readInput();
    return { bytes: input.length, bytesRead: () => input.length, content: pieces(input) };
  }
  const path = resolve(terminal.folder, source);
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) throw unreadable(path, 'ENOENT');
  if (file.isDirectory()) throw unreadable(path, 'it is a folder');
  const raw = createReadStream(path, { highWaterMark: 1 << 18 });
  return {
    bytes: file.size,
    bytesRead: () => raw.bytesRead,
    content: guarded(path.endsWith('.gz') ? raw.pipe(createGunzip()) : raw, raw, path),
  };
}

async function* pieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

async function* guarded(content: Readable, raw: Readable, path: string): AsyncGenerator<Uint8Array> {
  // Errors do not travel along a pipe by themselves.
  raw.on('error', (error) => content.destroy(error));
  try {
    yield* content as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw unreadable(path, (cause as NodeJS.ErrnoException).code ?? (cause as Error).message);
  } finally {
    raw.destroy();
  }
}

function unreadable(path: string, reason: string): EngramError {
  return new EngramError('invalid_input', `The file ${path} cannot be read (${reason}).`, {
    details: { path },
  });
}

/** The lines of a file, as many at a time as were read at once. Blank ones are left out. */
export async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Line[]> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let number = 0;
  const numbered = (texts: readonly string[]): Line[] =>
    texts.map((text) => ({ number: ++number, text })).filter(({ text }) => text.trim() !== '');
  for await (const bytes of content) {
    const texts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = texts.pop() ?? '';
    if (rest.length > longestLine) {
      throw new EngramError('too_large', `Line ${number + 1} is longer than ${longestLine} characters.`);
    }
    yield numbered(texts);
  }
  yield numbered([rest + decoder.decode()]);
}
