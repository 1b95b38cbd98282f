import { createHash } from 'node:crypto';
import type { AuditRecord } from '../records/audit.ts';

/** What is hashed in place of the record before, for the first one. */
export const nothingBefore = '0'.repeat(64);

/** The hash of a record, which says all that came before it: no earlier one can be changed without changing it. */
export function hashAfter(previous: string, record: Omit<AuditRecord, 'hash'>): string {
  const { position, at, action, subject, sealed } = record;
  const text = JSON.stringify([previous, position, at, action, subject, sealed]);
  return createHash('sha256').update(text).digest('hex');
}

/** Records that follow the head, each the one before it. */
export function chained(
  head: Pick<AuditRecord, 'position' | 'hash'> | undefined,
  sealed: ReadonlyArray<Omit<AuditRecord, 'position' | 'hash'>>,
): AuditRecord[] {
  let { position, hash } = head ?? { position: 0, hash: nothingBefore };
  return sealed.map((entry) => {
    position += 1;
    const record = { position, ...entry };
    hash = hashAfter(hash, record);
    return { ...record, hash };
  });
}
