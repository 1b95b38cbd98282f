import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formOfBackend } from '../config/backend-name.ts';
import { EngramError, invalidInput } from '../errors.ts';
import type { Store } from '../ports/store.ts';
import { shownUrl } from '../text/shown-url.ts';

export interface OpenStoreOptions {
  readonly durability: 'normal' | 'full';
  readonly now: number;
}

/** Where a store is, as its URL says. */
export type StoreLocation =
  | { readonly backend: 'sqlite'; readonly path: string; readonly readOnly: boolean }
  | { readonly backend: 'postgres'; readonly url: string }
  | { readonly backend: 'memory' }
  | { readonly backend: 'null' };

/**
 * Reads a store URL: `file:PATH` (or a plain path), `postgres://…`, `memory:`, `null:`. A relative path starts
 * at `base`.
 *
 * @example
 * parseStoreUrl('file:~/notes.db', '/tmp'); // { backend: 'sqlite', path: '/home/me/notes.db', readOnly: false }
 */
export function parseStoreUrl(url: string, base: string = process.cwd()): StoreLocation {
  if (url === 'memory:') return { backend: 'memory' };
  if (url === 'null:') return { backend: 'null' };
  if (/^postgres(?:ql)?:/i.test(url)) return { backend: 'postgres', url };
  const form = formOfBackend(url);
  if (form !== undefined) {
    throw invalidInput(
      `"${url}" is a kind of database, not a place. Write ${form}. The forms are file:PATH, postgres://…, memory: and null:; for a file of that name, write file:${url}.`,
      { details: { url } },
    );
  }
  const [, scheme] = /^([a-z][a-z0-9+.-]+):/i.exec(url) ?? [];
  if (scheme !== undefined && scheme !== 'file') {
    throw new EngramError(
      'unsupported',
      `There is no store for "${scheme}:" URLs in this version. Use file:PATH, postgres://USER:PASSWORD@HOST/DATABASE, memory: or null:.`,
      { details: { url: shownUrl(url) } },
    );
  }
  const [place = '', query = ''] = url.replace(/^file:/, '').split('?', 2);
  if (place === '') {
    throw invalidInput('The database URL names no file. Write file:PATH, such as file:memory.db.');
  }
  return {
    backend: 'sqlite',
    path: place.startsWith('//')
      ? pathOfUrl(`file:${place}`)
      : resolve(base, place.replace(/^~(?=\/)/, homedir())),
    readOnly: new URLSearchParams(query).get('mode') === 'ro',
  };
}

function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw invalidInput(`"${url}" names no file on this machine. Write file:PATH, such as file:memory.db.`, {
      details: { url },
      cause,
    });
  }
}

/** Opens the store a URL names. Backends are loaded on demand: who does not use one does not pay for it. */
export async function openStore(url: string, options: OpenStoreOptions): Promise<Store> {
  const location = parseStoreUrl(url);
  switch (location.backend) {
    case 'sqlite': {
      if (location.readOnly) {
        const { openSqliteStore } = await import('./sqlite/open-sqlite.ts');
        return openSqliteStore({ ...location, ...options });
      }
      const { openDeferredStore } = await import('./sqlite/deferred-sqlite.ts');
      return openDeferredStore({ ...location, ...options });
    }
    case 'postgres': {
      const { openPostgresStore } = await import('./postgres/open-postgres.ts');
      return openPostgresStore({ url: location.url, now: options.now });
    }
    case 'memory': {
      const { createReferenceStore } = await import('./reference/reference-store.ts');
      return createReferenceStore();
    }
    case 'null': {
      const { createNullStore } = await import('./null-store.ts');
      return createNullStore();
    }
  }
}
