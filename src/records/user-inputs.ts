import * as z from 'zod';
import { nameText } from '../text/text.ts';
import { field } from './field.ts';
import { lazyObject, lazyStrictObject } from './lazy-schema.ts';

/** What callers may ask for about a user as a whole. */

export const eraseUserInput = lazyStrictObject(() => ({
  confirm: field(z.boolean().default(false), 'Do it; without, it only shows what would go', { flag: 'yes' }),
}));

/** What was erased, or would be. */
export type ErasedUser = z.infer<typeof erasedUserSchema>;
export const erasedUserSchema = lazyObject(() => ({
  user: nameText,
  /** False when it only shows what would go. */
  erased: z.boolean(),
  /** How many records of each sort, in all projects. */
  records: z.record(z.string(), z.number().int().positive()),
}));
