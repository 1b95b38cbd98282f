import { type Scope, sameScope } from '../../records/scope.ts';
import type { UndoJournal } from './journal.ts';
import { ownedKey, type State } from './state.ts';

/** Notes that an owner has failures in no pattern. */
export function noteUnsorted(state: State, scope: Scope, journal: UndoJournal): void {
  const key = ownedKey(scope, 'failures');
  const mark = (state.unsorted.get(key)?.mark ?? 0) + 1;
  journal.set(state.unsorted, key, { scope, mark });
}

/** The same for a failure that was just met, unless a pattern has its signature. */
export function noteFailure(state: State, scope: Scope, signature: string, journal: UndoJournal): void {
  const isKnown = [...state.lessons.values()].some(
    (lesson) =>
      lesson.kind === 'failure' && sameScope(lesson.scope, scope) && lesson.keys.includes(signature),
  );
  if (!isKnown) noteUnsorted(state, scope, journal);
}

/** Forgets it, unless more came since `mark` was given. */
export function settleFailures(state: State, scope: Scope, mark: number, journal: UndoJournal): void {
  const key = ownedKey(scope, 'failures');
  if (state.unsorted.get(key)?.mark === mark) journal.remove(state.unsorted, key);
}
