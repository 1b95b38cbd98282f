import type { BackendEvaluation, BackendVerdict } from '../records/user-model-inputs.ts';

type Measured = Omit<BackendEvaluation, 'score' | 'recommendation'>;

/** Mean milliseconds below which a backend gets these points. */
const latencyPoints = [
  [10, 20],
  [50, 15],
  [200, 10],
] as const;
const slowPoints = 5;

/** From which score on a backend is worth what. */
const verdictsFrom: ReadonlyArray<readonly [number, BackendVerdict]> = [
  [80, 'RECOMMENDED'],
  [60, 'ACCEPTABLE'],
  [40, 'MARGINAL'],
];

/**
 * Scores a backend of 100: availability 20, function 40, latency 20, privacy 20 (STO-6). One that is not available has 0.
 *
 * @example
 * scoreBackend(measured); // { score: 100, recommendation: 'RECOMMENDED' }
 */
export function scoreBackend(measured: Measured): Pick<BackendEvaluation, 'score' | 'recommendation'> {
  if (!measured.available) return { score: 0, recommendation: 'NOT AVAILABLE' };
  const score =
    20 +
    (measured.store_success ? 15 : 0) +
    (measured.retrieve_success ? 15 : 0) +
    (measured.query_returns_results ? 10 : 0) +
    pointsForLatency(measured) +
    (measured.is_cloud ? 5 : 20);
  const [, recommendation = 'NOT RECOMMENDED' as const] =
    verdictsFrom.find(([least]) => score >= least) ?? [];
  return { score, recommendation };
}

/** The mean of the calls that were answered; without any there is nothing to be quick about. */
function pointsForLatency({ store_latency_ms, retrieve_latency_ms, query_latency_ms }: Measured): number {
  const latencies = [store_latency_ms, retrieve_latency_ms, query_latency_ms].filter((one) => one !== null);
  if (latencies.length === 0) return slowPoints;
  const mean = latencies.reduce((sum, one) => sum + one, 0) / latencies.length;
  const [, points = slowPoints] = latencyPoints.find(([below]) => mean < below) ?? [];
  return points;
}
