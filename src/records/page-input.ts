import type * as z from 'zod';
import { wholeNumber } from './number.ts';
import { cursorSchema } from './page.ts';

/** A schema with what it is for, in words. */
export const describedAs = <Schema extends z.ZodType>(schema: Schema, text: string): Schema =>
  schema.describe(text) as Schema;

/** The fields of every input that asks for a page of a list. */
export const pageInput = {
  limit: describedAs(wholeNumber(1, 1_000).default(20), 'How many to answer at most'),
  cursor: describedAs(cursorSchema.optional(), 'The "next" of the page before'),
};

/** How many a search answers. */
export const recallLimit = describedAs(
  wholeNumber(1, 1_000).optional(),
  'How many to answer at most; 10 unless configured',
);
