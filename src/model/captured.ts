import * as z from 'zod';
import { json } from './json.ts';
import { lazySchema } from './lazy-schema.ts';
import { storableText } from './text.ts';

/** What the check of a tool captured just before a call, or why it captured nothing. */
export const capturedSchema = lazySchema(() =>
  z.union([z.strictObject({ error: storableText }), z.strictObject({ value: json })]),
);
/** What the check of a tool captured just before a call, or why it captured nothing. */
export type Captured = z.infer<typeof capturedSchema>;
