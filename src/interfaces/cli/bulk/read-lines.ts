import { resolve } from 'node:path';
import { type FileContent, readFileContent } from '../../../capture/import/file-content.ts';
import { EngramError } from '../../../errors.ts';
import type { Terminal } from '../terminal.ts';

/** A line of a file: its number, counted from 1, and its text. */
export interface FileLine {
  readonly number: number;
  readonly text: string;
}

/** Longer lines than this are no records, and would only fill the memory. */
const maxLineLength = 100_000_000;

/** Opens a file, a gzipped file, or standard input for "-". */
export async function openFile(source: string, terminal: Terminal): Promise<FileContent> {
  if (source !== '-') return readFileContent(resolve(terminal.folder, source));
  const input = await terminal.readInput();
  async function* content(): AsyncGenerator<Uint8Array> {
    yield input;
  }
  return { bytes: input.length, bytesRead: () => input.length, content: content() };
}

/** The lines of a file, in batches of one chunk. Blank lines are left out. */
export async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine[]> {
  let number = 0;
  for await (const texts of textsOf(content)) {
    yield texts.map((text) => ({ number: ++number, text })).filter(({ text }) => text.trim() !== '');
  }
}

/** Every line of a file, blank ones too, without its line break. A line break at the end begins no further line. */
export async function* everyLineOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let before: string | undefined;
  for await (const texts of textsOf(content)) {
    for (const text of texts) {
      if (before !== undefined) yield before;
      before = text.endsWith('\r') ? text.slice(0, -1) : text;
    }
  }
  if (before !== undefined && before !== '') yield before;
}

/** The texts between line breaks, in batches of one chunk. */
async function* textsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let number = 0;
  for await (const bytes of content) {
    const texts = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = texts.pop() ?? '';
    if (rest.length > maxLineLength) {
      throw new EngramError(
        'too_large',
        `Line ${number + texts.length + 1} is longer than ${maxLineLength} characters.`,
      );
    }
    number += texts.length;
    yield texts;
  }
  yield [rest + decoder.decode()];
}
