import { EngramError, invalidInput } from '../../errors.ts';
import type { JsonObject } from '../../json/json.ts';
import { jsonSizeUpTo } from '../../json/json-size.ts';
import {
  type KnowledgeDocument,
  type KnowledgeRecord,
  knowledgeDocumentSchema,
  knowledgeFormat,
  knowledgeRecordSchema,
  knowledgeVersion,
  maxKnowledgeBytes,
  maxKnowledgeRecords,
} from '../../records/knowledge.ts';
import { memoryContents } from '../../records/memory.ts';
import { problemOf } from '../../records/parse.ts';
import { isIntact } from './checksum.ts';

/**
 * The document that somebody hands over, checked as a whole: format, version, size, every record against its schema, every
 * checksum. The first thing that is wrong is said with its place.
 *
 * @throws `invalid_input` or `too_large`; then nothing of it may be used.
 */
export function readDocument(raw: JsonObject): KnowledgeDocument {
  const { format, version, memories } = raw;
  if (format !== knowledgeFormat)
    throw broken('format', `must be "${knowledgeFormat}". This is another kind of file`);
  if (version !== knowledgeVersion)
    throw broken(
      'version',
      `is ${JSON.stringify(version)}; this Engram reads version ${knowledgeVersion}. Export it with a version that writes that one, or update Engram`,
    );
  refuseLarge(raw);
  if (!Array.isArray(memories)) throw broken('memories', 'must be a list');
  if (memories.length > maxKnowledgeRecords)
    throw broken('memories', `has ${memories.length} records; the limit is ${maxKnowledgeRecords}`);
  const records = memories.map((record, index) => readRecord(record, `memories.${index}`));
  const head = knowledgeDocumentSchema.safeParse({ ...raw, memories: [] }, { reportInput: true });
  if (!head.success) throw broken(null, problemOf(head.error));
  if (!isIntact({ ...raw, checksum: head.data.checksum }))
    throw broken('checksum', 'does not match the file. It was changed, or something is missing');
  refuseTwice(records);
  return { ...head.data, memories: records };
}

function readRecord(raw: unknown, place: string): KnowledgeRecord {
  const parsed = knowledgeRecordSchema.safeParse(raw, { reportInput: true });
  if (!parsed.success) throw broken(place, problemOf(parsed.error));
  const record = parsed.data;
  const content = memoryContents[record.kind].safeParse(record.content, { reportInput: true });
  if (!content.success) throw broken(place, problemOf(content.error, 'content'));
  if (record.text.trim() === '' && Object.keys(record.content).length === 0)
    throw broken(place, 'needs "text" or at least one field of its kind');
  // Of what was given, not of what was read: reading trims names.
  if (!isIntact({ ...(raw as JsonObject), checksum: record.checksum }))
    throw broken(place, `does not match its checksum ("${record.id}"). It was changed or damaged`);
  return record;
}

function refuseTwice(records: readonly KnowledgeRecord[]): void {
  const places = new Map<string, number>();
  for (const [index, { id }] of records.entries()) {
    const first = places.get(id);
    if (first !== undefined) throw broken(`memories.${index}`, `has the id of memories.${first} ("${id}")`);
    places.set(id, index);
  }
}

function refuseLarge(raw: JsonObject): void {
  if (jsonSizeUpTo(raw, maxKnowledgeBytes) <= maxKnowledgeBytes) return;
  throw new EngramError(
    'too_large',
    `The knowledge file is larger than ${maxKnowledgeBytes} bytes. Export it in parts.`,
    { details: { limit: maxKnowledgeBytes } },
  );
}

function broken(place: string | null, problem: string): EngramError {
  const where = place === null ? '' : `${place} `;
  return invalidInput(`The knowledge file cannot be imported: ${where}${problem}. Nothing was written.`, {
    details: { place, fields: ['document'] },
  });
}
