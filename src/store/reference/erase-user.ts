import { ownedKinds, severalOf } from '../../records/owned/owned-records.ts';
import type { Scope } from '../../records/scope.ts';
import type { UndoJournal } from './journal.ts';
import { removeMemory } from './life.ts';
import { noteRecorded } from './recorded.ts';
import type { State } from './state.ts';

/** Removes everything of a user: whatever has an owner, and what goes with it. */
export function eraseUser(state: State, user: string, journal: UndoJournal): void {
  const isTheirs = ({ scope }: { readonly scope: Scope }): boolean => scope.user === user;
  for (const memory of [...state.memories.values()].filter(isTheirs)) removeMemory(state, memory.id, journal);
  for (const { id } of [...state.messages.values()].filter(isTheirs))
    noteRecorded(state, { kind: 'message', id }, journal);
  for (const { id } of [...state.runs.values()].filter(isTheirs))
    noteRecorded(state, { kind: 'run', id }, journal);
  for (const { id } of [...state.tokens.values()].filter(isTheirs))
    journal.set(state.revokedTokens, id, true);
  const owned: ReadonlyArray<Map<string, { readonly scope: Scope }>> = [
    state.tasks,
    state.runs,
    state.steps,
    state.sessions,
    state.messages,
    state.links,
    state.lessons,
    state.unsorted,
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
  for (const [key, index] of [...state.indexes]) if (index.user === user) journal.remove(state.indexes, key);
  journal.remove(state.auditKeys, user);
}

/** How many records of each sort a user has. */
export function countUser(state: State, user: string): Record<string, number> {
  const { tasks, runs, steps, sessions, messages, memories, lessons, templates, workflows, tokens, owned } =
    state;
  const sorts: Readonly<Record<string, ReadonlyMap<string, { readonly scope: Scope }>>> = {
    ...{ tasks, runs, steps, sessions, messages, memories, lessons, templates, workflows, tokens },
    ...Object.fromEntries(ownedKinds.map((kind) => [severalOf(kind), owned[kind]])),
  };
  const counts = Object.entries(sorts).map(
    ([sort, records]) =>
      [sort, [...records.values()].filter(({ scope }) => scope.user === user).length] as const,
  );
  return Object.fromEntries(counts.filter(([, records]) => records > 0));
}
