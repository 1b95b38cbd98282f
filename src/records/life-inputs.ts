import * as z from 'zod';
import { meanings } from './field.ts';
import { lazySchema } from './lazy-schema.ts';
import { outcomeSchema, recordId } from './record.ts';

/** What callers may ask for about the life of memories. Unknown fields are refused, as everywhere. */

export const pruneInput = lazySchema(() =>
  z.strictObject({
    dryRun: z.boolean().default(false).describe('Show what has expired, and remove nothing'),
  }),
);

export const consolidateInput = lazySchema(() =>
  z.strictObject({
    dryRun: z.boolean().default(false).describe('Show what would change, and change nothing'),
  }),
);

export const feedbackInput = lazySchema(() =>
  z.strictObject({
    id: recordId.describe('The memory that was used').register(meanings, { argument: true }),
    outcome: outcomeSchema.describe('Whether it helped: success, failure or partial'),
  }),
);
