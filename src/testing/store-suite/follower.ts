import { expect } from 'vitest';
import type { MemoryEntry, ProjectOfUser, Store } from '../../ports/store.ts';
import { claimedBy, type Memory } from '../../records/memory.ts';

/** More pages than any case needs: changes that never end would keep a test going for ever. */
const tooMany = 2_000;

/** What an entry promises; a backend may answer more. */
function entryOf(memory: MemoryEntry): MemoryEntry {
  const { id, scope, kind, text, content, tags, createdAt, expiresAt, validUntil, standing } = memory;
  const { confidence, confirmedAt, successRate, relevance, revision, sessionId, position, claimedBy } =
    memory;
  return {
    ...{ id, scope, kind, text, content, tags, createdAt, expiresAt, validUntil, standing },
    ...{ confidence, confirmedAt, successRate, relevance, revision, sessionId, position, claimedBy },
  } as MemoryEntry;
}

/** The entry of a memory. */
export function asEntry(memory: Memory): MemoryEntry {
  const { sessionId, position } = memory.provenance;
  return entryOf({ ...memory, sessionId, position, claimedBy: claimedBy(memory.provenance) });
}

const byId = (left: MemoryEntry, right: MemoryEntry): number => (left.id < right.id ? -1 : 1);

/** Someone who follows what happens to the memories of a project, as an index does. */
export interface Follower {
  /** Asks until nothing more waits, and answers all that is known then, by id. */
  catchUp(): Promise<MemoryEntry[]>;
  /** Asks once; true when more waits. */
  step(): Promise<boolean>;
}

/** Asks for `limit` changes at a time, from the beginning on. */
export function follow(store: Store, { user, project }: ProjectOfUser, limit = 1_000): Follower {
  const known = new Map<string, MemoryEntry>();
  let mark: string | null = null;

  async function step(): Promise<boolean> {
    const changes = await store.memoryChanges({ user, project }, mark, limit);
    if (changes.restart) {
      known.clear();
      mark = null;
      return true;
    }
    for (const id of changes.removed) known.delete(id);
    for (const entry of changes.entries) known.set(entry.id, entryOf(entry));
    mark = changes.mark;
    return changes.more;
  }

  async function catchUp(): Promise<MemoryEntry[]> {
    let pages = 0;
    while (await step()) {
      pages += 1;
      if (pages > tooMany) expect.fail('there are always more changes');
    }
    return [...known.values()].sort(byId);
  }

  return { step, catchUp };
}

/** All that one who begins now gets to know of a project, by id. */
export function knownFrom(store: Store, place: ProjectOfUser, limit?: number): Promise<MemoryEntry[]> {
  return follow(store, place, limit).catchUp();
}
