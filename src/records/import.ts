import * as z from 'zod';
import { isJsonObject, textProblem } from '../json/json.ts';
import { maxValueBytes, nameText, storableText } from '../text/text.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { memoryKinds } from './memory-kinds.ts';
import { count } from './number.ts';
import { fraction, latestMoment, outcomeSchema, recordId, timestamp } from './record.ts';

/** The forms a session made elsewhere may have; `auto` looks at the first bytes and at each record. */
export const importFormats = ['auto', 'openai', 'anthropic', 'jsonl', 'sqlite'] as const;

/** A moment: milliseconds since 1970, or a date as ISO 8601 writes it. */
const moment = lazySchema(() =>
  z.preprocess(
    (value) => (typeof value === 'string' ? Date.parse(value) : (value ?? undefined)),
    timestamp.optional(),
  ),
);

/** Names that some sources write as numbers. */
const looseId = lazySchema(() =>
  z.preprocess(
    (value) => (Number.isSafeInteger(value) ? String(value) : (value ?? undefined)),
    recordId.optional(),
  ),
);

/**
 * A memory as another tool wrote it down. Unknown fields are ignored: files made elsewhere have more to say than we can
 * keep. Defaults are set where it is read.
 */
export type ImportedMemory = z.output<typeof importedMemoryInput>;
export const importedMemoryInput = lazyObject(() => ({
  agent: nameText.optional(),
  /** `knowledge` by default. */
  kind: z.enum(memoryKinds).optional(),
  text: storableText.optional(),
  /** The fields of its kind, or its words. */
  content: z.unknown().optional(),
  tags: z.array(nameText).optional(),
  createdAt: moment,
  session: looseId,
  position: count.optional(),
  externalId: looseId,
  confidence: fraction.optional(),
  relevance: fraction.optional(),
  successRate: fraction.nullish(),
  expiresAt: moment,
  visibility: z.enum(['private', 'shareable']).optional(),
}));

/** The result of importing memories. */
export const importReportSchema = lazyObject(() => ({
  imported: count,
  /** Were there already, under the same external id; they stay as they are. */
  already: count,
  /** Those that could not be taken, each with its place in the list, counted from 0. */
  skipped: z.array(z.object({ item: count, reason: z.string() })).readonly(),
}));

/** One session that was brought in: a run with its steps, and the session with its messages. */
const importedSessionSchema = lazyObject(() => ({
  runId: z.string(),
  sessionId: z.string(),
  description: z.string(),
  steps: count,
  failedSteps: count,
  messages: count,
  outcome: outcomeSchema.nullable(),
  /** Was there before; what was new in it has been added. */
  already: z.boolean(),
}));

/** The result of importing sessions. */
export const sessionImportSchema = lazyObject(() => ({
  runs: z.array(importedSessionSchema).readonly(),
  /** Records that could not be read, or not be kept, each with its place. */
  skipped: z.array(z.object({ place: z.string(), reason: z.string() })).readonly(),
  /** Readable records that are neither messages nor calls. */
  ignored: count,
}));

/**
 * Whether a record is plainly in order, so that the schema would take it as it is. Most are, and this takes a
 * tenth of the time; files have a hundred thousand lines. What is not plain is left to the schema.
 */
export function isPlainlyValid(raw: unknown): raw is ImportedMemory {
  if (!isJsonObject(raw)) return false;
  const { agent, kind, text, tags, createdAt, session, position, externalId } = raw;
  return (
    [agent, session, externalId].every((name) => name === undefined || isPlainName(name)) &&
    (kind === undefined || kinds.has(kind)) &&
    (text === undefined || isPlainText(text)) &&
    (tags === undefined || (Array.isArray(tags) && tags.every(isPlainName))) &&
    [createdAt, position].every((number) => number === undefined || isCount(number)) &&
    !rareFields.some((field) => raw[field] !== undefined)
  );
}

const kinds: ReadonlySet<unknown> = new Set(memoryKinds);
const rareFields = ['confidence', 'relevance', 'successRate', 'expiresAt', 'visibility'];

/** Printable ASCII that neither begins nor ends with a space, and is not all dots: two such names are refused. */
function isPlainName(value: unknown): boolean {
  return typeof value === 'string' && /^(?!\.+$)[!-~](?:[ -~]{0,198}[!-~])?$/.test(value);
}

function isPlainText(value: unknown): boolean {
  return typeof value === 'string' && value.length * 3 <= maxValueBytes && textProblem(value) === undefined;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= latestMoment;
}
