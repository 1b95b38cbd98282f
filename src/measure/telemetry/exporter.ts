import { type Attribute, exportRequest, type OtlpSpan } from './otlp.ts';
import type { Post } from './post-spans.ts';

/** What the exporter may use: memory while spans wait, time while it sends. */
export type ExporterLimits = Readonly<typeof exporterLimits>;

export const exporterLimits = {
  /** Spans that may wait. Beyond this the oldest are given up. */
  waitingSpans: 2_048,
  /** Characters that may wait, because spans with content may be large. */
  waitingSize: 32_000_000,
  /** Spans of one request. */
  batchSpans: 512,
  /** Characters of one request, if it has more than one span. */
  batchSize: 4_000_000,
  /** How long a span may wait for others to be sent with. */
  intervalMs: 5_000,
  /** How long a batch is tried again while the collector is away. */
  giveUpAfterMs: 60_000,
  /** How long `close` may take. */
  closeMs: 3_000,
};

/** What the exporter needs from outside. */
export interface ExporterSurroundings {
  readonly post: Post;
  /** Never goes back. */
  readonly elapsed: () => number;
  /** Waits; ends at once when the signal is given. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  /** Called once, with the first loss. */
  readonly onFirstLoss: (spans: number, reason: string) => void;
}

/** Sends spans in the background. Nothing here throws or waits for the collector, except `close`. */
export interface Exporter {
  add(span: OtlpSpan): void;
  /** Counts spans that could not even be made. */
  lose(spans: number, reason: string): void;
  /** How many spans were given up. */
  lost(): number;
  /** One more try for what still waits, in bounded time. What is added later is lost. */
  close(): Promise<void>;
}

/** An exporter of what comes from this resource. One request at a time. */
export function createExporter(
  resource: readonly Attribute[],
  { post, elapsed, pause, random, onFirstLoss }: ExporterSurroundings,
  limits: ExporterLimits = exporterLimits,
): Exporter {
  // Spans wait as the text they are sent as, so that their size is known.
  const waiting: string[] = [];
  let size = 0;
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  /** Ends pauses: there is no time left to wait for the collector. */
  const closing = new AbortController();
  /** Ends requests: there is no time left at all. */
  const ended = new AbortController();

  function lose(spans: number, reason: string): void {
    if (spans === 0) return;
    if (lost === 0) onFirstLoss(spans, reason);
    lost += spans;
  }

  function take(count: number): string[] {
    const taken = waiting.splice(0, count);
    for (const span of taken) size -= span.length;
    return taken;
  }

  function takeBatch(): string[] {
    let count = 0;
    let batchSize = 0;
    for (const span of waiting) {
      batchSize += span.length;
      if (count === limits.batchSpans || (count > 0 && batchSize > limits.batchSize)) break;
      count += 1;
    }
    return take(count);
  }

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) await deliver(takeBatch());
  }

  async function deliver(batch: readonly string[]): Promise<void> {
    const body = exportRequest(resource, batch);
    const givenUpAt = elapsed() + limits.giveUpAfterMs;
    for (let tries = 0; ; tries += 1) {
      const lastTry = closing.signal.aborted;
      const answer = await post(body, ended.signal);
      if (answer.kind === 'accepted') return lose(answer.rejectedSpans, 'it rejected them');
      if (answer.kind === 'refused' || lastTry) return lose(batch.length, answer.reason);
      const delay = answer.retryAfterMs ?? backOff(tries);
      const tooLate = elapsed() + delay > givenUpAt;
      if (tooLate) lose(batch.length, answer.reason);
      // Also when this batch is given up: the next one must not come earlier than the collector asked for.
      await pause(Math.min(delay, limits.giveUpAfterMs), closing.signal);
      if (tooLate) return;
    }
  }

  /** From one second on, doubled with each try, and spread, so that many senders do not come back together. */
  function backOff(tries: number): number {
    return Math.min(1_000 * 2 ** tries, 30_000) * (0.5 + random() / 2);
  }

  return {
    add(span) {
      if (closing.signal.aborted) return lose(1, 'telemetry is closed');
      const text = JSON.stringify(span);
      waiting.push(text);
      size += text.length;
      while (waiting.length > limits.waitingSpans || size > limits.waitingSize) {
        lose(take(1).length, 'more spans waited than there is room for');
      }
      if (waiting.length >= limits.batchSpans) void send();
      timer ??= setTimeout(() => {
        timer = undefined;
        void send();
      }, limits.intervalMs).unref();
    },
    lose,
    lost: () => lost,
    async close() {
      closing.abort();
      clearTimeout(timer);
      // Not unreferenced: a process that waits for `close` must not end before it.
      const deadline = setTimeout(() => ended.abort(), limits.closeMs);
      // More than once, because a span may come while a request is just ending.
      do {
        await send();
      } while (waiting.length > 0);
      clearTimeout(deadline);
    },
  };
}
