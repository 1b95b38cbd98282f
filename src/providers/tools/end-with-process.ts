/** Ends something that must not outlive this process: first asked to, then made to. */
export interface Mortal {
  /** Asks it to end; this must not wait, for the process may be gone a moment later. */
  ask(): void;
  /** Resolves when it has ended, by itself or not. */
  end(): Promise<void>;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const mortals = new Set<Mortal>();

function onExit(): void {
  for (const mortal of mortals) mortal.ask();
}

/**
 * A process that listens to a signal is not ended by it, so the signal is sent again once everything has ended. With
 * other listeners it is left to them: they may wait for a call in progress.
 */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  const all = [...mortals];
  for (const mortal of all) mortal.ask();
  void Promise.allSettled(all.map((mortal) => mortal.end())).then(() => {
    process.off(signal, onSignal);
    process.kill(process.pid, signal);
  });
}

/**
 * Ends it when this process ends, however that comes about, short of being killed. Returns what is to be called when it
 * has ended before.
 */
export function endWithProcess(mortal: Mortal): () => void {
  if (mortals.size === 0) {
    process.on('exit', onExit);
    for (const signal of signals) process.on(signal, onSignal);
  }
  mortals.add(mortal);
  return () => {
    if (!mortals.delete(mortal) || mortals.size > 0) return;
    process.off('exit', onExit);
    for (const signal of signals) process.off(signal, onSignal);
  };
}
