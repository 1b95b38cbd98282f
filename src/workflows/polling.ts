/** Looks for work again and again. */
export interface Polling {
  /** Looks now, and from now on again and again. */
  start(): void;
  /** Looks again as soon as possible. */
  poke(): void;
  /** Looks no more; resolves when the last look is over. */
  stop(): Promise<void>;
}

/** A look that fails is repeated after the pause like any other. */
export function createPolling(look: () => Promise<void>, pauseMs: number): Polling {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isPoked = false;
  let isStopped = false;

  async function lookAgain(): Promise<void> {
    clearTimeout(timer);
    if (looking !== undefined || isStopped) return;
    isPoked = false;
    looking = look().catch(() => {});
    await looking;
    looking = undefined;
    if (isStopped) return;
    timer = setTimeout(() => void lookAgain(), isPoked ? 0 : pauseMs);
    timer.unref();
  }

  return {
    start() {
      if (timer === undefined) void lookAgain();
    },
    poke() {
      isPoked = true;
      if (timer !== undefined && looking === undefined) void lookAgain();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
