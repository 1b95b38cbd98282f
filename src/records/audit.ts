import * as z from 'zod';
import { nameText, storableText } from '../text/text.ts';
import { doorSchema } from './door.ts';
import { receiverSchema } from './grant.ts';
import { lazyObject } from './lazy-schema.ts';
import { recordId, timestamp } from './record.ts';
import { type Scope, scopeSchema } from './scope.ts';

/** What is written down. */
export const auditActions = [
  'access',
  'share',
  'revoke',
  'export',
  'import',
  'merge',
  'delete',
  'erase',
  'hold',
  'release',
  'create-token',
  'revoke-token',
  /** Something was approved, freed, switched off or signalled by a person. */
  'trust',
  /** A caller tried what it may not do. */
  'refuse',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What happened: who did what to whose records, when, and why. */
export type AuditEntry = z.infer<typeof auditEntrySchema>;
export const auditEntrySchema = lazyObject(() => ({
  at: timestamp,
  action: z.enum(auditActions),
  /** Who did it; null is Engram itself, such as a policy of retention. */
  by: scopeSchema.nullable(),
  /** Whose records; no agent is the project, or all of it. */
  of: scopeSchema,
  /** Who receives them, where they are shared; null otherwise. */
  to: receiverSchema.nullable(),
  /** What kind of records: `memory`, `failure`, `grant`, `template`. */
  kind: nameText,
  /** `count` says how many records, where they are counted only, or known by a name and an id. */
  ids: z.array(recordId),
  count: z.number().int().nonnegative(),
  /** The operation that did it; null for what a program did by a handle it keeps. */
  operation: nameText.nullable(),
  /** How that request came; null for what came by none. */
  door: doorSchema.nullable().default(null),
  /** The reason that was given, or by which grants or policy. */
  why: storableText.nullable(),
}));

/**
 * An entry as it is kept. All that could tell of a person is sealed under the key of its user; what is left says that something of
 * this sort happened then, to a pseudonym.
 */
export interface AuditRecord {
  /** 1 for the first; each is one above the one before. */
  readonly position: number;
  readonly at: number;
  readonly action: AuditAction;
  /** The pseudonym of the user whose records it is about. */
  readonly subject: string;
  readonly sealed: string;
  /** Of this record and the hash of the one before. */
  readonly hash: string;
}

/** Something to be written down. Who did it, and by which operation, is known unless it says otherwise. */
export type AuditEvent = Pick<AuditEntry, 'action' | 'of' | 'kind' | 'ids'> &
  Partial<Pick<AuditEntry, 'by' | 'to' | 'count' | 'why'>>;

/** A record of somebody else that a reader was given, and the names of the grants that allow it. */
export interface SharedRead {
  readonly kind: string;
  readonly id: string;
  readonly of: Scope;
  readonly grants: readonly string[];
}
