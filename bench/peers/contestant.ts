import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import {
  openStaticEmbedder,
  type StaticEmbedder,
} from '../../src/providers/static-embedder/static-embedder.ts';
import { readStaticTable } from '../../src/providers/static-embedder/static-table.ts';
import type { Item } from '../recall-data.ts';

/** Something that keeps memories of several owners and finds them again. */
export interface Contestant {
  insert(owner: string, items: readonly Item[]): Promise<void>;
  /** Ids of at most ten memories, best first. */
  search(owner: string, question: string): Promise<readonly string[]>;
  /** Ids of processes of its own. Then CPU cannot be told, and time is what a clock shows. */
  processes?(): readonly number[];
  close?(): Promise<void>;
}

/** What it is called in the table, and how to open it with a folder of its own. */
export interface Entry {
  readonly name: string;
  open(folder: string): Promise<Contestant>;
}

const home = resolve('bench/peers');

/** Whether the packages are installed; says how to install them when they are not. */
export function hasPeers(): boolean {
  const found = existsSync(`${home}/node_modules`);
  if (!found) console.log('Left out: the others are installed by "npm --prefix bench/peers ci".');
  return found;
}

const require = createRequire(`${home}/package.json`);

/** A package of `bench/peers`. The project itself does not know it: types are what the caller says. */
export function loadPeer(name: string): unknown {
  return require(name);
}

/** Where a file of a package is. */
export function pathInPeer(path: string): string {
  return resolve(home, 'node_modules', path);
}

/** Engram's own embedder, for those that need one to search by meaning. */
export async function sameEmbedder(): Promise<StaticEmbedder> {
  return openStaticEmbedder(await readStaticTable());
}

/** One index for each owner, made when it is first needed. */
export function byOwner<Index>(make: () => Index): (owner: string) => Index {
  const indexes = new Map<string, Index>();
  return (owner) => {
    const index = indexes.get(owner) ?? make();
    indexes.set(owner, index);
    return index;
  };
}
