import type { IndexPlace, ProjectOfUser, Store } from '../ports/store.ts';
import { usualSizes } from './index/kept/keep-index.ts';

/** How often to look for projects that got large without an index. */
const lookAgainMs = 600_000;
/** Projects without an index whose size is looked at in one go: most of them are too small for one. */
const maxPeeked = 200;

/** Projects that are large enough for a kept index and have none, and how to build it. */
export interface MissingIndexes {
  /** How many there are; looked for now and then. */
  waiting(): Promise<number>;
  /** Builds a piece of one of them, if there is any. */
  buildOn(): Promise<{ readonly done: number; readonly left: number }>;
}

/** What is asked of an index. */
export interface IndexBuilder {
  /** The indexes that a project may have. */
  partsOf(place: ProjectOfUser): Promise<readonly IndexPlace[]>;
  /** Whether a usable one is kept. */
  isKept(part: IndexPlace): Promise<boolean>;
  /** Whether it would have so many entries, or more. */
  hasEntries(part: IndexPlace, count: number): Promise<boolean>;
  /** Builds a piece of it; true when it is whole. */
  buildOn(part: IndexPlace): Promise<boolean>;
}

/**
 * Finds the indexes that no process has built yet, so that the first search of a project need not wait for its index: after an
 * import, an update of Engram that keeps indexes in another way, or a move to another store.
 */
export function findMissingIndexes(
  store: Pick<Store, 'keeps' | 'listPlaces'>,
  { partsOf, isKept, hasEntries, buildOn }: IndexBuilder,
  elapsed: () => number = () => performance.now(),
): MissingIndexes {
  let missing: IndexPlace[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** Where the next look begins, when one look cannot peek into all projects. */
  let from = 0;

  async function look(): Promise<void> {
    const places = await store.listPlaces();
    const begin = from < places.length ? from : 0;
    const inTurn = [...places.slice(begin), ...places.slice(0, begin)];
    const found: IndexPlace[] = [];
    let peeked = 0;
    for (const [number, place] of inTurn.entries()) {
      if (peeked >= maxPeeked) break;
      from = (begin + number + 1) % places.length;
      for (const part of await partsOf(place)) {
        if (await isKept(part)) continue;
        peeked += 1;
        if (await hasEntries(part, usualSizes.worthKeeping)) found.push(part);
      }
    }
    missing = found;
  }

  return {
    async waiting() {
      if (!store.keeps) return 0;
      if (missing.length === 0 && elapsed() - lookedAt > lookAgainMs) {
        lookedAt = elapsed();
        await look();
      }
      return missing.length;
    },
    async buildOn() {
      const [part] = missing;
      if (part === undefined) return { done: 0, left: 0 };
      // One that cannot be built is looked for again later, and does not keep the others waiting.
      const isWhole = await buildOn(part).catch((error: unknown) => {
        missing.shift();
        throw error;
      });
      if (isWhole) missing.shift();
      return { done: 1, left: missing.length };
    },
  };
}
