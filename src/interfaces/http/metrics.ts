import type { EngramEvent } from '../../ports/events.ts';
import type { Metric, Sample } from './prometheus.ts';

/** What this process has counted since it started. */
export interface Metrics {
  requestStarted(): void;
  requestEnded(operation: string, status: number, seconds: number): void;
  event(event: EngramEvent): void;
  streamOpened(): void;
  streamEnded(): void;
  /** Requests being answered now. */
  inFlight(): number;
  /** Streams of events flowing now. */
  streams(): number;
  all(): Metric[];
}

/** Upper bounds in seconds: from what memory answers to what a client gives up on. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Durations {
  /** For each bound, how many requests took at most that long. */
  readonly within: number[];
  sum: number;
  count: number;
}

export function createMetrics(): Metrics {
  const requests = new Map<string, { readonly labels: Record<string, string>; value: number }>();
  const durations = new Map<string, Durations>();
  const events = new Map<string, number>();
  let lost = 0;
  let inFlight = 0;
  let streams = 0;

  function observe(operation: string, seconds: number): void {
    const known = durations.get(operation) ?? { within: bounds.map(() => 0), sum: 0, count: 0 };
    bounds.forEach((bound, place) => {
      if (seconds <= bound) known.within[place] = (known.within[place] ?? 0) + 1;
    });
    known.sum += seconds;
    known.count += 1;
    durations.set(operation, known);
  }

  return {
    requestStarted() {
      inFlight += 1;
    },
    requestEnded(operation, status, seconds) {
      inFlight -= 1;
      const key = `${operation} ${status}`;
      const known = requests.get(key) ?? { labels: { operation, status: String(status) }, value: 0 };
      known.value += 1;
      requests.set(key, known);
      observe(operation, seconds);
    },
    event(event) {
      events.set(event.type, (events.get(event.type) ?? 0) + 1);
      if (event.type === 'records-lost') lost += event.count;
    },
    streamOpened() {
      streams += 1;
    },
    streamEnded() {
      streams -= 1;
    },
    inFlight: () => inFlight,
    streams: () => streams,
    all: () => [
      metric('counter', 'engram_http_requests_total', 'Requests answered.', [...requests.values()]),
      metric(
        'histogram',
        'engram_http_request_duration_seconds',
        'How long requests took.',
        [...durations].flatMap(([operation, taken]) => histogramSamples({ operation }, taken)),
      ),
      metric(
        'counter',
        'engram_events_total',
        'Events that happened in this process.',
        [...events].map(([type, value]) => ({ labels: { type }, value })),
      ),
      metric('counter', 'engram_records_lost_total', 'Records that could not be written.', [{ value: lost }]),
      metric('gauge', 'engram_http_in_flight', 'Requests being answered now.', [{ value: inFlight }]),
      metric('gauge', 'engram_sse_clients', 'Streams of events flowing now.', [{ value: streams }]),
    ],
  };
}

export function metric(type: Metric['type'], name: string, help: string, samples: readonly Sample[]): Metric {
  return { name, help, type, samples };
}

function histogramSamples(
  labels: Readonly<Record<string, string>>,
  { within, sum, count }: Durations,
): Sample[] {
  const buckets = bounds.map((bound, place) => ({
    suffix: '_bucket',
    labels: { ...labels, le: String(bound) },
    value: within[place] ?? 0,
  }));
  return [
    ...buckets,
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: sum },
    { suffix: '_count', labels, value: count },
  ];
}
