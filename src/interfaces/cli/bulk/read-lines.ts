import { resolve } from 'node:path';
import { EngramError } from '../../../errors.ts';
import { type FileContent, readFileContent } from '../../../file-content.ts';
import type { Terminal } from '../terminal.ts';

/** A line of a file: its number, counted from 1, and its text. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Longer lines than this are no records, and would only fill the memory. */
const longestLine = 100_000_000;

/** Opens a file, a gzipped file, or standard input for "-". */
export async function openFile(source: string, terminal: Terminal): Promise<FileContent> {
  if (source !== '-') return readFileContent(resolve(terminal.folder, source));
  const input = await terminal.readInput();
  async function* content(): AsyncGenerator<Uint8Array> {
    yield input;
  }
  return { bytes: input.length, bytesRead: () => input.length, content: content() };
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
