import { type IndexedPart, keyOf } from './index/indexed-part.ts';
import type { PlaceIndex } from './index/place-index.ts';

/** Indexes that are open at the same time: an empty one takes room as well, and names of projects are made up easily. */
const maxOpened = 500;

interface Opened {
  readonly part: IndexedPart;
  readonly index: PlaceIndex;
  lastUsed: number;
  /** Calls that are using it right now; it is kept for them. */
  users: number;
}

/** The indexes that are open in this process; those that were not used for longest make room for others. */
export interface OpenIndexes {
  /** Lends an index, which is opened when it is not. */
  using<Result>(part: IndexedPart, work: (index: PlaceIndex) => Promise<Result>): Promise<Result>;
  /** Lends several at once. */
  usingAll<Result>(
    parts: readonly IndexedPart[],
    work: (indexes: readonly PlaceIndex[]) => Promise<Result>,
  ): Promise<Result>;
  /** What is open. */
  parts(): IndexedPart[];
  /** How many entries of all of them have no vector yet. */
  waiting(): number;
  /** Opens all anew when they are next asked for. Calls that use the old ones keep them until they are done. */
  forget(): void;
  free(): void;
}

export function createOpenIndexes(
  maxBytes: number,
  open: (part: IndexedPart) => Promise<PlaceIndex>,
): OpenIndexes {
  const places = new Map<string, Opened>();
  let uses = 0;

  async function using<Result>(
    part: IndexedPart,
    work: (index: PlaceIndex) => Promise<Result>,
  ): Promise<Result> {
    const key = keyOf(part);
    const known = places.get(key);
    const index = known?.index ?? (await open(part));
    // Another call may have opened it meanwhile.
    const place = places.get(key) ?? { part, index, lastUsed: 0, users: 0 };
    places.set(key, place);
    uses += 1;
    place.lastUsed = uses;
    place.users += 1;
    try {
      return await work(place.index);
    } finally {
      place.users -= 1;
      makeRoom();
    }
  }

  /** Frees the indexes that were not used for longest. */
  function makeRoom(): void {
    const latestFirst = [...places].sort(([, left], [, right]) => right.lastUsed - left.lastUsed);
    let bytes = 0;
    for (const [number, [key, { index, users }]] of latestFirst.entries()) {
      bytes += index.bytes;
      const hasRoom = bytes <= maxBytes && number < maxOpened;
      if (number === 0 || users > 0 || hasRoom) continue;
      places.delete(key);
      index.free();
    }
  }

  function usingAll<Result>(
    [first, ...rest]: readonly IndexedPart[],
    work: (indexes: readonly PlaceIndex[]) => Promise<Result>,
  ): Promise<Result> {
    if (first === undefined) return work([]);
    return using(first, (index) => usingAll(rest, (others) => work([index, ...others])));
  }

  return {
    using,
    usingAll,
    parts: () => [...places.values()].map(({ part }) => part),
    waiting: () => [...places.values()].reduce((sum, { index }) => sum + index.waiting, 0),
    forget: () => places.clear(),
    free() {
      for (const { index } of places.values()) index.free();
      places.clear();
    },
  };
}
