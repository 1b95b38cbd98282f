import { endianness } from 'node:os';
import type { ShardTotals } from '../shard-totals.ts';
import type { Segment } from './segment.ts';

/** What a kept index says of itself. */
export interface AboutIndex {
  /** How it was made; one that was made in another way is made anew. */
  readonly making: string;
  /** How far it has followed the changes of the store. */
  readonly mark: string | null;
  readonly shards: readonly AboutShard[];
}

export interface AboutShard {
  readonly agent: string | null;
  readonly carried: readonly string[];
  readonly totals: ShardTotals;
  /** In the order of their slots. */
  readonly segments: ReadonlyArray<Omit<Segment, 'amended'>>;
}

/** Raised whenever the bytes of a segment, or how words and numbers are made of a text, change. */
const version = 3;

/**
 * How an index with this embedder is made; null for one without.
 *
 * @param selection which records are in it, when not all of them are.
 */
export function makingWith(embedder: string | null, selection: string | null = null): string {
  const made = `${version} ${endianness()} ${embedder ?? 'words'}`;
  return selection === null ? made : `${made} of ${selection}`;
}

export function packAbout(about: AboutIndex): Uint8Array {
  return Buffer.from(JSON.stringify(about));
}

/** Undefined for one that cannot be used. */
export function readAbout(bytes: Uint8Array, making: string): AboutIndex | undefined {
  try {
    const about = JSON.parse(Buffer.from(bytes).toString()) as AboutIndex;
    return about.making === making ? about : undefined;
  } catch {
    return undefined;
  }
}
