import type { Source } from '../../records/record.ts';
import type { UndoJournal } from './journal.ts';
import { removeMemory } from './life.ts';
import type { State } from './state.ts';

/** Every lesson and memory that was derived from this record goes, and what was derived from those memories. */
export function deleteDerivedFrom(
  state: State,
  kind: 'memory' | 'template',
  id: string,
  journal: UndoJournal,
): void {
  const isDerived = (record: { readonly derivedFrom: readonly Source[] }): boolean =>
    record.derivedFrom.some((source) => source.kind === kind && source.id === id);
  for (const lesson of [...state.lessons.values()].filter(isDerived))
    journal.remove(state.lessons, lesson.id);
  for (const memory of [...state.memories.values()].filter(isDerived)) {
    if (!state.memories.has(memory.id)) continue;
    removeMemory(state, memory.id, journal);
    deleteDerivedFrom(state, 'memory', memory.id, journal);
  }
}
