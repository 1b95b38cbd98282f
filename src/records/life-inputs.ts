import * as z from 'zod';
import { field } from './field.ts';
import { lazyStrictObject } from './lazy-schema.ts';
import { outcomeSchema, recordId } from './record.ts';

/** What callers may ask for about the life of memories. Unknown fields are refused, as everywhere. */

export const pruneInput = lazyStrictObject(() => ({
  dryRun: field(z.boolean().default(false), 'Show what has expired, and remove nothing'),
}));

export const consolidateInput = lazyStrictObject(() => ({
  dryRun: field(z.boolean().default(false), 'Show what would change, and change nothing'),
}));

export const feedbackInput = lazyStrictObject(() => ({
  id: field(recordId, 'The memory that was used', { argument: true }),
  outcome: field(outcomeSchema, 'Whether it helped: success, failure or partial'),
}));
