import type { Scope } from '../../records/scope.ts';
import type { UndoJournal } from './journal.ts';
import { removeMemory } from './life.ts';
import type { State } from './state.ts';

/** Removes everything of a user: whatever has an owner, and what goes with it. */
export function eraseUser(state: State, user: string, journal: UndoJournal): void {
  const isTheirs = ({ scope }: { readonly scope: Scope }): boolean => scope.user === user;
  for (const memory of [...state.memories.values()].filter(isTheirs)) removeMemory(state, memory.id, journal);
  for (const { id } of [...state.tokens.values()].filter(isTheirs))
    journal.set(state.revokedTokens, id, true);
  const owned: ReadonlyArray<Map<string, { readonly scope: Scope }>> = [
    state.tasks,
    state.runs,
    state.steps,
    state.sessions,
    state.messages,
    state.lessons,
    state.templates,
    state.templateVersions,
    state.tokens,
    state.workflows,
    state.checkpoints,
    ...Object.values(state.owned),
  ];
  for (const records of owned) {
    for (const [key, record] of [...records]) if (isTheirs(record)) journal.remove(records, key);
  }
  journal.remove(state.auditKeys, user);
}
