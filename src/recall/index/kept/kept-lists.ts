import type { NumberRun } from '../postings.ts';
import type { KeptParts } from './kept-parts.ts';
import { type Bucket, bucketOf, readBucket } from './pack-lists.ts';
import { listsPart, type Segment, StaleIndex } from './segment.ts';

/** More numbers than these are not held in memory from search to search. */
const mostHeld = 8_000_000;

/** The lists of kept segments, read when they are first asked for. */
export interface KeptLists {
  /** Reads the lists of these keys, if they are not here yet. */
  load(keys: readonly number[]): Promise<void>;
  /** The runs of a list that was loaded, in the order of segments. Throws `StaleIndex` for one that was not. */
  runs(key: number): readonly NumberRun[];
  /** All lists of a segment. */
  all(segment: Segment): Promise<Bucket[]>;
  /** Needed when segments were replaced. */
  forget(): void;
  readonly bytes: number;
}

const nothing: readonly NumberRun[] = [];

export function openKeptLists(parts: KeptParts): KeptLists {
  const held = new Map<number, readonly NumberRun[]>();
  let numbers = 0;

  function forget(): void {
    held.clear();
    numbers = 0;
  }

  /** Buckets by their segment and number; each is read once, however many keys lie in it. */
  async function bucketsFor(wanted: ReadonlyArray<readonly [Segment, number]>): Promise<Map<string, Bucket>> {
    const each = new Map(
      wanted.map(([segment, bucket]) => [
        `${segment.number} ${bucket}`,
        { segment, name: listsPart(bucket), base: segment.base },
      ]),
    );
    const read = await parts.read([...each.values()]);
    return new Map(
      [...each].map(([key, { base }], index) => [key, readBucket(read[index] as Uint8Array, base)]),
    );
  }

  return {
    async load(keys) {
      const { segments } = parts;
      if (segments.length === 0) return;
      if (numbers > mostHeld) forget();
      const missing = [...new Set(keys)].filter((key) => !held.has(key));
      const wanted = missing.flatMap((key) =>
        segments.map((segment) => [segment, bucketOf(key, segment.buckets)] as const),
      );
      const buckets = await bucketsFor(wanted);
      if (parts.segments !== segments) throw new StaleIndex();
      for (const key of missing) {
        const runs = segments.flatMap((segment) => {
          const bucket = buckets.get(`${segment.number} ${bucketOf(key, segment.buckets)}`);
          const list = bucket?.listOf(key) ?? new Uint32Array(0);
          return list.length === 0 ? [] : [{ numbers: list, from: 0, to: list.length }];
        });
        held.set(key, runs);
        numbers += runs.reduce((sum, run) => sum + run.to, 1);
      }
    },
    runs(key) {
      if (parts.segments.length === 0) return nothing;
      const runs = held.get(key);
      // Segments were replaced since it was loaded.
      if (runs === undefined) throw new StaleIndex();
      return runs;
    },
    async all(segment) {
      const wanted = Array.from({ length: segment.buckets }, (_, bucket) => [segment, bucket] as const);
      return [...(await bucketsFor(wanted)).values()];
    },
    forget,
    get bytes() {
      return numbers * 4;
    },
  };
}
