import type * as z from 'zod';
import { json, jsonObject } from '../json/json.ts';
import { nameText } from '../text/text.ts';
import { lazyObject, lazySchema } from './lazy-schema.ts';
import { defineOwned, ownedBase } from './owned/owned-record.ts';
import { timestamp } from './record.ts';

/** Bytes of a value, and of its metadata. Services keep such entries too, and none of them takes long texts. */
const maxEntryBytes = 20_000;

function refuseLong(value: unknown, context: z.RefinementCtx): void {
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? '', 'utf8');
  if (bytes <= maxEntryBytes) return;
  context.addIssue({
    code: 'too_big',
    origin: 'string',
    maximum: maxEntryBytes,
    message: `is ${bytes} bytes; the limit is ${maxEntryBytes}. Store a summary instead`,
  });
}

export const entryValue = lazySchema(() => json.superRefine(refuseLong));
export const entryMetadata = lazySchema(() => jsonObject.superRefine(refuseLong));

/** One thing that is known about a user (STO-5). Times are milliseconds since 1970. */
export type UserEntry = z.infer<typeof userEntrySchema>;
export const userEntrySchema = lazyObject(() => ({
  key: nameText,
  value: json,
  userId: nameText,
  createdAt: timestamp,
  updatedAt: timestamp,
  metadata: jsonObject,
}));

const keptUserEntrySchema = lazyObject(() => ({
  ...ownedBase,
  /** Stands for user and key together, so that an owner has each key of a user once. */
  entry: nameText,
  userId: nameText,
  key: nameText,
  value: json,
  metadata: jsonObject,
}));

/** User-model entries that the store keeps. */
export const userEntries = defineOwned({
  label: 'entry',
  table: 'user_entries',
  schema: keptUserEntrySchema,
  key: 'entry',
  filters: ['userId'],
  redact: { userId: 'name', key: 'name', value: 'value', metadata: 'value' },
  sample: {
    entry: 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2',
    userId: 'maria',
    key: 'theme',
    value: { mode: 'dark' },
    metadata: { source: 'settings page' },
  },
});
