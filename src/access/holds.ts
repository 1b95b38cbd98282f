import type { Hold } from '../records/hold.ts';
import type { MemoryKind } from '../records/memory.ts';
import type { Scope } from '../records/scope.ts';

/** A record as far as holds go: a memory with its kind and tags, a run, or a session. */
export interface HoldableRecord {
  readonly kind: MemoryKind | 'run' | 'session';
  readonly id: string;
  readonly scope: Scope;
  readonly tags?: readonly string[];
}

/**
 * Whether a hold covers a record. Statements that delete say the same in SQL (`store/sql/held.ts`), so that a hold that is set
 * while something is being deleted either comes before it or after it, and never in between.
 *
 * @example
 * covered({ ...hold, ofAgent: 'alice', ofKind: null, tag: null, memory: null }, { kind: 'run', id: 'run_1', scope: alice }); // true
 */
export function covered(hold: Omit<Hold, 'name' | 'reason'>, record: HoldableRecord): boolean {
  const { scope, ofAgent, ofKind, tag, memory } = hold;
  const isMemory = record.kind !== 'run' && record.kind !== 'session';
  return (
    scope.agent === null &&
    scope.user === record.scope.user &&
    scope.project === record.scope.project &&
    (ofAgent === null || ofAgent === record.scope.agent) &&
    (ofKind === null || ofKind === record.kind) &&
    (tag === null || (record.tags ?? []).includes(tag)) &&
    (memory === null || (isMemory && memory === record.id))
  );
}
