import type { LessonOf } from '../../records/lesson.ts';
import { type Grouping, openGrouping } from './grouping/grouping.ts';
import type { GroupingState } from './grouping/state.ts';

/** Name of the lesson that stores the state of grouping. */
export const groupingName = 'failures';

type KeptGrouping = Pick<LessonOf<'grouping'>, 'content'>;

export function stateOf(kept: KeptGrouping | undefined): GroupingState | undefined {
  return kept?.content.state as unknown as GroupingState | undefined;
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
