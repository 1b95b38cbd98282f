import * as z from 'zod';
import { canonicalJson, type Json, json } from '../json/json.ts';
import { storableText } from '../text/text.ts';
import { lazySchema } from './lazy-schema.ts';

/** What the check of a tool captured just before a call, or why it captured nothing. */
export type Captured = z.infer<typeof capturedSchema>;
export const capturedSchema = lazySchema(() =>
  z.union([z.strictObject({ error: storableText }), z.strictObject({ value: json })]),
);

/** What the check of a tool captured in these runs, each value once; runs that captured nothing are left out. */
export function capturedValues(
  observed: ReadonlyArray<{ readonly captured?: Captured | undefined }>,
): Json[] {
  const values = observed.flatMap(({ captured }) =>
    captured !== undefined && 'value' in captured ? [captured.value] : [],
  );
  return [...new Map(values.map((value) => [canonicalJson(value), value])).values()];
}
