import { actingItself } from '../audit/acting.ts';
import { EngramError, toEngramError } from '../errors.ts';
import type { Json } from '../json/json.ts';
import type { Context } from '../ports/context.ts';
import { type Job, type ShownJob, shownJob } from '../records/job.ts';
import { claimed, released, unheld } from '../records/lease.ts';
import { holdHere, knownOf, mayBeAlive } from '../store/holders.ts';

/** Work that is done in the background, piece by piece. */
export interface BackgroundWork {
  readonly name: string;
  /** How much there is to do; null when that is not known. Cheap: it is asked again and again. */
  waiting(): Promise<number | null>;
  /** Does a bounded piece. It may leave a note for the next one, in whichever process that will be. */
  doPiece(
    state: Json,
  ): Promise<{ readonly done: number; readonly left: number | null; readonly state?: Json }>;
}

type JobContext = Pick<Context, 'store' | 'clock'>;

/** A lease lasts far longer than a piece takes; when its holder dies, others go on after this time. */
const leaseMs = 30_000;
/** Pause between two pieces: the agents that share this process come first. */
const pauseMs = 20;
/** How often to check whether there is something to do. */
const idleMs = 1_000;

/** Whether another process may be at a job. */
type IsHeld = (job: Job) => boolean;

/** For processes that live too short to observe a holder: by its lease. */
const heldByClock =
  ({ clock }: JobContext, me: string): IsHeld =>
  (job) =>
    mayBeAlive(job, job.name, me, clock.now(), leaseMs);

/**
 * For processes that live long: a holder is dead when nothing changed for the length of a lease by this process's own steady clock. No
 * clocks are compared, so a clock that is wrong by a year, here or there, neither holds a job for ever nor takes it from one that works.
 */
function heldByObservation({ clock }: JobContext, me: string): IsHeld {
  const heard = new Map<string, { readonly said: string; readonly since: number }>();
  return (job) => {
    const known = knownOf(job, job.name, me);
    if (known !== 'unknown') return known === 'here';
    const said = `${job.epoch} ${job.beat}`;
    const last = heard.get(job.name);
    if (last?.said === said) return clock.elapsed() - last.since < leaseMs;
    heard.set(job.name, { said, since: clock.elapsed() });
    return true;
  };
}

/**
 * Does one piece of a job, if there is any and no other process holds it. Returns how much is left: 0 means that
 * there is nothing to do for this process now.
 */
export async function doPieceOf(
  context: JobContext,
  work: BackgroundWork,
  holder: string,
  isHeld: IsHeld = heldByClock(context, holder),
): Promise<number> {
  if ((await work.waiting()) === 0) return 0;
  const job = await claim(context, work.name, holder, isHeld);
  if (job === undefined) return 0;
  const forget = holdHere(holder, work.name);
  const release = (changes: Partial<Job>) =>
    write(context, { ...job, ...changes, ...released(job) }, job.epoch);
  try {
    const { done, left, state = job.state } = await actingItself(work.name, () => work.doPiece(job.state));
    await release({ done: job.done + done, left, state, error: null });
    return done === 0 ? 0 : (left ?? 1);
  } catch (error) {
    const failure = toEngramError(error);
    await release({ error: failure.message });
    throw failure;
  } finally {
    forget();
  }
}

/**
 * The job with this process as its holder; undefined when another process may hold it. A piece that another did
 * between the read and the claim increments the epoch, so the claim is refused.
 */
async function claim(
  context: JobContext,
  name: string,
  holder: string,
  isHeld: IsHeld,
): Promise<Job | undefined> {
  const known = (await context.store.listJobs()).find((candidate) => candidate.name === name);
  const job = known ?? { ...newJob, name };
  const now = context.clock.now();
  if (isHeld(job)) return undefined;
  const ours = { ...job, ...claimed(job, holder, now + leaseMs) };
  return (await write(context, ours, job.epoch)) ? ours : undefined;
}

