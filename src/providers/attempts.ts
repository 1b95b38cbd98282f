import { setTimeout as sleep } from 'node:timers/promises';

/** The outcome of a request to a service. */
export type ServiceAttempt<Value> = { readonly kind: 'done'; readonly value: Value } | ServiceFailure;

/** Why there is no answer. No reason ever holds a key. */
export type ServiceFailure =
  /** It would be refused again. */
  | { readonly kind: 'refused'; readonly status: number | null; readonly reason: string }
  /** There was an answer, but not the one that was asked for. */
  | { readonly kind: 'malformed'; readonly reason: string }
  /** Another try may succeed, after the time the service asked for, if it did. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly retryAfterMs?: number | undefined };

export function malformed(reason: string): ServiceFailure {
  return { kind: 'malformed', reason };
}

/** What requests need from outside. Tests give their own. */
export interface RequestSurroundings {
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly random: () => number;
  /** Waits; ends at once when the signal is given. */
  readonly pause: (milliseconds: number, closed: AbortSignal) => Promise<void>;
  /** Ends requests and pauses, and lets no new ones begin. */
  readonly closed: AbortSignal;
  /** How long one request may take, with its answer. */
  readonly timeoutMs: number;
}

export const realSurroundings: RequestSurroundings = {
  fetch: (...request) => fetch(...request),
  now: () => Date.now(),
  random: Math.random,
  // Keeps the process alive: a caller is waiting for the answer.
  pause: (milliseconds, closed) => sleep(milliseconds, undefined, { signal: closed }).catch(() => {}),
  closed: new AbortController().signal,
  timeoutMs: 30_000,
};

const maxTries = 3;
/** A service that asks for a longer pause is given up: callers can go on without it. */
const maxPauseMs = 10_000;

/** Tries until there is an answer or a refusal; three times at most. `attempt` must not reject. */
export async function attemptRepeatedly<Value>(
  attempt: (signal: AbortSignal) => Promise<ServiceAttempt<Value>>,
  surroundings: RequestSurroundings,
): Promise<ServiceAttempt<Value>> {
  const { closed, pause, random } = surroundings;
  for (let tries = 1; ; tries += 1) {
    const answer = await attemptInTime(attempt, surroundings);
    if (answer.kind !== 'unavailable' || closed.aborted) return answer;
    // Doubled with each try, and spread, so that many processes do not come back together.
    const pauseMs = answer.retryAfterMs ?? 500 * 2 ** tries * (0.5 + random() / 2);
    if (tries === maxTries || pauseMs > maxPauseMs) return answer;
    await pause(pauseMs, closed);
  }
}

/** Tries once, and no longer than the time for one request. `attempt` must not reject. */
export async function attemptInTime<Value>(
  attempt: (signal: AbortSignal) => Promise<ServiceAttempt<Value>>,
  { closed, timeoutMs }: RequestSurroundings,
): Promise<ServiceAttempt<Value>> {
  const closing: ServiceFailure = { kind: 'unavailable', reason: 'Engram is being closed' };
  if (closed.aborted) return closing;
  const controller = new AbortController();
  let stop: (failure: ServiceFailure) => void = () => {};
  const stopped = new Promise<ServiceFailure>((resolve) => {
    stop = resolve;
  });
  const close = (): void => stop(closing);
  const timer = setTimeout(
    () => stop({ kind: 'unavailable', reason: 'it did not answer in time' }),
    timeoutMs,
  );
  closed.addEventListener('abort', close);
  try {
    // Not left to the signal alone: a model that is not ours may pay no attention to it.
    return await Promise.race([stopped, attempt(controller.signal)]);
  } finally {
    clearTimeout(timer);
    closed.removeEventListener('abort', close);
    controller.abort();
  }
}

/** A failure by its HTTP status. `message` is what the service said about it. */
export function failureOfStatus(
  status: number,
  message: string,
  retryAfter: string | null | undefined,
  now: number,
): ServiceFailure {
  // Services quote a key that they do not know.
  const quoted = status === 401 || status === 403 ? '' : oneLine(message);
  const reason = `it answered ${status}${quoted === '' ? '' : ` (${quoted})`}`;
  const isTransient = status === 408 || status === 429 || status >= 500;
  return isTransient
    ? { kind: 'unavailable', reason, retryAfterMs: parseRetryAfter(retryAfter, now) }
    : { kind: 'refused', status, reason };
}

/** The code of a system error only: what `fetch` says about a header it does not like quotes the header. */
export function systemCodeOf(error: unknown): string | undefined {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
  return cause === undefined || cause === error ? undefined : systemCodeOf(cause);
}

/** A foreign text, short enough for a message. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed();
}

/** Seconds, or a date. */
function parseRetryAfter(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined) return undefined;
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
