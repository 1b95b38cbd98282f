import { EngramError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Context } from '../ports/context.ts';
import type { Store } from '../ports/store.ts';
import type { Job } from '../records/job.ts';
import { unheld } from '../records/lease.ts';
import { dayMs } from '../records/lifetime.ts';
import {
  joinedTimes,
  noRetrievals,
  type RetrievalTimes,
  retrievalFigures,
  retrievalTimesJob,
  retrievalTimesSchema,
  withRetrieval,
} from '../records/retrieval-times.ts';

/** Searches after which, and milliseconds after which, what was measured is kept; what a killed process loses at most. */
const maxPending = 100;
const maxPendingMs = 60_000;
/** Other processes may keep theirs at the same moment. */
const maxTries = 5;

/**
 * Measures how long finding memories takes, over all processes of a store: each adds what it measured when it closes, and now and
 * then before. Keeping is a convenience and never fails.
 */
export function createRetrievals(
  store: Pick<Store, 'commit' | 'listJobs' | 'listPlaces' | 'keeps'>,
  clock: Clock,
): Context['retrievals'] {
  let pending = noRetrievals;
  let count = 0;
  let keptAt = clock.elapsed();
  let keeping: Promise<void> = Promise.resolve();

  async function readJob(): Promise<Job | undefined> {
    return (await store.listJobs()).find(({ name }) => name === retrievalTimesJob);
  }

  async function add(times: RetrievalTimes): Promise<void> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const known = await readJob();
      // To search where nothing is makes no database.
      if (known === undefined && (await store.listPlaces()).length === 0) return;
      const state = joinedTimes(timesIn(known), times);
      const searches = state.days.reduce((sum, day) => sum + day.searches, 0);
      const epoch = known?.epoch ?? 0;
      const job: Job = {
        ...unheld,
        name: retrievalTimesJob,
        epoch: epoch + 1,
        done: searches,
        left: 0,
        state,
        error: null,
        updatedAt: clock.now(),
      };
      try {
        await store.commit([{ type: 'hold-job', job, epoch }]);
        return;
      } catch (error) {
        if (!EngramError.is(error) || error.code !== 'conflict') throw error;
      }
    }
  }

  function keep(): Promise<void> {
    const times = pending;
    pending = noRetrievals;
    count = 0;
    keptAt = clock.elapsed();
    if (store.keeps && times.days.length > 0) keeping = keeping.then(() => add(times)).catch(() => {});
    return keeping;
  }

  return {
    note(milliseconds) {
      pending = withRetrieval(pending, milliseconds, clock.now());
      count += 1;
      if (count >= maxPending || clock.elapsed() - keptAt > maxPendingMs) void keep();
    },
    keep,
    async figures(since) {
      await keeping;
      const times = joinedTimes(timesIn(await readJob()), pending);
      return retrievalFigures(times, Math.floor(since / dayMs));
    },
  };
}

/** What cannot be read counts as nothing: another version may have written it. */
function timesIn(job: Job | undefined): RetrievalTimes {
  const parsed = retrievalTimesSchema.safeParse(job?.state);
  return parsed.success ? parsed.data : noRetrievals;
}
