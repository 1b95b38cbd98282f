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
 * A memory as another tool wrote it down. Fields it does not know are passed over: files made elsewhere have
 * more to say than we can keep.
 */
export const importedMemoryInput = z.object({
  agent: nameText.optional(),
  kind: z.enum(memoryKinds).default('knowledge'),
  text: storableText.default(''),
  /** The fields of its kind, or its words. */
  content: z.unknown().optional(),
  tags: z.array(nameText).default([]),
  createdAt: moment,
  session: looseId,
  position: z.number().int().nonnegative().optional(),
  externalId: looseId,
  confidence: fraction.default(0.5),
  relevance: fraction.default(0.5),
  successRate: fraction.nullable().default(null),
  expiresAt: moment,
  visibility: z.enum(['private', 'shareable']).default('private'),
});
