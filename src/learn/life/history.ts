import type { Json } from '../../model/json.ts';
import type { Memory } from '../../model/memory.ts';
import type { MemoryUse, Revision, RevisionReason } from '../../model/memory-life.ts';
import type { Outcome } from '../../model/record.ts';

/** A field of a memory that a change gave another value. */
export interface FieldChange {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
}

/** A use of a memory, and what came of the run. */
export interface UseWithOutcome extends MemoryUse {
  /** Null while the run goes on. */
  readonly outcome: Outcome | null;
}

/** Something that happened to a memory. */
export type HistoryEntry =
  | { readonly at: number; readonly what: 'recorded' }
  | {
      readonly at: number;
      readonly what: 'revised';
      readonly reason: RevisionReason;
      readonly note: string;
      readonly changes: readonly FieldChange[];
    }
  | {
      readonly at: number;
      readonly what: 'used';
      readonly runId: string;
      readonly settled: boolean;
      readonly outcome: Outcome | null;
    };

/** Counts that the store keeps, and what no change touches. */
const uninteresting = new Set(['revision', 'accessCount', 'lastAccessedAt']);

/** What differs between two states of a memory, field by field. */
export function changesBetween(before: Memory, after: Memory): FieldChange[] {
  const fields = Object.keys(after) as Array<keyof Memory>;
  return fields
    .filter((field) => !uninteresting.has(field))
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: before[field] as Json, after: after[field] as Json }));
}

/** All that happened to a memory, oldest first. */
export function historyFrom(
  memory: Memory,
  revisions: readonly Revision[],
  uses: readonly UseWithOutcome[],
): HistoryEntry[] {
  const revised = revisions.map(({ at, reason, note, before }, index): HistoryEntry => {
    const after = revisions[index + 1]?.before ?? memory;
    return { at, what: 'revised', reason, note, changes: changesBetween(before, after) };
  });
  const used = uses.map(({ at, runId, settled, outcome }): HistoryEntry => {
    return { at, what: 'used', runId, settled, outcome };
  });
  // At one moment a use comes before the change it led to.
  const happened = [...used, ...revised].sort((left, right) => left.at - right.at);
  return [{ at: memory.createdAt, what: 'recorded' }, ...happened];
}
