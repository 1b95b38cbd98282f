import type { Command } from '../../ports/store.ts';
import type { Memory } from '../../records/memory.ts';
import type { Source } from '../../records/record.ts';
import type { Scope } from '../../records/scope.ts';
import { refusalOf } from '../records/records.ts';
import { isHeld } from './held.ts';
import type { UndoJournal } from './journal.ts';
import { removeMemory } from './life.ts';
import type { State } from './state.ts';

/** A command that would delete a memory is refused when the memory is held. */
export function removeUnheld(state: State, memory: Memory, command: Command, journal: UndoJournal): void {
  if (isHeld(state, memory)) throw refusalOf(command, true, true);
  removeMemory(state, memory.id, journal);
}

/** Every lesson and memory that was derived from this record goes, and what was derived from those memories. */
export function deleteDerivedFrom(
  state: State,
  kind: 'memory' | 'template',
  command: Command & { readonly id: string; readonly owner: Scope },
  journal: UndoJournal,
  id = command.id,
): void {
  // What another user says about where something came from counts for nothing.
  const isDerived = (record: { readonly scope: Scope; readonly derivedFrom: readonly Source[] }): boolean =>
    record.scope.user === command.owner.user &&
    record.derivedFrom.some((source) => source.kind === kind && source.id === id);
  for (const lesson of [...state.lessons.values()].filter(isDerived))
    journal.remove(state.lessons, lesson.id);
  for (const memory of [...state.memories.values()].filter(isDerived)) {
    if (!state.memories.has(memory.id)) continue;
    removeUnheld(state, memory, command, journal);
    deleteDerivedFrom(state, 'memory', command, journal, memory.id);
  }
}
