import { mayChange, maySee } from '../access/reach.ts';
import { type AuditAction, type AuditRecord, auditEntrySchema } from '../records/audit.ts';
import type { ShownAudit } from '../records/audit-inputs.ts';
import type { Viewer } from '../records/scope.ts';
import { openSealed } from './seal.ts';

/** Which audit records are asked for. */
export interface WantedAudit {
  readonly action?: AuditAction | undefined;
  readonly who?: string | undefined;
  readonly record?: string | undefined;
  readonly since?: number | undefined;
}

/** A record as it is shown; undefined when it was altered and cannot be opened. */
export function shownAudit(record: AuditRecord, key: string): ShownAudit | undefined {
  const told = openSealed(key, record.sealed);
  const parsed = auditEntrySchema.safeParse({
    ...(typeof told === 'object' ? told : {}),
    at: record.at,
    action: record.action,
  });
  return parsed.success ? { ...parsed.data, hash: record.hash } : undefined;
}

/**
 * Whether a viewer may know: of what was done to records that it sees without a grant, of what it did, and of what it was given.
 * What the owner does with records of one agent is no business of another.
 */
export function mayKnow(
  viewer: Viewer,
  { by, of, to, kind }: Pick<ShownAudit, 'by' | 'of' | 'to' | 'kind'>,
): boolean {
  if (kind === 'token') return mayChange(viewer, of);
  return maySee(viewer, of) || (by !== null && mayChange(viewer, by)) || (to !== null && isGiven(viewer, to));
}

function isGiven({ project, agent }: Viewer, to: NonNullable<ShownAudit['to']>): boolean {
  return to.project === project && (agent === null || to.agent === null || to.agent === agent);
}

/** Whether a record was asked for. */
export function isWanted({ action, who, record, since = 0 }: WantedAudit, shown: ShownAudit): boolean {
  return (
    (action === undefined || shown.action === action) &&
    (who === undefined || [shown.by?.agent, shown.of.agent, shown.to?.agent].includes(who)) &&
    (record === undefined || shown.ids.includes(record)) &&
    shown.at >= since
  );
}
