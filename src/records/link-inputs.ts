import * as z from 'zod';
import { storableText } from '../text/text.ts';
import { field } from './field.ts';
import { lazyObject, lazySchema, lazyStrictObject } from './lazy-schema.ts';
import { linkKinds, type Memory, memorySchema } from './memory.ts';
import { relations } from './memory-link.ts';
import { recordId, timestamp } from './record.ts';

/** What callers may ask for about links between memories. */

const ends = () => ({
  from: field(recordId, 'The memory that the link is about', { argument: true }),
  relation: field(z.enum(relations), 'What it is to the other one', { argument: true }),
  to: field(recordId, 'The other memory', { argument: true }),
});

export const linkInput = lazyStrictObject(() => ({
  ...ends(),
  note: field(storableText.default(''), 'Why, for whoever reads the link'),
}));

export const unlinkInput = lazyStrictObject(ends);

/** How a memory is connected with another: by what somebody said, or by what consolidation did. */
export type Connection = z.infer<typeof connectionSchema>;
export const connectionSchema = lazyObject(() => ({
  relation: z.enum([...relations, ...linkKinds]),
  /** Whether the relation goes from this memory to the other one, or comes from there. */
  direction: z.enum(['to', 'from']),
  id: recordId,
}));

/** A memory that is linked with the one that is shown. */
export type LinkedMemory = z.infer<typeof linkedMemorySchema>;
export const linkedMemorySchema = lazySchema(() =>
  connectionSchema.extend({
    kind: z.string(),
    title: z.string(),
    /** The agent that linked them; null for the project. */
    by: z.string().nullable(),
    note: z.string(),
    createdAt: timestamp,
  }),
);

/** A memory as it is shown alone: with what it is linked with, when it is. */
export type ShownMemory = Memory & { readonly linked?: readonly LinkedMemory[] };
export const shownMemorySchema = lazySchema(() =>
  z.intersection(memorySchema, z.object({ linked: z.array(linkedMemorySchema).readonly().optional() })),
);
