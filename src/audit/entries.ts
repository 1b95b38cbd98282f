import type { Json } from '../json/json.ts';
import type { AuditEntry, AuditEvent } from '../records/audit.ts';
import type { Actor } from './acting.ts';

/** What it takes to seal an entry. */
export interface EntrySealing {
  readonly now: () => number;
  /** What people wrote may hold secrets, in the audit as anywhere. */
  readonly redact: <Value extends Json>(value: Value) => Promise<Value>;
}

/** Ids an entry names; it counts the others. */
const maxIds = 100;

/** An event as an entry, with who did it and why as far as that is known. */
export function entryOf(event: AuditEvent, actor: Actor | undefined, at: number): AuditEntry {
  const { action, of, to = null, kind, ids, count = ids.length } = event;
  return {
    at,
    action,
    by: event.by === undefined ? (actor?.by ?? null) : event.by,
    of,
    to,
    kind,
    ids: ids.slice(0, maxIds),
    count,
    operation: actor?.operation ?? null,
    why: event.why ?? actor?.reason ?? null,
  };
}
