import { EngramError, invalidInput } from '../../errors.ts';
import { importFormats } from '../../records/import.ts';
import { linesOf, maxTextBytes, type TextLine } from './lines.ts';
import { type ImportFormat, type ImportItem, skipped } from './records.ts';
import { readValue } from './shapes.ts';
import { newStream, type Stream } from './stream.ts';
import { parseJson } from './text-to-json.ts';

/** What a reader is told about its source. */
export interface ImportSource {
  /** Name of the file: part of the id of sessions that have none. Without its folder, so that moving changes nothing. */
  readonly name: string;
  readonly format: ImportFormat;
  /** Bytes a line or document may have; 100 MB by default. */
  readonly maximumBytes?: number;
}

/** With this many unreadable lines and no readable one, it is another kind of file. */
const maxUnreadableLines = 100;

/**
 * Sessions from text: a JSON document or JSON Lines, in any of the forms that `readValue` knows. Lines are read one
 * at a time and forgotten; a document is parsed whole. A bad record is yielded as `skipped` and stops nothing.
 *
 * @throws EngramError `invalid_input` when nothing in it can be read, `too_large` for a document over the limit.
 * @example
 * for await (const item of readSessions(createReadStream(path), { name: 'chat.jsonl', format: 'auto' })) …
 */
export async function* readSessions(
  chunks: AsyncIterable<Uint8Array>,
  source: ImportSource,
): AsyncGenerator<ImportItem> {
  const maximumBytes = source.maximumBytes ?? maxTextBytes;
  const lines = linesOf(chunks, maximumBytes);
  const stream = newStream(source.name);
  let understood = false;
  let firstProblem = 'it is empty';
  let problems = 0;
  for await (const item of itemsOf(stream, lines, source, maximumBytes)) {
    if (item.kind !== 'skipped') understood = true;
    else if (problems === 0) firstProblem = `${item.place} ${item.reason}`;
    problems += item.kind === 'skipped' ? 1 : 0;
    yield item;
    if (source.format === 'auto' && !understood && problems >= maxUnreadableLines) break;
  }
  if (!understood) throw unreadable(source, firstProblem);
}

async function* itemsOf(
  stream: Stream,
  lines: AsyncGenerator<TextLine>,
  source: ImportSource,
  maximumBytes: number,
): AsyncGenerator<ImportItem> {
  let isFirst = true;
  for await (const line of lines) {
    if (isFirst && source.format !== 'jsonl' && beginsDocument(line)) {
      yield* readValue(stream, await wholeDocument(line, lines, source, maximumBytes), 'document');
      return;
    }
    isFirst = false;
    yield* readLine(stream, line);
  }
}

function* readLine(stream: Stream, line: TextLine): Generator<ImportItem> {
  const place = `line ${line.number}`;
  if ('problem' in line) {
    yield skipped(place, line.problem);
    return;
  }
  const parsed = parseJson(line.text);
  if (parsed !== undefined) yield* readValue(stream, parsed.value, place);
  else yield skipped(place, line.ended ? 'is not JSON' : 'is not JSON; the file may have been cut off here');
}

/** A first line that ends in the middle of a value, as indented JSON does. */
function beginsDocument(line: TextLine): boolean {
  return 'text' in line && /^\s*[[{]/.test(line.text) && /[[{,:]\s*$/.test(line.text.slice(-100));
}

async function wholeDocument(
  first: TextLine,
  rest: AsyncGenerator<TextLine>,
  source: ImportSource,
  maximumBytes: number,
): Promise<unknown> {
  const texts: string[] = [];
  let length = 0;
  const add = (line: TextLine): void => {
    if ('problem' in line) throw unreadable(source, `line ${line.number} ${line.problem}`);
    texts.push(line.text);
    length += Buffer.byteLength(line.text) + 1;
    if (length > maximumBytes) throw tooLarge(source, maximumBytes);
  };
  add(first);
  for await (const line of rest) add(line);
  const parsed = parseJson(texts.join('\n'));
  if (parsed === undefined) throw unreadable(source, 'it begins as a JSON document and is none');
  return parsed.value;
}

function tooLarge(source: ImportSource, maximumBytes: number): EngramError {
  return new EngramError(
    'too_large',
    `"${source.name}" is one JSON document of more than ${maximumBytes} bytes. Write it as JSON Lines, one conversation a line; those are read one at a time.`,
    { details: { name: source.name, maximumBytes } },
  );
}

function unreadable(source: ImportSource, reason: string): EngramError {
  return invalidInput(
    `Nothing in "${source.name}" can be read as a session: ${reason}. Known formats: ${importFormats.join(', ')}.`,
    { details: { name: source.name, format: source.format, formats: importFormats } },
  );
}

const sqliteMagic = new TextEncoder().encode('SQLite format 3\u0000');
/** How many first bytes `readerFor` needs. */
export const magicLength: number = sqliteMagic.length;

/**
 * Which reader a file needs, from its first bytes: `readSessions` for text, `readSessionDatabase` for SQLite.
 *
 * @throws EngramError `invalid_input` when the format that was asked for is another one.
 */
export function readerFor(source: ImportSource, firstBytes: Uint8Array): 'text' | 'sqlite' {
  const isSqlite = sqliteMagic.every((byte, index) => firstBytes[index] === byte);
  if (isSqlite && source.format !== 'auto' && source.format !== 'sqlite') {
    throw unreadable(source, `it is a SQLite database, not ${source.format}`);
  }
  if (!isSqlite && source.format === 'sqlite') throw unreadable(source, 'it is not a SQLite database');
  return isSqlite ? 'sqlite' : 'text';
}
