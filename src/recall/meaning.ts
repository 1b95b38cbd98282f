import { EngramError } from '../errors.ts';
import type { Embedder } from '../ports/embedder.ts';
import { openVectorSpace, type VectorSpace } from './vectors/vectors.ts';

/** A search does not wait longer than this for a service. */
const queryPatienceMs = 5_000;
/** An embedder that failed is left alone for this time. */
const restMs = 30_000;

/** What turns texts into vectors, and the space they are compared in. */
export interface MeaningSpace {
  readonly embedder: Embedder;
  readonly space: VectorSpace;
}

/**
 * The embedder, as far as it can be had. It is opened when it is first needed. While it fails, words alone must do: a
 * search is never an error for it.
 */
export interface Meanings {
  /** Null when there is none, or it cannot be opened at present. */
  current(): Promise<MeaningSpace | null>;
  /** Does something with the embedder within a few seconds; undefined when that fails, and while it rests after failing. */
  attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  /** Why the embedder could not be opened; undefined when it could, or was not tried. */
  readonly trouble: unknown;
}

/** `onTrouble` hears of what went wrong, once. `onReturn` is called when an embedder that could not be opened can be tried again. */
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
        return await withinReason(work());
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
  };
}

async function withinReason<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new EngramError('timeout', 'The embedder did not answer within 5 seconds.')),
      queryPatienceMs,
    );
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
