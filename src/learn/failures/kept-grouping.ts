import type { Json } from '../../json/json.ts';
import type { LessonOf } from '../../records/lesson.ts';
import { type Grouping, openGrouping } from './grouping/grouping.ts';
import { type GroupingState, hasEarlierKeys } from './grouping/state.ts';

/** Name of the lesson that stores the state of grouping. */
export const groupingName = 'failures';

type KeptGrouping = Pick<LessonOf<'grouping'>, 'content'>;

export function stateOf(kept: KeptGrouping | undefined): GroupingState | undefined {
  return kept?.content.state as unknown as GroupingState | undefined;
}

/** How texts are read today (decision 0038). */
const currentReading = 3;

/** By how old a way of reading texts some patterns may be known. */
export function oldestReading(kept: KeptGrouping | undefined): number {
  if (kept === undefined) return currentReading;
  const state = kept.content.state as unknown as GroupingState & { readonly since?: number };
  return hasEarlierKeys(state) ? 1 : (state.since ?? 2);
}

/** The state of a grouping as it is stored, with the oldest way of reading that its patterns may be known by. */
export function stateToKeep(grouping: Grouping, kept: KeptGrouping | undefined): Json {
  return { ...structuredClone(grouping.save()), since: oldestReading(kept) } as unknown as Json;
}

export function restored(kept: KeptGrouping | undefined): Grouping {
  return openGrouping(stateOf(kept));
}

/** The id of the group that a signature would be in once it was recorded: groups are settled after each. */
export function placedIn(kept: KeptGrouping, signature: string): string {
  const grouping = restored(kept);
  const placed = grouping.place(signature);
  grouping.settle();
  return grouping.resolve(placed);
}
