/** The first pause between two attempts, and the longest. They grow, so that a server that starts is not hurried. */
const firstPauseMs = 4;
const maxPauseMs = 500;

/** Tries again, after ever longer pauses, as long as the error allows it and the time is not over. */
export async function patiently<Result>(
  patienceMs: number,
  mayTryAgain: (error: unknown) => boolean,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const deadline = Date.now() + patienceMs;
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, maxPauseMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayTryAgain(error) || Date.now() > deadline) throw error;
      await pausing(pause);
    }
  }
}

/** Random, so that those who were in each other's way do not meet again. */
function pausing(milliseconds: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, milliseconds * (0.5 + Math.random())));
}
