import * as z from 'zod';
import { storableText } from '../text/text.ts';
import { lazySchema } from './lazy-schema.ts';
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
] as const;
export type RevisionReason = (typeof revisionReasons)[number];

/** One change of a memory: why, and what it was before. */
export const revisionSchema = lazySchema(() =>
  z.object({
    at: timestamp,
    reason: z.enum(revisionReasons),
    /** The reason in words, for a person. */
    note: storableText.default(''),
    before: memorySchema,
  }),
);
/** One change of a memory, with what it was before. */
export type Revision = z.infer<typeof revisionSchema>;

/** That a run was given a memory. What came of the run speaks for or against the memory, once. */
export const memoryUseSchema = lazySchema(() =>
  z.object({
    memoryId: recordId,
    runId: recordId,
    at: timestamp,
    /** Whether the outcome of the run has been counted. */
    settled: z.boolean().default(false),
  }),
);
/** That a run was given a memory. */
export type MemoryUse = z.infer<typeof memoryUseSchema>;
