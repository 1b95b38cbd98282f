import type { Store } from '../ports/store.ts';
import type { GrantedViewer } from '../records/grant.ts';
import type { Viewer } from '../records/scope.ts';
import { readerWith } from './grants.ts';

/**
 * The store, with what owners share. Which grants hold is looked up with every read: what was revoked a moment ago, by
 * whichever process, is no longer shown. This is the only way to memories, so no new operation can forget it (SHR-1).
 */
export function withConsent(store: Store, now: () => number): Store {
  async function readerOf(viewer: Viewer): Promise<GrantedViewer> {
    return readerWith(viewer, await store.openGrants(viewer.user), now());
  }
  return {
    ...store,
    getMemory: async (viewer, id) => store.getMemory(await readerOf(viewer), id),
    listMemories: async (viewer, filter, page) => store.listMemories(await readerOf(viewer), filter, page),
    listEntries: async (viewer, filter, limit) => store.listEntries(await readerOf(viewer), filter, limit),
    getMemories: async (viewer, ids) => store.getMemories(await readerOf(viewer), ids),
    getEntries: async (viewer, ids) => store.getEntries(await readerOf(viewer), ids),
  };
}
