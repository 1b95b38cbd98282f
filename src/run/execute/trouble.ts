import { describeThrown } from '../../text/thrown.ts';

const limitWords =
  /too many requests|rate[ _-]?limit|quota exceeded|throttl|(?:status|code|http)\D{0,12}\b429\b/i;
const networkWords = /fetch failed|socket hang up|network error|timed? ?out/i;
const networkCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'TimeoutError',
  'timeout',
]);
/** The key is refused, or the service is too slow. */
const refusals = new Set([401, 403, 408]);

/**
 * Whether an error says "slow down", and how long to wait when it says so too. `now` is the time of day, for servers that
 * name a date.
 *
 * @example
 * limitOf({ status: 429, headers: { 'retry-after': '2' } }, clock.now()); // { waitMs: 2000 }
 */
export function limitOf(error: unknown, now: number): { readonly waitMs: number | null } | null {
  const status = statusOf(error);
  const waitMs = retryAfter(error, now);
  const limited = status === 429 || (status === 503 && waitMs !== null);
  return limited || limitWords.test(describeThrown(error).message) ? { waitMs } : null;
}

/** Whether an error speaks against the endpoint and not against what was asked of it. */
export function isEndpointTrouble(error: unknown): boolean {
  const status = statusOf(error);
  if (status !== null) return status >= 500 || refusals.has(status);
  const { type, message } = describeThrown(error);
  return networkCodes.has(type) || networkWords.test(message);
}

function statusOf(error: unknown): number | null {
  const response = field(error, 'response');
  const found = [field(error, 'status'), field(error, 'statusCode'), field(response, 'status')].find(
    (value) => typeof value === 'number',
  );
  return typeof found === 'number' ? found : null;
}

function retryAfter(error: unknown, now: number): number | null {
  const milliseconds = Number(field(error, 'retryAfterMs') ?? header(error, 'retry-after-ms') ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const told = field(error, 'retryAfter') ?? header(error, 'retry-after');
  if (typeof told !== 'string' && typeof told !== 'number') return null;
  const seconds = Number(told);
  if (seconds >= 0) return seconds * 1_000;
  const date = Date.parse(String(told));
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function header(error: unknown, name: string): unknown {
  for (const headers of [field(error, 'headers'), field(field(error, 'response'), 'headers')]) {
    if (headers instanceof Headers) return headers.get(name) ?? undefined;
    if (typeof headers !== 'object' || headers === null) continue;
    const known = Object.keys(headers).find((key) => key.toLowerCase() === name);
    if (known !== undefined) return field(headers, known);
  }
  return undefined;
}

/** A thrown value may be anything, also an object whose getters throw. */
function field(value: unknown, name: string): unknown {
  try {
    return (value as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
}

const maxBackOffMs = 60_000;

/** Exponential back-off with jitter: 500 to 1,000 ms at first, then twice as long each time. */
export function backOffMs(troubles: number, random: number): number {
  return Math.round(Math.min(maxBackOffMs, 1_000 * 2 ** troubles) * (0.5 + random / 2));
}
