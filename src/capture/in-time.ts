import { EngramError } from '../errors.ts';

/** How long something may take, and who may end it before. */
export interface TimeLimit {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits for something no longer than allowed, also when it does not listen to the signal that it is given. Then it rejects with
 * `timeout`, and what was begun may go on.
 *
 * @example
 * await inTime('The capture', (signal) => fetch(url, { signal }), { timeoutMs: 5_000 });
 */
export async function inTime<Value>(
  what: string,
  begin: (signal: AbortSignal) => Value,
  { timeoutMs, signal }: TimeLimit,
): Promise<Awaited<Value>> {
  const ending = new AbortController();
  let giveUp: (error: EngramError) => void = () => {};
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const end = (why: string): void => {
    const error = new EngramError('timeout', `${what} ${why}.`);
    giveUp(error);
    ending.abort(error);
  };
  const onAbort = (): void => end('was not waited for any longer');
  const timer = setTimeout(() => end(`took longer than ${timeoutMs} ms`), timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    signal?.throwIfAborted();
    return await Promise.race([begin(ending.signal), givenUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
