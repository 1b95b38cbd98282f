import { resolve } from 'node:path';
import { EngramError, invalidInput } from '../../../errors.ts';
import type { Json } from '../../../json/json.ts';
import { type CommandCall, written } from '../call.ts';
import { safe } from '../present/presenter.ts';
import { refusePlace, writeWhole } from '../whole-file.ts';
import { openFile } from './read-lines.ts';

/** What was exported is for who asked for it. */
const forItsOwner = 0o600;

/**
 * Writes the answer of an export to the file that was named, and says so; without a name it is left to be printed.
 *
 * @param describe What is in it, in words.
 */
export async function writeJsonFile<Answer>(
  { own, terminal, paint, asJson }: CommandCall,
  perform: () => Promise<Answer>,
  describe: (answer: Answer) => string,
): Promise<unknown> {
  if (typeof own['file'] !== 'string') return undefined;
  const path = resolve(terminal.folder, own['file']);
  refusePlace(path);
  const answer = await perform();
  writeWhole(path, `${printableJson(answer)}\n`, forItsOwner);
  terminal.write(
    asJson
      ? `${JSON.stringify({ file: path })}\n`
      : `${paint.good('Wrote')} ${describe(answer)} to ${safe(path)}\n`,
  );
  return written;
}

/** JSON for people and files. Characters that a terminal would obey are written as escapes. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The JSON of a file; "-" reads standard input. */
export async function readJsonFile(
  { own, terminal }: CommandCall,
  maxBytes: number,
): Promise<Json | undefined> {
  const source = own['file'];
  if (typeof source !== 'string') return undefined;
  const file = await openFile(source, terminal);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of file.content) {
    bytes += piece.length;
    if (bytes > maxBytes)
      throw new EngramError('too_large', `The file ${source} is larger than ${maxBytes} bytes.`, {
        details: { limit: maxBytes },
      });
    pieces.push(piece);
  }
  try {
    // A file may begin with a byte order mark.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
    return JSON.parse(text) as Json;
  } catch (cause) {
    const reason =
      cause instanceof SyntaxError ? `it is not valid JSON: ${cause.message}` : 'it is not valid UTF-8';
    throw invalidInput(`The file ${source} cannot be imported: ${reason}. Nothing was written.`, {
      details: { path: source },
      cause,
    });
  }
}
