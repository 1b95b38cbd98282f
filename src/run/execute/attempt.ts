import { EngramError } from '../../errors.ts';
import type { KnownSolution, WorkRun } from '../../ports/strategy.ts';
import { CheckFailed, type OngoingExecution } from './execution.ts';
import type { Lane } from './lanes.ts';
import type { ExecutedPart } from './parts.ts';
import { backOffMs, isEndpointTrouble, limitOf } from './trouble.ts';

/** What changes from one attempt of a part to the next. */
export interface Course {
  readonly run: WorkRun;
  attempts: number;
  timeoutMs: number | null;
  lane: Lane | null;
  solution: KnownSolution | null;
}

/** One attempt: waits for its turn, does the work within its time, and checks the result. */
export async function attempt(
  execution: OngoingExecution,
  part: ExecutedPart,
  course: Course,
): Promise<unknown> {
  const lane = await nextTurn(execution, part);
  execution.signal.throwIfAborted();
  course.lane = lane;
  course.attempts += 1;
  execution.begun.set(part.name, { attempt: course.attempts, since: execution.services.clock.elapsed() });
  execution.tell({ type: 'part-started', part: part.name, attempt: course.attempts });
  const result = await withinTime(execution, part, course, (signal) =>
    part.work(course.run, {
      signal,
      attempt: course.attempts,
      solution: course.solution,
      timeoutMs: course.timeoutMs,
      results: execution.results,
      endpoint: lane.endpoint,
    }),
  );
  if (!(await part.check(result))) throw new CheckFailed(part.name);
  execution.lanes.worked(lane);
  return result;
}

async function nextTurn(
  { lanes, services, wait, tell }: OngoingExecution,
  part: ExecutedPart,
): Promise<Lane> {
  for (;;) {
    const turn = lanes.take(services.clock.elapsed());
    if ('lane' in turn) return turn.lane;
    tell({ type: 'waiting', part: part.name, milliseconds: turn.waitMs });
    // Ask again after the wait: another waiting part may have taken the turn.
    await wait(turn.waitMs);
  }
}

/** Aborts work that takes too long, and stops waiting for it. */
async function withinTime(
  { signal, services }: OngoingExecution,
  part: ExecutedPart,
  { timeoutMs }: Course,
  work: (signal: AbortSignal) => unknown,
): Promise<unknown> {
  if (timeoutMs === null) return work(signal);
  const over = new AbortController();
  const ended = new AbortController();
  const tooLong = new EngramError('timeout', `Part "${part.name}" took longer than ${timeoutMs} ms.`);
  const timer = async (): Promise<never> => {
    await services.sleep(timeoutMs, ended.signal);
    // When the work has ended first, the race ignores this error.
    if (!ended.signal.aborted) over.abort(tooLong);
    throw tooLong;
  };
  try {
    return await Promise.race([startNow(() => work(AbortSignal.any([signal, over.signal]))), timer()]);
  } finally {
    ended.abort();
  }
}

async function startNow(work: () => unknown): Promise<unknown> {
  return work();
}

/** How often a part waits for a rate limit before it gives up, and the longest wait. */
const maxWaits = 6;
const maxWaitMs = 300_000;

/** Like `attempt`, but waits for rate limits and changes to another endpoint when one is in trouble. */
export async function attemptPatiently(
  execution: OngoingExecution,
  part: ExecutedPart,
  course: Course,
): Promise<unknown> {
  for (let troubles = 0; ; troubles += 1) {
    try {
      return await attempt(execution, part, course);
    } catch (error) {
      const restMs = restAfter(execution, course.lane, error, troubles);
      if (execution.signal.aborted || course.lane === null || restMs === null) throw error;
      execution.lanes.rest(course.lane, execution.services.clock.elapsed() + restMs);
    }
  }
}

/** How long the lane must rest because of an error; null when that would not help. */
function restAfter(
  { lanes, services, factors }: OngoingExecution,
  lane: Lane | null,
  error: unknown,
  troubles: number,
): number | null {
  const usual = backOffMs(lane?.troubles ?? 0, services.random());
  const limit = limitOf(error, services.clock.now());
  if (limit !== null) {
    const restMs = limit.waitMs ?? usual;
    if (troubles >= maxWaits || restMs > maxWaitMs) return null;
    factors.add('rate_limit_backoff');
    return restMs;
  }
  if (troubles >= lanes.count - 1 || !isEndpointTrouble(error)) return null;
  factors.add('endpoint_rotation');
  return usual;
}
