import { covered } from '../../access/holds.ts';
import { isExpired } from '../../records/memory.ts';
import { sameScope } from '../../records/scope.ts';
import { refusalOf } from '../records/records.ts';
import { deleteDerivedFrom, removeUnheld } from './derived.ts';
import { ownRecord, referenceRecord, rewritten } from './handler.ts';
import { isHeld } from './held.ts';
import { removeMemory, revisionKey, setMemory } from './life.ts';

export const memories = referenceRecord({
  handlers: {
    'record-memory': {
      isTaken: (state, { memory: { id, scope, provenance } }) =>
        [...state.memories.values()].some(
          (other) =>
            other.id === id ||
            (provenance.externalId !== null &&
              other.provenance.externalId === provenance.externalId &&
              sameScope(other.scope, scope)),
        ),
      apply: (state, { memory }, journal) => setMemory(state, memory, journal),
    },
    'delete-memory': {
      apply(state, command, journal) {
        const memory = ownRecord(state.memories, command.id, command.owner, command);
        removeUnheld(state, memory, command, journal);
        deleteDerivedFrom(state, 'memory', command, journal);
      },
    },
    'revise-memory': {
      apply(state, command, journal) {
        const { owner, memory, change } = command;
        const before = ownRecord(state.memories, memory.id, owner, command);
        if (before.revision !== memory.revision - 1) throw refusalOf(command, true);
        const lost = before.tags.filter((tag) => !memory.tags.includes(tag));
        const holds = [...state.owned.hold.values()].filter((hold) => covered(hold, before));
        if (holds.some(({ tag }) => tag !== null && lost.includes(tag))) throw refusalOf(command, true, true);
        const revision = { ...change, before };
        journal.set(state.revisions, revisionKey(revision), revision);
        const { kind, scope, createdAt, accessCount, lastAccessedAt } = before;
        const after = { ...memory, kind, scope, createdAt, accessCount, lastAccessedAt } as typeof memory;
        setMemory(state, after, journal);
      },
    },
    'prune-memories': {
      apply(state, { ids, now }, journal) {
        for (const id of ids) {
          const memory = state.memories.get(id);
          if (memory === undefined || !isExpired(memory, now) || isHeld(state, memory)) continue;
          removeMemory(state, id, journal);
        }
      },
    },
    'keep-revision': {
      apply(state, { revision }, journal) {
        const key = revisionKey(revision);
        const memory = state.memories.get(revision.before.id);
        if (memory === undefined || !sameScope(memory.scope, revision.before.scope)) return;
        const isPast = memory.revision > revision.before.revision;
        if (isPast && !state.revisions.has(key)) journal.set(state.revisions, key, revision);
      },
    },
    'note-uses': {
      apply(state, { uses }, journal) {
        for (const use of uses) {
          if (!state.memories.has(use.memoryId)) continue;
          const key = `${use.memoryId} ${use.runId}`;
          const known = state.uses.get(key) ?? use;
          journal.set(state.uses, key, { ...known, settled: known.settled || use.settled });
        }
      },
    },
    'keep-vectors': {
      apply(state, { embedder, vectors }, journal) {
        for (const kept of vectors) {
          if (state.memories.get(kept.id)?.revision !== kept.revision) continue;
          journal.set(state.vectors, kept.id, { embedder, kept });
        }
      },
    },
  },
  exported: (state) => [
    rewritten(state.memories, (memory) => ({ type: 'record-memory', memory, ifAbsent: true })),
    rewritten(state.revisions, (revision) => ({ type: 'keep-revision', revision })),
    rewritten(state.uses, (use) => ({ type: 'note-uses', uses: [use] })),
  ],
});
