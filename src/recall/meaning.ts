import { inTime } from '../capture/in-time.ts';
import type { Embedder } from '../ports/embedder.ts';
import { openVectorSpace, type VectorSpace } from './vectors/vectors.ts';

/** A search does not wait longer than this for a service. */
const queryTimeoutMs = 5_000;
/** An embedder that failed is not used for this time. */
const restMs = 30_000;

/** An embedder and the space of its vectors. */
export interface MeaningSpace {
  readonly embedder: Embedder;
  readonly space: VectorSpace;
}

/** The embedder, opened when it is first needed. While it fails, searches go by words alone and do not fail. */
export interface Meanings {
  /** Null when there is none, or it cannot be opened at present. */
  current(): Promise<MeaningSpace | null>;
  /**
   * Uses the embedder, one that is a service for at most a few seconds; undefined when that fails, and for a while after it
   * failed.
   */
  attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  /** Why the embedder could not be opened; undefined when it could, or was not tried. */
  readonly trouble: unknown;
}

/** Calls `onTrouble` at the first failure, and `onReturn` when opening the embedder can be tried again. */
export function createMeanings(
  openEmbedder: () => Promise<Embedder | null>,
  onTrouble: (error: unknown) => void,
  onReturn: () => void,
): Meanings {
  let opening: Promise<MeaningSpace | null> | undefined;
  let couldNotOpen = false;
  let trouble: unknown;
  let restUntil = 0;
  let told = false;

  function failed(error: unknown): void {
    restUntil = performance.now() + restMs;
    if (!told) onTrouble(error);
    told = true;
  }

  async function open(): Promise<MeaningSpace | null> {
    try {
      const embedder = await openEmbedder();
      return embedder === null ? null : { embedder, space: openVectorSpace(embedder.dimensions) };
    } catch (error) {
      failed(error);
      couldNotOpen = true;
      trouble = error;
      return null;
    }
  }

  return {
    get trouble() {
      return trouble;
    },
    current() {
      if (couldNotOpen && performance.now() > restUntil) {
        couldNotOpen = false;
        trouble = undefined;
        opening = undefined;
        onReturn();
      }
      opening ??= open();
      return opening;
    },
    async attempt(work) {
      if (performance.now() < restUntil) return undefined;
      try {
        if ((await opening)?.embedder.instant === true) return await work();
        return await inTime('The embedder', work, { timeoutMs: queryTimeoutMs });
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
  };
}
