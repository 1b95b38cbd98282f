import type { Json } from '../json/json.ts';
import type { AuditEntry, AuditEvent } from '../records/audit.ts';
import type { Actor } from './acting.ts';

/** What it takes to seal an entry. */
export interface EntrySealing {
  readonly now: () => number;
  /** What people wrote may hold secrets, in the audit as anywhere. */
  readonly redact: <Value extends Json>(value: Value) => Promise<Value>;
}

/** Ids of one entry: more make several, so that each record can be found by its id. */
const maxIds = 100;

/** An event as events with a bounded number of ids. */
export function inParts(event: AuditEvent): AuditEvent[] {
  const { ids } = event;
  if (ids.length <= maxIds) return [event];
  const parts = Array.from({ length: Math.ceil(ids.length / maxIds) }, (_, part) =>
    ids.slice(part * maxIds, (part + 1) * maxIds),
  );
  return parts.map((part) => ({ ...event, ids: part, count: part.length }));
}

/** An event as an entry, with who did it and why as far as that is known. */
export function entryOf(event: AuditEvent, actor: Actor | undefined, at: number): AuditEntry {
  const { action, of, to = null, kind, ids, count = ids.length } = event;
  return {
    at,
    action,
    by: whoDid(event, actor),
    of,
    to,
    kind,
    ids,
    count,
    operation: actor?.operation ?? null,
    door: actor?.door ?? null,
    why: event.why ?? actor?.reason ?? null,
  };
}

/** A program that uses what it was handed does so for the owner; what Engram does of itself has an actor that says so. */
function whoDid({ by, of }: AuditEvent, actor: Actor | undefined): AuditEntry['by'] {
  if (by !== undefined) return by;
  return actor === undefined ? of : actor.by;
}
