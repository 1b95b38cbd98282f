import type { Store } from '../ports/store.ts';
import type { SharedRead } from '../records/audit.ts';
import type { GrantedViewer } from '../records/grant.ts';
import type { Viewer } from '../records/scope.ts';
import { covers, readerWith, type SelectableMemory } from './grants.ts';
import { maySee } from './reach.ts';

/** Told what a reader is about to be given of others. */
type OnAccess = (reader: Viewer, reads: readonly SharedRead[]) => Promise<void>;

/**
 * The store, with what owners share. Which grants hold is looked up with every read: what was revoked a moment ago, by
 * whichever process, is no longer shown. This is the only way to memories, so no new operation can forget it (SHR-1), nor that
 * it is told before others are given something (SHR-3).
 */
export function withConsent(store: Store, now: () => number, onAccess: OnAccess): Store {
  async function readerOf(viewer: Viewer): Promise<GrantedViewer> {
    return readerWith(viewer, await store.openGrants(viewer.user), now());
  }
  /** Hands on what was read, once it is told what of it is not the reader's. */
  function handed<Read extends SelectableMemory>(
    reader: GrantedViewer,
    read: readonly Read[],
  ): readonly Read[] | Promise<readonly Read[]> {
    const { user, project, agent, granted } = reader;
    if (granted === undefined) return read;
    return onAccess({ user, project, agent }, sharedAmong(reader, read)).then(() => read);
  }
  return {
    ...store,
    async getMemory(viewer, id) {
      const reader = await readerOf(viewer);
      const memory = await store.getMemory(reader, id);
      return memory && (await handed(reader, [memory]))[0];
    },
    async listMemories(viewer, filter, page) {
      const reader = await readerOf(viewer);
      const list = await store.listMemories(reader, filter, page);
      await handed(reader, list.items);
      return list;
    },
    async listEntries(viewer, filter, limit) {
      const reader = await readerOf(viewer);
      return handed(reader, await store.listEntries(reader, filter, limit));
    },
    async getMemories(viewer, ids) {
      const reader = await readerOf(viewer);
      return handed(reader, await store.getMemories(reader, ids));
    },
    async getEntries(viewer, ids) {
      const reader = await readerOf(viewer);
      return handed(reader, await store.getEntries(reader, ids));
    },
    async findEntriesByWords(viewer, words, limit) {
      const reader = await readerOf(viewer);
      return handed(reader, await store.findEntriesByWords(reader, words, limit));
    },
    listLinks: async (viewer, ids, limit) => store.listLinks(await readerOf(viewer), ids, limit),
  };
}

/** What of this a reader sees by grants alone, and by which. */
function sharedAmong(
  { granted = [], ...viewer }: GrantedViewer,
  read: readonly SelectableMemory[],
): SharedRead[] {
  return read
    .filter(({ scope }) => !maySee(viewer, scope))
    .map((memory) => {
      const grants = granted.filter((grant) => covers(grant, memory)).map(({ name }) => name);
      return { kind: 'memory', id: memory.id, of: memory.scope, grants };
    });
}
