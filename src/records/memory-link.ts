import * as z from 'zod';
import { storableText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { recordBase, recordId } from './record.ts';

/**
 * How one memory can stand to another. A closed list, so that whoever reads a link knows what it means; a note says the rest.
 * Consolidation has relations of its own (`linkKinds`), which follow from what it did.
 */
export const relations = ['relates-to', 'caused-by', 'supersedes', 'contradicts', 'supports'] as const;
/** What somebody says that one memory is to another. */
export type Relation = (typeof relations)[number];

/** That somebody says how a memory stands to another one (MEM-8). It belongs to who says so, and goes with either end. */
export type MemoryLink = z.infer<typeof memoryLinkSchema>;
export const memoryLinkSchema = lazyObject(() => ({
  ...recordBase,
  from: recordId,
  relation: z.enum(relations),
  to: recordId,
  /** Why, in the words of who linked them. */
  note: storableText.default(''),
}));
