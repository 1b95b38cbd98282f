import { existsSync, realpathSync, statSync } from 'node:fs';
import { withoutTrust } from '../access/untrusted-store.ts';
import type { LoadedSettings } from '../config/load-settings.ts';
import { isTrusted, readTrust, writeTrust } from '../config/trust.ts';
import type { Store } from '../ports/store.ts';
import { parseStoreUrl } from '../store/open-store.ts';
import { shownUrl } from '../text/shown-url.ts';

/** Where a database is, the same for every way to write it. */
export function placeOf(url: string): string {
  const location = parseStoreUrl(url);
  if (location.backend === 'sqlite') {
    return existsSync(location.path) ? realpathSync(location.path) : location.path;
  }
  if (location.backend !== 'postgres') return location.backend;
  const { hostname, port, pathname, searchParams } = new URL(location.url);
  const schema = searchParams.get('schema');
  return `postgres://${hostname}:${port || '5432'}${pathname}${schema === null ? '' : `?schema=${schema}`}`;
}

/**
 * What tells the database at a place from another one that is put there, as by a checkout: its content changes with every
 * use. Undefined as long as there is none, and for those that keep nothing.
 */
function markOf(url: string): string | undefined {
  const { backend } = parseStoreUrl(url);
  if (backend === 'postgres') return 'server';
  const file =
    backend === 'sqlite' ? statSync(placeOf(url), { bigint: true, throwIfNoEntry: false }) : undefined;
  return file === undefined ? undefined : `file ${file.ino} ${file.birthtimeNs}`;
}

/** Whether the user trusts the database at this address, or nobody else can have filled it. */
export function isOwnDatabase(home: string, url: string): boolean {
  const mark = markOf(url);
  return mark === undefined || isTrusted(readTrust(home), placeOf(url), mark);
}

/** Trusts the database at this address as it is now. Answers its place; undefined when there is none. */
export function trustDatabase(home: string, url: string): string | undefined {
  const mark = markOf(url);
  if (mark === undefined) return undefined;
  writeTrust(home, placeOf(url), mark);
  return placeOf(url);
}

/** Whether the database comes from a file of the project, and the user does not trust it. */
export function isForeignDatabase({ settings, fromProject, home }: LoadedSettings): boolean {
  return fromProject.includes('db') && !isOwnDatabase(home, settings.db);
}

/**
 * Opens the database of the settings. One that a project's file names carries no trust, even where the file is trusted,
 * unless this user made it or trusts it.
 */
export async function openOwned(
  loaded: LoadedSettings,
  open: (url: string) => Promise<Store>,
): Promise<Store> {
  const { settings, fromProject, home } = loaded;
  const { db } = settings;
  const isForeign = isForeignDatabase(loaded);
  const isNew = fromProject.includes('db') && markOf(db) === undefined;
  const store = await open(db);
  if (isForeign) return withoutTrust(store, placeOf(db));
  if (!isNew) return store;
  let isNoted = false;
  return {
    ...store,
    async commit(commands) {
      const committed = await store.commit(commands);
      // The first write makes the file, and it is this user's.
      if (!isNoted) isNoted = trustDatabase(home, db) !== undefined;
      return committed;
    },
  };
}

/** What a user must know about the files and the database of the project, one sentence each. */
export function projectNotices(loaded: LoadedSettings): string[] {
  const { withheld, settings } = loaded;
  const files = withheld.map(({ path, settings: names, isCode }) =>
    isCode
      ? `${path} is not run: a program sets Engram up from ~/.engram only, or when it is named with --config.`
      : `${path} sets ${listed(names)}: not in force, because it came with the project and you do not trust it. After reading it: engram trust ${path}`,
  );
  if (!isForeignDatabase(loaded)) return files;
  const place = shownUrl(settings.db);
  return [
    ...files,
    `The database ${place} came with the project: approvals, tokens and statements of the user in it do not count. If its records are yours: engram trust ${place}`,
  ];
}

const listed = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');
