import { maySee } from '../../access/reach.ts';
import type { LifeReads, MemoryEntry } from '../../ports/store.ts';
import { claimedBy, isExpired, type Memory } from '../../records/memory.ts';
import type { Revision } from '../../records/memory-life.ts';
import { isHeld } from './held.ts';
import type { UndoJournal } from './journal.ts';
import { type State, visibleMemories } from './state.ts';

/** Every change of a memory is noted down, so that those who follow can be told. */
export function setMemory(state: State, memory: Memory, journal: UndoJournal): void {
  journal.set(state.memories, memory.id, memory);
  journal.set(state.changes, String(state.changes.size), { id: memory.id, isRemoval: false });
}

/** A memory goes with its history, its uses, its links and its vector. */
export function removeMemory(state: State, id: string, journal: UndoJournal): void {
  journal.remove(state.memories, id);
  journal.set(state.changes, String(state.changes.size), { id, isRemoval: true });
  for (const [key, { before }] of [...state.revisions]) {
    if (before.id === id) journal.remove(state.revisions, key);
  }
  for (const [key, { memoryId }] of [...state.uses]) {
    if (memoryId === id) journal.remove(state.uses, key);
  }
  for (const { id: linkId, from, to } of [...state.links.values()]) {
    if (from === id || to === id) journal.remove(state.links, linkId);
  }
  journal.remove(state.vectors, id);
}

export const revisionKey = ({ before }: Revision): string =>
  `${before.id} ${String(before.revision).padStart(12, '0')}`;

/** A memory as an index needs it. */
export function entryOf(memory: Memory): MemoryEntry {
  const { sessionId, position } = memory.provenance;
  return structuredClone({ ...memory, sessionId, position, claimedBy: claimedBy(memory.provenance) });
}

export function readLife(state: State): LifeReads {
  const sees = (viewer: Parameters<typeof maySee>[0], id: string): boolean => {
    const memory = state.memories.get(id);
    return memory !== undefined && maySee(viewer, memory.scope);
  };
  return {
    async getMemories(viewer, ids) {
      const visible = new Map(visibleMemories(state, viewer).map((memory) => [memory.id, memory]));
      return [...new Set(ids)].flatMap((id) => visible.get(id) ?? []);
    },
    async listRevisions(viewer, id) {
      const revisions = [...state.revisions.values()].filter(({ before }) => before.id === id);
      revisions.sort((left, right) => left.before.revision - right.before.revision);
      return sees(viewer, id) ? structuredClone(revisions) : [];
    },
    async listUses(viewer, memoryId, limit) {
      const uses = [...state.uses.values()].filter((use) => use.memoryId === memoryId);
      uses.sort((left, right) => right.at - left.at || (left.runId < right.runId ? 1 : -1));
      return sees(viewer, memoryId) ? structuredClone(uses.slice(0, limit)) : [];
    },
    async memoryChanges({ user, project }, mark, limit) {
      const from = Number(mark ?? 0);
      const to = Math.min(state.changes.size, from + limit);
      const piece = [...state.changes.values()].slice(from, to);
      const here = [...new Set(piece.map(({ id }) => id))]
        .flatMap((id) => state.memories.get(id) ?? [])
        .filter(({ scope }) => scope.user === user && scope.project === project);
      const removed = new Set(piece.filter(({ isRemoval }) => isRemoval).map(({ id }) => id));
      for (const { id } of here) removed.delete(id);
      return {
        entries: here.map(entryOf),
        removed: [...removed],
        mark: String(to),
        more: to < state.changes.size,
        restart: false,
      };
    },
    async vectorsOf(embedder, ids) {
      return [...new Set(ids)].flatMap((id) => {
        const vector = state.vectors.get(id);
        return vector?.embedder === embedder ? [structuredClone(vector.kept)] : [];
      });
    },
    async dueUses(limit) {
      const due = [...state.uses.values()].flatMap((use) => {
        const outcome = state.runs.get(use.runId)?.outcome ?? null;
        const memory = state.memories.get(use.memoryId);
        return use.settled || outcome === null || memory === undefined ? [] : [{ use, outcome, memory }];
      });
      return structuredClone(due.slice(0, limit));
    },
    async expiredMemories(now, limit, which = 'removable') {
      const isAsked = (memory: Memory): boolean => isHeld(state, memory) === (which === 'held');
      const expired = [...state.memories.values()].filter(
        (memory) => isExpired(memory, now) && isAsked(memory),
      );
      expired.sort(
        (left, right) => (left.expiresAt ?? 0) - (right.expiresAt ?? 0) || (left.id < right.id ? -1 : 1),
      );
      return structuredClone(expired.slice(0, limit));
    },
    async listPlaces() {
      const places = new Map(
        [...state.memories.values()].map(({ scope: { user, project } }) => [
          JSON.stringify([user, project]),
          { user, project },
        ]),
      );
      return [...places.values()].sort((left, right) =>
        left.user < right.user || (left.user === right.user && left.project < right.project) ? -1 : 1,
      );
    },
  };
}