const newJob: Omit<Job, 'name'> = { ...unheld, done: 0, left: null, state: null, error: null, updatedAt: 0 };

/** Returns false when another process has claimed the job since. */
async function write({ store, clock }: JobContext, job: Job, epoch: number): Promise<boolean> {
  try {
    await store.commit([{ type: 'hold-job', job: { ...job, updatedAt: clock.now() }, epoch }]);
    return true;
  } catch (error) {
    if (EngramError.is(error) && error.code === 'conflict') return false;
    throw error;
  }
}

async function finishJob(
  context: JobContext,
  work: BackgroundWork,
  holder: string,
  onProgress: (name: string, left: number) => void,
): Promise<void> {
  for (let left = 1; left > 0; ) {
    left = await doPieceOf(context, work, holder);
    onProgress(work.name, left);
  }
}

/**
 * Does everything there is to do now, piece by piece, and reports progress after each. One job may make work for another,
 * as a rule drawn from memories has to be indexed, so jobs with new work are done again. When a job fails, the others
 * are still done, and then its error is thrown.
 */
export async function finishJobs(
  context: JobContext,
  works: readonly BackgroundWork[],
  holder: string,
  onProgress: (name: string, left: number) => void = () => {},
): Promise<void> {
  const failures = new Map<BackgroundWork, unknown>();
  const finish = async (work: BackgroundWork) => {
    await finishJob(context, work, holder, onProgress).catch((error) => failures.set(work, error));
  };
  for (const work of works) await finish(work);
  for (const work of works) {
    if (!failures.has(work) && ((await work.waiting()) ?? 0) > 0) await finish(work);
  }
  for (const failure of failures.values()) throw failure;
}

/**
 * Every job that has work, or had some, by name. The waiting work is counted anew: a list may have done
 * it meanwhile, or it came after the last piece.
 */
export async function listJobs(
  { store, clock }: JobContext,
  works: readonly BackgroundWork[],
): Promise<readonly ShownJob[]> {
  const known = new Map((await store.listJobs()).map((job) => [job.name, job]));
  const waiting = new Map<string, number | null>();
  for (const work of works) waiting.set(work.name, await work.waiting());
  const begun = [...known.values()].map((job) =>
    shownJob(job, waiting.has(job.name) ? (waiting.get(job.name) ?? null) : job.left, clock.now()),
  );
  const toCome = [...waiting]
    .filter(([name, left]) => left !== null && left > 0 && !known.has(name))
    .map(([name, left]) => shownJob({ ...newJob, name }, left, clock.now()));
  return [...begun, ...toCome].sort((left, right) => (left.name < right.name ? -1 : 1));
}

/**
 * Does background work from now on, a piece at a time. Failures are stored with the job and retried later;
 * they reach no caller. Returns a function that stops the jobs and waits for the current piece.
 */
export function startJobs(
  context: JobContext,
  works: readonly BackgroundWork[],
  holder: string,
): () => Promise<void> {
  const isHeld = heldByObservation(context, holder);
  let stopped = false;
  let timer: NodeJS.Timeout;
  let round = Promise.resolve();

  async function runRound(): Promise<void> {
    let left = 0;
    for (const work of works) {
      left += await doPieceOf(context, work, holder, isHeld).catch(() => 0);
    }
    if (!stopped) schedule(left > 0 ? pauseMs : idleMs);
  }
  function schedule(delay: number): void {
    timer = setTimeout(() => {
      round = runRound();
    }, delay);
    timer.unref();
  }
  schedule(0);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await round;
  };
}

/** Entering what was recorded into the indexes of the store, before a list has to. */
export function indexingWork(context: JobContext, pieceSize = 500): BackgroundWork {
  return {
    name: 'index-memories',
    waiting: async () => (await context.store.tidy(0)).left,
    doPiece: () => context.store.tidy(pieceSize),
  };
}
