import * as z from 'zod';
import { nameText } from '../text/text.ts';
import { auditActions, auditEntrySchema } from './audit.ts';
import { field } from './field.ts';
import { lazyObject, lazyStrictObject } from './lazy-schema.ts';
import { wholeNumber } from './number.ts';
import { recordId, timestamp } from './record.ts';

/** What callers may ask for about the audit. */

const auditFilter = {
  action: field(z.enum(auditActions).optional(), 'Only what was done of this sort'),
  who: field(nameText.optional(), 'Only what this agent did, or what was done to its records'),
  record: field(recordId.optional(), 'Only what concerns this record'),
  since: field(timestamp.optional(), 'Only what was done at this moment or later', { form: 'time' }),
};

export const listAuditInput = lazyStrictObject(() => ({
  ...auditFilter,
  limit: field(wholeNumber(1, 1_000).default(20), 'How many to answer at most'),
  cursor: field(z.string().max(500).optional(), 'The "next" of the page before'),
}));

export const exportAuditInput = lazyStrictObject(() => auditFilter);

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a hash: 64 digits of 0–9 and a–f');

export const verifyAuditInput = lazyStrictObject(() => ({
  head: field(
    hash.optional(),
    'A hash that was shown earlier and kept elsewhere: its record must still be there',
  ),
}));

/** An audit record as it is shown to those it concerns. */
export type ShownAudit = z.infer<typeof shownAuditSchema>;
export const shownAuditSchema = lazyObject(() => ({
  ...auditEntrySchema.shape,
  /** Names the record, and everything that was written down before it. */
  hash,
}));

/** The audit, as a document. */
export type ExportedAudit = z.infer<typeof exportedAuditSchema>;
export const exportedAuditSchema = lazyObject(() => ({
  format: z.literal('engram-audit'),
  version: z.literal(1),
  exportedAt: timestamp,
  /** The hash of the last record in it; null when there is none. */
  head: hash.nullable(),
  /** Oldest first. */
  records: z.array(shownAuditSchema),
}));

/** What is wrong with the chain of audit records. */
export const auditProblems = ['altered', 'missing', 'unreadable', 'cut'] as const;

/** What verifying found. */
export type VerifiedAudit = z.infer<typeof verifiedAuditSchema>;
export const verifiedAuditSchema = lazyObject(() => ({
  whole: z.boolean(),
  records: z.number().int().nonnegative(),
  /** The hash of the last record; null when there is none. Keep it elsewhere to notice a cut tail. */
  head: z.string().nullable(),
  /** The first of what is wrong: at which record, counted from 1. */
  problems: z.array(
    z.object({ position: z.number().int().nullable(), problem: z.enum(auditProblems), message: z.string() }),
  ),
}));
