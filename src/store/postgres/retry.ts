/** Pauses between attempts double from the first to the longest, so that a starting server is not flooded. */
const firstPauseMs = 4;
const maxPauseMs = 500;

/** Retries transient errors with growing pauses until `maxWaitMs` have passed. */
export async function retryWithin<Result>(
  maxWaitMs: number,
  isTransient: (error: unknown) => boolean,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + maxWaitMs;
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, maxPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error) || Date.now() > deadline) throw error;
      await pausing(pause);
    }
  }
}

/** With jitter, so that writers that conflicted do not retry at the same moment. */
function pausing(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds * (0.5 + Math.random())));
}
