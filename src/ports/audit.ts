import type { AuditAction, AuditEvent, AuditRecord, SharedRead } from '../records/audit.ts';
import type { Viewer } from '../records/scope.ts';

/** Which audit records to list. */
export interface AuditFilter {
  /** Those about this pseudonym. */
  readonly subject: string;
  readonly action?: AuditAction | undefined;
  /** Those before this position. */
  readonly before?: number | undefined;
}

/**
 * What was written down, of the store as a whole: whoever shows it decides by what is sealed in it who may see it. And what there is
 * of a user, to be erased.
 */
export interface AuditReads {
  /** The last record; undefined when there is none. */
  auditHead(): Promise<AuditRecord | undefined>;
  /** The last ones first. */
  listAudit(filter: AuditFilter, limit: number): Promise<readonly AuditRecord[]>;
  /** Records as they follow each other, from the one after this position on. */
  walkAudit(after: number, limit: number): Promise<readonly AuditRecord[]>;
  /** The key under which the records about a user are sealed; undefined when there is none, or it was destroyed. */
  auditKey(user: string): Promise<string | undefined>;
  /** The keys of all users, in no order: to tell a user who was erased from a key that was taken away. */
  auditKeys(): Promise<readonly string[]>;
  /** How many records of each sort a user has, in all projects. Sorts of which there are none are left out. */
  countUser(user: string): Promise<Readonly<Record<string, number>>>;
}

/** Where is written down who did what to whose records (SHR-3). */
export interface AuditTrail {
  /** Before the records are handed out. What one operation reads is one record for each owner. */
  accessed(reader: Viewer, reads: readonly SharedRead[]): Promise<void>;
  note(event: AuditEvent): Promise<void>;
}
