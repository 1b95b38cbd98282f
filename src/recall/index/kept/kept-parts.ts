import type { IndexPlace, Store } from '../../../ports/store.ts';
import { unsealed } from './bytes.ts';
import { endOf, type Segment, StaleIndex } from './segment.ts';

/** The kept segments of a shard, and what lies in them. */
export interface KeptParts {
  /** In the order of their slots. */
  readonly segments: readonly Segment[];
  /** The slot after the last that is kept. */
  readonly end: number;
  /** The segments that there are from now on. */
  replace(segments: readonly Segment[]): void;
  /** Where a slot is kept; undefined when it is not. */
  segmentOf(slot: number): Segment | undefined;
  /**
   * Reads parts, in the order they are named in.
   *
   * @throws StaleIndex for one that is gone or damaged.
   */
  read(
    wanted: ReadonlyArray<{ readonly segment: Pick<Segment, 'number'>; readonly name: string }>,
  ): Promise<Uint8Array[]>;
}

export function createKeptParts(store: Pick<Store, 'indexParts'>, place: IndexPlace): KeptParts {
  let segments: readonly Segment[] = [];
  let end = 0;

  return {
    get segments() {
      return segments;
    },
    get end() {
      return end;
    },
    replace(next) {
      segments = next;
      end = Math.max(0, ...next.map(endOf));
    },
    segmentOf(slot) {
      let low = 0;
      let high = segments.length - 1;
      while (low <= high) {
        const middle = (low + high) >>> 1;
        const segment = segments[middle] as Segment;
        if (slot < segment.base) high = middle - 1;
        else if (slot >= endOf(segment)) low = middle + 1;
        else return segment;
      }
      return undefined;
    },
    async read(wanted) {
      if (wanted.length === 0) return [];
      const names = wanted.map(({ segment, name }) => ({ segment: segment.number, name }));
      const found = new Map<string, Uint8Array>();
      for (const { segment, name, bytes } of await store.indexParts(place, names))
        found.set(`${segment} ${name}`, bytes);
      return names.map(({ segment, name }) => {
        const bytes = found.get(`${segment} ${name}`);
        if (bytes === undefined) throw new StaleIndex();
        return unsealed(bytes);
      });
    },
  };
}
