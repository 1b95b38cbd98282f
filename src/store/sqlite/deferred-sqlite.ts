import { existsSync } from 'node:fs';
import type { Store } from '../../ports/store.ts';
import { openEmptyStore, openSqliteStore, refuseUncreatable, type SqliteOptions } from './open-sqlite.ts';

type StoreMethod = (...given: readonly unknown[]) => Promise<unknown>;

/**
 * A store whose file is made by the first write: reading what is not there leaves no trace. Until then it is empty, unless
 * another process has made the file.
 */
export async function openDeferredStore(options: SqliteOptions): Promise<Store> {
  const { path } = options;
  if (existsSync(path)) return openSqliteStore(options);
  refuseUncreatable(path);
  const empty = await openEmptyStore(options);
  let opened: Promise<Store> | undefined;
  /** The store once it is open: from then on nothing has to be waited for. */
  let ready: Readonly<Record<string, StoreMethod>> | undefined;

  const open = (): Promise<Store> => {
    opened ??= openSqliteStore(options).then(
      (store) => {
        ready = store as unknown as Readonly<Record<string, StoreMethod>>;
        return store;
      },
      (error: unknown) => {
        // The cause may be mended: the next caller tries again.
        opened = undefined;
        throw error;
      },
    );
    return opened;
  };
  const toRead = async (): Promise<Store> => (opened !== undefined || existsSync(path) ? open() : empty);

  const names = Object.keys(empty).filter((name) => typeof empty[name as keyof Store] === 'function');
  const forward = async (name: string, given: readonly unknown[]): Promise<unknown> => {
    const store = (await toRead()) as unknown as Readonly<Record<string, StoreMethod>>;
    return store[name]?.(...given);
  };
  const forwarded = Object.fromEntries(
    names.map((name): [string, StoreMethod] => [
      name,
      (...given) => ready?.[name]?.(...given) ?? forward(name, given),
    ]),
  ) as unknown as Store;

  return {
    ...forwarded,
    name: empty.name,
    keeps: empty.keeps,
    async commit(commands) {
      return commands.length === 0 ? { ignored: [] } : (await open()).commit(commands);
    },
    async health(depth) {
      const store = await toRead();
      const health = await store.health(depth);
      return store === empty ? { ...health, formatVersion: 0, sizeBytes: 0 } : health;
    },
    async close() {
      await empty.close();
      const store = await opened?.catch(() => undefined);
      await store?.close();
    },
  };
}
