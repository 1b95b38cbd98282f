import { setTimeout as sleep } from 'node:timers/promises';
import { toEngramError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Command, Store } from '../../ports/store.ts';
import type { Run } from '../../records/run.ts';
import type { Scope } from '../../records/scope.ts';
import type { Step } from '../../records/step.ts';
import { counted } from '../../text/counted.ts';
import { shownUrl } from '../../text/shown-url.ts';
import { createExporter } from './exporter.ts';
import { type Attribute, attributes } from './otlp.ts';
import { parsePairs } from './pairs.ts';
import { createPost } from './post-spans.ts';
import { runSpan, stepSpan } from './spans.ts';

/** Where spans go and what they may say. */
export interface TelemetrySettings {
  /** The collector's address for OTLP over HTTP, without `/v1/traces`; null when nothing is sent. */
  readonly endpoint: string | null;
  /** `name=value,name=value`: sent with every request, for collectors that ask who is there. */
  readonly headers: string;
  /** Who sends; `engram` when neither this nor `resource` says. */
  readonly serviceName: string | null;
  /** `name=value,name=value`: more about the sender, such as `deployment.environment.name`. */
  readonly resource: string;
  /** Whether spans carry arguments, results and texts. */
  readonly content: boolean;
}

/** Makes spans of what was recorded and sends them. */
export interface Telemetry {
  /** Takes a committed command. Returns at once and never throws. */
  observe(command: Command): void;
  /** Sends what still waits, in bounded time. The store must still be open. */
  close(): Promise<void>;
}

/** Runs whose start is remembered. Older ones are looked up when they end. */
const maxRemembered = 1_000;

const requestTimeoutMs = 10_000;

/** What ended earlier than this was not done now but imported; collectors have no place for old spans. */
const maxAgeMs = 3_600_000;

/**
 * Spans of runs and steps for an OpenTelemetry collector (MET-4); undefined unless an endpoint is configured, so
 * that nothing has to be asked on the way of a record. The store is asked for runs that were started elsewhere.
 *
 * @example
 * const telemetry = createTelemetry(settings.telemetry, store, clock);
 * telemetry?.observe({ type: 'append-step', step });
 * await telemetry?.close();
 */
export function createTelemetry(
  { endpoint, headers, serviceName, resource, content }: TelemetrySettings,
  store: Pick<Store, 'getRun'>,
  clock: Clock,
): Telemetry | undefined {
  if (endpoint === null) return undefined;
  // Sending takes real time, whatever clock the records are made with.
  const exporter = createExporter(senderOf(serviceName, resource), {
    post: createPost({
      url: tracesUrl(endpoint),
      headers: parsePairs(headers),
      fetch,
      now: () => Date.now(),
      timeoutMs: requestTimeoutMs,
    }),
    elapsed: () => performance.now(),
    pause: (milliseconds, signal) => sleep(milliseconds, undefined, { ref: false, signal }).catch(() => {}),
    random: Math.random,
    onFirstLoss: (spans, reason) =>
      process.emitWarning(
        `Engram could not send ${counted(spans, 'span')} to ${shownUrl(endpoint)}: ${reason}. Further losses are not reported.`,
        'EngramWarning',
      ),
  });
  const started = new Map<string, Run>();
  const lookups = new Set<Promise<void>>();

  /** What was given to the run may be large and is not sent. */
  function remember(run: Run): void {
    started.set(run.id, { ...run, inputs: {} });
    const [oldest] = started.keys();
    if (started.size > maxRemembered && oldest !== undefined) started.delete(oldest);
  }

  function finish({ owner, runId, end }: Extract<Command, { type: 'finish-run' }>): void {
    const run = started.get(runId);
    started.delete(runId);
    if (run === undefined) {
      lookUp(owner, runId);
      return;
    }
    const { outcome, summary, finishedAt, approach = run.approach } = end;
    sendRun({ ...run, outcome, summary, finishedAt, approach });
  }

  function sendRun(run: Run): void {
    if (isRecent(run.finishedAt ?? run.createdAt)) exporter.add(runSpan(run, { content }));
  }

  function sendStep(step: Step): void {
    if (isRecent(step.startedAt + step.durationMs)) exporter.add(stepSpan(step, { content }));
  }

  function isRecent(end: number): boolean {
    return end >= clock.now() - maxAgeMs;
  }

  /** Where nothing is kept, the start of a run is known to its own process only. */
  function lookUp(owner: Scope, runId: string): void {
    const done = store
      .getRun(owner, runId)
      .then((run) => {
        if (run === undefined) exporter.lose(1, `the start of ${runId} is not known here`);
        else sendRun(run);
      })
      .catch((error: unknown) => exporter.lose(1, toEngramError(error).message))
      .finally(() => lookups.delete(done));
    lookups.add(done);
  }

  return {
    observe(command) {
      // The record is kept already: what goes wrong here must not look as if it were not.
      try {
        if (command.type === 'append-step') sendStep(command.step);
        else if (command.type === 'finish-run') finish(command);
        else if (command.type === 'start-run') remember(command.run);
      } catch (error) {
        exporter.lose(1, toEngramError(error).message);
      }
    },
    async close() {
      await Promise.all(lookups);
      await exporter.close();
    },
  };
}

function senderOf(serviceName: string | null, resource: string): Attribute[] {
  const given = parsePairs(resource);
  return attributes({ ...given, 'service.name': serviceName ?? given['service.name'] ?? 'engram' });
}

function tracesUrl(endpoint: string): string {
  const base = endpoint.replace(/\/+$/, '');
  return base.endsWith('/v1/traces') ? base : `${base}/v1/traces`;
}
