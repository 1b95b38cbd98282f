import { retryOnConflict } from '../learn/lessons.ts';
import type { Context } from '../ports/context.ts';
import { maxListedKeys, type UserModelBackend } from '../ports/user-model.ts';
import type { OwnedOf } from '../records/owned/owned-records.ts';
import type { Position } from '../records/page.ts';
import { schemaVersion } from '../records/record.ts';
import { sameScope, type Viewer } from '../records/scope.ts';
import type { UserEntry } from '../records/user-entry.ts';
import { entryName } from './entry-name.ts';
import { searchedText } from './searched-text.ts';

type KeptEntry = OwnedOf<'entry'>;

/** Entries that are read at a time: each may have 40 kB. */
const pageSize = 200;
const databases: Readonly<Record<string, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Entries in the default store. They belong to whoever stores them: each agent has its own, and the project has. */
export function localUserModel(context: Context, viewer: Viewer): UserModelBackend {
  const { store, clock, ids, finder } = context;
  const database = databases[store.name] ?? store.name;

  async function find(userId: string, key: string): Promise<KeptEntry | undefined> {
    const found = await store.findRecords(viewer, 'entry', entryName(userId, key));
    // The owner of a project could read the entries of its agents.
    return found.find(({ scope }) => sameScope(scope, viewer));
  }

  async function* pagesOf(userId: string): AsyncGenerator<readonly KeptEntry[]> {
    let after: Position | undefined;
    for (let read = 0; read < maxListedKeys; read += pageSize) {
      const page = await store.listRecords(viewer, 'entry', { userId }, { limit: pageSize, after });
      yield page.items.filter(({ scope }) => sameScope(scope, viewer));
      if (page.next === null) return;
      after = page.next;
    }
  }

  return {
    name: `local (${database})`,
    isCloud: false,
    location: store.name === 'sqlite' ? 'this machine, in the database of Engram' : `the store (${database})`,
    requiresApiKey: false,
    isAvailable: () =>
      store.health('quick').then(
        () => true,
        () => false,
      ),
    store: (given) =>
      retryOnConflict(context, async () => {
        const now = clock.now();
        const known = await find(given.userId, given.key);
        if (known === undefined) {
          const record: KeptEntry = {
            id: ids('rec'),
            scope: viewer,
            schemaVersion,
            createdAt: now,
            updatedAt: now,
            revision: 0,
            entry: entryName(given.userId, given.key),
            ...given,
          };
          await store.commit([{ type: 'create-record', kind: 'entry', record }]);
        } else {
          const record = { ...known, ...given, updatedAt: now, revision: known.revision + 1 };
          await store.commit([{ type: 'revise-record', kind: 'entry', owner: viewer, record }]);
        }
        return store.keeps;
      }),
    async retrieve(userId, key) {
      const known = await find(userId, key);
      return known === undefined ? undefined : toEntry(known);
    },
    async query(userId, text, limit) {
      let best: Array<{ entry: UserEntry; similarity: number }> = [];
      for await (const page of pagesOf(userId)) {
        const entries = page.map(toEntry);
        const similarities = await finder.similarity(text, entries.map(searchedText));
        const scored = entries.map((entry, index) => ({ entry, similarity: similarities[index] ?? 0 }));
        best = [...best, ...scored.filter(({ similarity }) => similarity > 0)]
          .sort((left, right) => right.similarity - left.similarity)
          .slice(0, limit);
      }
      return best.map(({ entry }) => entry);
    },
    async listKeys(userId) {
      const keys: string[] = [];
      for await (const page of pagesOf(userId)) keys.push(...page.map(({ key }) => key));
      return keys.sort();
    },
    async delete(userId, key) {
      const known = await find(userId, key);
      if (known === undefined) return false;
      await store.commit([{ type: 'delete-record', kind: 'entry', owner: viewer, id: known.id }]);
      return true;
    },
  };
}

function toEntry({ key, value, userId, createdAt, updatedAt, metadata }: KeptEntry): UserEntry {
  return { key, value, userId, createdAt, updatedAt, metadata };
}
