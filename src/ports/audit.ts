import type { AuditAction, AuditRecord } from '../records/audit.ts';

/** Which audit records to list. */
export interface AuditFilter {
  /** Those about this pseudonym. */
  readonly subject: string;
  readonly action?: AuditAction | undefined;
  /** Those before this position. */
  readonly before?: number | undefined;
}

/** What was written down, of the store as a whole: whoever shows it decides by what is sealed in it who may see it. */
export interface AuditReads {
  /** The last record; undefined when there is none. */
  auditHead(): Promise<AuditRecord | undefined>;
  /** The last ones first. */
  listAudit(filter: AuditFilter, limit: number): Promise<readonly AuditRecord[]>;
  /** Records as they follow each other, from the one after this position on. */
  walkAudit(after: number, limit: number): Promise<readonly AuditRecord[]>;
  /** The key under which the records about a user are sealed; undefined when there is none, or it was destroyed. */
  auditKey(user: string): Promise<string | undefined>;
}
