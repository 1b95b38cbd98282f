import * as z from 'zod';
import { memoryKinds } from './memory-kinds.ts';
import { fraction, recordId, timestamp } from './record.ts';
import { nameText, storableText } from './text.ts';

/** A moment: milliseconds since 1970, or a date as ISO 8601 writes it. */
const moment = z.preprocess(
  (value) => (typeof value === 'string' ? Date.parse(value) : value),
  timestamp.optional(),
);

/** Names that some sources write as numbers. */
const looseId = z.preprocess(
  (value) => (Number.isSafeInteger(value) ? String(value) : value),
  recordId.optional(),
);

/**
 * A memory as another tool wrote it down. Defaults are left to whoever reads it: filling them in here takes
 * longer than all the checks, and files have a hundred thousand lines. Fields it does not know are passed over: files made elsewhere have
 * more to say than we can keep.
 */
export const importedMemoryInput = z.object({
  agent: nameText.optional(),
  /** `knowledge` when it is not said. */
  kind: z.enum(memoryKinds).optional(),
  text: storableText.optional(),
  /** The fields of its kind, or its words. */
  content: z.unknown().optional(),
  tags: z.array(nameText).optional(),
  createdAt: moment,
  session: looseId,
  position: z.number().int().nonnegative().optional(),
  externalId: looseId,
  confidence: fraction.optional(),
  relevance: fraction.optional(),
  successRate: fraction.nullish(),
  expiresAt: moment,
  visibility: z.enum(['private', 'shareable']).optional(),
});
