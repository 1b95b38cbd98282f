import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';

/** A file of the dashboard, ready to be sent. */
export interface DashboardFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same, smaller; null for what does not get smaller. */
  readonly zipped: Uint8Array<ArrayBuffer> | null;
  /** Its name changes with its content, so that browsers may keep it for ever. */
  readonly isHashed: boolean;
}

/** Files by their address: `/index.html`, `/assets/index-x7Kq2.js`. */
export type DashboardFiles = ReadonlyMap<string, DashboardFile>;

/** Where the built files may be: from a part of a bundle, from a bundle, and from the source. */
const places = ['../dashboard/', '../../dashboard/', '../../../dist/dashboard/'].map(
  (path) => new URL(path, import.meta.url),
);

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Reads the built dashboard, which is small enough to be kept in memory. Empty where it was not built. */
export async function readDashboardFiles(): Promise<DashboardFiles> {
  for (const place of places) {
    const names = await readdir(place, { recursive: true }).catch((): string[] => []);
    if (!names.includes('index.html')) continue;
    const shown = names.map((name) => name.replaceAll('\\', '/')).filter((name) => extname(name) in types);
    return new Map(
      await Promise.all(shown.map(async (name) => [`/${name}`, await readOne(place, name)] as const)),
    );
  }
  return new Map();
}

async function readOne(place: URL, name: string): Promise<DashboardFile> {
  const bytes = new Uint8Array(await readFile(new URL(name, place)));
  const zipped = extname(name) === '.woff2' ? null : new Uint8Array(gzipSync(bytes));
  return { type: types[extname(name)] ?? '', bytes, zipped, isHashed: name.startsWith('assets/') };
}
