/** Slots of a shard that are kept in the store, from `base` on. */
export interface Segment {
  /** Its name in the store: never given twice, and higher than those of all segments that were written before. */
  readonly number: number;
  readonly base: number;
  readonly count: number;
  /** In how many buckets its lists are. */
  readonly buckets: number;
  /** Slots before it whose values it tells anew, as its amendments say. */
  readonly amended: readonly number[];
}

/** Its parts in the store that are read as a whole. */
export const partNames = {
  scanned: 'scanned',
  sketches: 'sketches',
  speakers: 'speakers',
  amendments: 'amendments',
  places: 'places',
  times: 'times',
} as const;

/** Its parts in chunks of so many slots: small enough to be read for a single memory, which then takes about a page. */
export const chunkSizes = { details: 32, vectors: 8 } as const;

export const chunkPart = (name: string, chunk: number): string => `${name} ${chunk}`;
export const listsPart = (bucket: number): string => `lists ${bucket}`;

/** A segment is gone or damaged: another process has replaced it, or somebody has changed it. The index is opened again. */
export class StaleIndex extends Error {}

/** The slot after its last. */
export const endOf = ({ base, count }: Pick<Segment, 'base' | 'count'>): number => base + count;
