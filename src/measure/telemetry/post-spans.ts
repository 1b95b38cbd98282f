/** The outcome of a request. */
export type PostResult =
  /** The collector took it, but may have rejected some of the spans. */
  | { readonly kind: 'accepted'; readonly rejectedSpans: number }
  /** It would be refused again. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Another try may succeed, after the time the collector asked for, if it did. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly retryAfterMs?: number };

/** Sends a body once. Never rejects; `ended` stops it. */
export type Post = (body: string, ended: AbortSignal) => Promise<PostResult>;

/** Where requests go, and how. */
export interface Destination {
  readonly url: string;
  /** May hold credentials: they are never shown. */
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  /** How long one request may take, with its answer. */
  readonly timeoutMs: number;
}

/** By OTLP, these and no others are worth another try. */
const retryable = [429, 502, 503, 504];

/** Requests to one collector. */
export function createPost({ url, headers, fetch, now, timeoutMs }: Destination): Post {
  return async (body, ended) => {
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const timer = setTimeout(abort, timeoutMs);
    timer.unref();
    ended.addEventListener('abort', abort);
    if (ended.aborted) abort();
    try {
      const sentHeaders = new Headers(headers);
      sentHeaders.set('content-type', 'application/json');
      const response = await fetch(url, {
        method: 'POST',
        headers: sentHeaders,
        body,
        // A redirect would carry the headers to a place that nobody configured.
        redirect: 'manual',
        signal: controller.signal,
      });
      return await answerOf(response, now());
    } catch (error) {
      const reason = controller.signal.aborted ? 'it did not answer in time' : failureOf(error);
      return { kind: 'unavailable', reason };
    } finally {
      clearTimeout(timer);
      ended.removeEventListener('abort', abort);
    }
  };
}

async function answerOf(response: Response, now: number): Promise<PostResult> {
  // Read to its end, so that the connection can be used again.
  const text = await response.text();
  const reason = `it answered ${response.status} ${response.statusText}`.trimEnd();
  if (response.ok) return { kind: 'accepted', rejectedSpans: rejectedOf(text) };
  if (!retryable.includes(response.status)) return { kind: 'refused', reason };
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), now);
  return { kind: 'unavailable', reason, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** How many spans a collector says it rejected; one that says anything else took them all. */
function rejectedOf(text: string): number {
  try {
    const answer = JSON.parse(text) as { partialSuccess?: { rejectedSpans?: string | number } } | null;
    const rejected = Number(answer?.partialSuccess?.rejectedSpans ?? 0);
    return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0;
  } catch {
    return 0;
  }
}

/** Seconds, or a date. */
function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** The code of a system error only: what `fetch` says about a header it does not like quotes the header. */
function failureOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? `the connection failed (${cause.code})` : 'the request failed';
}
