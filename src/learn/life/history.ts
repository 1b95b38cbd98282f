import type { Json } from '../../json/json.ts';
import type { Memory } from '../../records/memory.ts';
import type { MemoryUse, Revision, RevisionReason } from '../../records/memory-life.ts';
import type { Outcome } from '../../records/record.ts';

/** A field of a memory that was changed. */
export interface FieldChange {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
}

/** A use of a memory, and the outcome of the run. */
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

type PlacedEntry = { readonly place: number; readonly entry: HistoryEntry };

/** Counts that change without a reason to show. */
const uninteresting = new Set(['revision', 'accessCount', 'lastAccessedAt']);

/** The fields in which two states of a memory differ. */
export function changesBetween(before: Memory, after: Memory): FieldChange[] {
  const fields = Object.keys(after) as Array<keyof Memory>;
  return fields
    .filter((field) => !uninteresting.has(field))
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: before[field] as Json, after: after[field] as Json }));
}

/** Revisions by their number, whatever the clock said. */
export function inOrder(revisions: readonly Revision[]): Revision[] {
  return revisions.toSorted((left, right) => left.before.revision - right.before.revision);
}

/** All that happened to a memory, oldest first. */
export function historyFrom(
  memory: Memory,
  revisions: readonly Revision[],
  uses: readonly UseWithOutcome[],
): HistoryEntry[] {
  let latest = 0;
  const revised = inOrder(revisions).map(({ at, reason, note, before }, index, ordered): PlacedEntry => {
    const after = ordered[index + 1]?.before ?? memory;
    // A clock that was set back must not move a change before those it followed.
    latest = Math.max(latest, at);
    const changes = changesBetween(before, after);
    return { place: latest, entry: { at, what: 'revised', reason, note, changes } };
  });
  const used = uses.map(({ at, runId, settled, outcome }): PlacedEntry => {
    return { place: at, entry: { at, what: 'used', runId, settled, outcome } };
  });
  // At the same moment a use comes before the change it led to.
  const happened = [...used, ...revised].sort((left, right) => left.place - right.place);
  return [{ at: memory.createdAt, what: 'recorded' }, ...happened.map(({ entry }) => entry)];
}
