import { closeSync, existsSync, openSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withoutTrust } from '../access/untrusted-store.ts';
import type { LoadedSettings } from '../config/load-settings.ts';
import { digestOf, readTrust, writeTrust } from '../config/trust.ts';
import type { Store } from '../ports/store.ts';
import { parseStoreUrl } from '../store/open-store.ts';
import { shownUrl } from '../text/shown-url.ts';

/** Where a database is, the same for every way to write it, and without a password. */
export function placeOf(url: string): string {
  const location = parseStoreUrl(url);
  if (location.backend === 'sqlite') {
    return existsSync(location.path) ? realpathSync(location.path) : location.path;
  }
  if (location.backend !== 'postgres') return `${location.backend}:`;
  const { hostname, port, pathname, searchParams } = new URL(location.url);
  const schema = searchParams.get('schema');
  return `postgres://${hostname}:${port || '5432'}${pathname}${schema === null ? '' : `?schema=${schema}`}`;
}

/**
 * What tells what is at a place from what somebody else may put there: of a file its content; of a database, whose content
 * changes with every use, the file itself, which a checkout replaces. Undefined where there is nothing.
 */
export function markOf(place: string): string | undefined {
  if (place.startsWith('postgres:')) return 'server';
  const file = statSync(place, { bigint: true, throwIfNoEntry: false });
  if (file === undefined || !file.isFile() || file.size === 0n) return undefined;
  return isDatabase(place)
    ? `database ${file.ino} ${file.birthtimeNs}`
    : digestOf(readFileSync(place, 'utf8'));
}

function isDatabase(path: string): boolean {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(15);
  readSync(file, head, 0, head.length, 0);
  closeSync(file);
  return head.toString() === 'SQLite format 3';
}

/** Whether the user trusts the database at this address, it is in the user's folder, or there is none yet. */
export function isOwnDatabase(home: string, url: string): boolean {
  const place = placeOf(url);
  const mark = markOf(place);
  return mark === undefined || dirname(place) === join(home, '.engram') || readTrust(home)[place] === mark;
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
  const place = placeOf(settings.db);
  const isForeign = isForeignDatabase(loaded);
  let isNew = fromProject.includes('db') && markOf(place) === undefined;
  const store = await open(settings.db);
  if (isForeign) return withoutTrust(store, place);
  if (!isNew) return store;
  return {
    ...store,
    async commit(commands) {
      const committed = await store.commit(commands);
      // The first write makes the file, and it is this user's.
      const mark = isNew ? markOf(placeOf(settings.db)) : undefined;
      if (mark !== undefined) writeTrust(home, placeOf(settings.db), mark);
      isNew &&= mark === undefined;
      return committed;
    },
  };
}

/** What a user must know about the files and the database of the project. */
export function projectNotices(loaded: LoadedSettings): string[] {
  const place = shownUrl(loaded.settings.db);
  const files = loaded.withheld.map(({ path, settings, isCode }) =>
    isCode
      ? `${path} is not run: a program sets Engram up from ~/.engram only, or when you name it as the configuration file.`
      : `${path} came with the project and is not trusted, so these settings of it are not in force: ${settings.join(', ')}. When you have read it: engram trust ${path}`,
  );
  if (!isForeignDatabase(loaded)) return files;
  return [
    ...files,
    `The database ${place} came with the project: approvals, tokens and statements of the user in it do not count. If its records are yours: engram trust ${place}`,
  ];
}
