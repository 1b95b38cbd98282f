import * as z from 'zod';
import { storableText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { memorySchema } from './memory.ts';
import { recordId, timestamp } from './record.ts';

/** Why a memory was changed after it was recorded. */
export const revisionReasons = [
  'confirmed',
  'contradicted',
  'promoted',
  'demoted',
  'merged',
  'superseded',
  'summarised',
  'archived',
  'restored',
  /** Its owner or its source says something else now. */
  'updated',
] as const;
export type RevisionReason = (typeof revisionReasons)[number];

/** One change of a memory: why, and what it was before. */
export type Revision = z.infer<typeof revisionSchema>;
export const revisionSchema = lazyObject(() => ({
  at: timestamp,
  reason: z.enum(revisionReasons),
  /** The reason in words, for a person. */
  note: storableText.default(''),
  before: memorySchema,
}));

/** A run that received a memory. Its outcome counts for or against the memory, once. */
export type MemoryUse = z.infer<typeof memoryUseSchema>;
export const memoryUseSchema = lazyObject(() => ({
  memoryId: recordId,
  runId: recordId,
  at: timestamp,
  /** Whether the outcome of the run has been counted. */
  settled: z.boolean().default(false),
}));
