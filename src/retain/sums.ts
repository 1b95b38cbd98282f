import type { Hold } from '../records/hold.ts';
import type { RecordSelection, SelectedCount, SelectedRecord } from '../records/record-selection.ts';
import type { Removal } from '../records/retention.ts';

/** How many records, by kind and with their span of time. */
export interface RecordSums {
  readonly count: number;
  readonly byKind: Readonly<Record<string, number>>;
  readonly oldest: number | null;
  readonly newest: number | null;
}

export const noSums: RecordSums = { count: 0, byKind: {}, oldest: null, newest: null };

const earlier = (left: number | null, right: number | null): number | null =>
  left === null ? right : right === null ? left : Math.min(left, right);
const later = (left: number | null, right: number | null): number | null =>
  left === null ? right : right === null ? left : Math.max(left, right);

export function added(left: RecordSums, right: RecordSums): RecordSums {
  const byKind = { ...left.byKind };
  for (const [kind, count] of Object.entries(right.byKind)) byKind[kind] = (byKind[kind] ?? 0) + count;
  return {
    count: left.count + right.count,
    byKind,
    oldest: earlier(left.oldest, right.oldest),
    newest: later(left.newest, right.newest),
  };
}

export function sumOf(records: readonly SelectedRecord[]): RecordSums {
  return records
    .map(({ kind, createdAt }) => ({ count: 1, byKind: { [kind]: 1 }, oldest: createdAt, newest: createdAt }))
    .reduce(added, noSums);
}

/** What is free, and how much is held. */
export function surveyed(counts: readonly SelectedCount[]): RecordSums & { readonly held: number } {
  const free = counts
    .filter(({ held }) => !held)
    .map(({ kind, count, oldest, newest }) => ({ count, byKind: { [kind]: count }, oldest, newest }))
    .reduce(added, noSums);
  const held = counts.filter(({ held: isHeld }) => isHeld).reduce((sum, { count }) => sum + count, 0);
  return { ...free, held };
}

/** The holds that may keep something of a selection back. */
export function holdsWithin(
  holds: readonly Hold[],
  selections: readonly RecordSelection[],
): Array<{ readonly name: string; readonly reason: string }> {
  const mayCover = ({ ofAgent, ofKind }: Hold, { agent, of, kind }: RecordSelection): boolean =>
    (ofAgent === null || agent === undefined || agent === ofAgent) &&
    (ofKind === null || (of === 'memory' ? kind === undefined || kind === ofKind : of === ofKind));
  return holds
    .filter((hold) => selections.some((selection) => mayCover(hold, selection)))
    .map(({ name, reason }) => ({ name, reason }));
}

/** What a policy did, added to what it did on the same day before. */
export function addedToDay(
  day: Removal,
  {
    deleted,
    archived,
    held,
  }: { readonly deleted: RecordSums; readonly archived: RecordSums; readonly held: number },
): Removal {
  const gone = added(deleted, archived);
  return {
    ...day,
    deleted: day.deleted + deleted.count,
    archived: day.archived + archived.count,
    held: Math.max(day.held, held),
    byKind: added({ ...noSums, byKind: day.byKind }, gone).byKind,
    oldest: Math.min(day.oldest, gone.oldest ?? day.oldest),
    newest: Math.max(day.newest, gone.newest ?? day.newest),
  };
}
