import type { AuditEvent, SharedRead } from '../records/audit.ts';
import type { Viewer } from '../records/scope.ts';

/** What readers were given, as one event for each reader, owner and kind. A record that was read twice is one. */
export function readEvents(
  reads: ReadonlyArray<{ readonly reader: Viewer; readonly read: SharedRead }>,
): AuditEvent[] {
  const groups = new Map<string, { reader: Viewer; reads: SharedRead[] }>();
  for (const { reader, read } of reads) {
    const key = JSON.stringify([reader, read.of, read.kind]);
    const group = groups.get(key) ?? { reader, reads: [] };
    group.reads.push(read);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ reader, reads: given }) => {
    const [first] = given;
    if (first === undefined) return [];
    const ids = [...new Set(given.map(({ id }) => id))].sort();
    const grants = [...new Set(given.flatMap((read) => read.grants))].sort();
    return [
      { action: 'access', by: reader, of: first.of, kind: first.kind, ids, why: `by ${grants.join(', ')}` },
    ];
  });
}
