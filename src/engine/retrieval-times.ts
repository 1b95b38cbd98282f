import type { Clock } from '../ports/clock.ts';
import type { Context } from '../ports/context.ts';
import type { Store } from '../ports/store.ts';
import { dayMs } from '../records/lifetime.ts';
import { joinedTimes, noRetrievals, retrievalFigures, withRetrieval } from '../records/retrieval-times.ts';

/** Searches after which, and milliseconds after which, what was measured is kept; what a killed process loses at most. */
const maxPending = 100;
const maxPendingMs = 60_000;

/**
 * Measures how long finding memories takes, over all processes of a store: each adds what it measured when it closes, and now and
 * then before. Keeping is a convenience and never fails.
 */
export function createRetrievals(
  store: Pick<Store, 'commit' | 'retrievalTimes' | 'keeps'>,
  clock: Clock,
): Context['retrievals'] {
  /** To search where nothing is makes no database. */
  let hasFound = false;
  let pending = noRetrievals;
  let count = 0;
  let keptAt = clock.elapsed();
  let keeping: Promise<unknown> = Promise.resolve();

  async function keep(): Promise<void> {
    const times = pending;
    pending = noRetrievals;
    count = 0;
    keptAt = clock.elapsed();
    if (store.keeps && hasFound && times.days.length > 0)
      keeping = keeping.then(() => store.commit([{ type: 'count-retrievals', times }])).catch(() => {});
    await keeping;
  }

  return {
    note(milliseconds, found) {
      hasFound ||= found > 0;
      pending = withRetrieval(pending, milliseconds, clock.now());
      count += 1;
      if (count >= maxPending || clock.elapsed() - keptAt > maxPendingMs) void keep();
    },
    keep,
    async figures(since) {
      await keeping;
      const times = joinedTimes(await store.retrievalTimes(), pending);
      return retrievalFigures(times, Math.floor(since / dayMs));
    },
  };
}
