import { describe, expect, it } from 'vitest';
import { recommendBackend } from './recommend-backend.ts';
import { scoreBackend } from './score-backend.ts';

const perfect = {
  backend_name: 'local (SQLite)',
  is_cloud: false,
  available: true,
  store_latency_ms: 1,
  retrieve_latency_ms: 1,
  query_latency_ms: 1,
  store_success: true,
  retrieve_success: true,
  query_returns_results: true,
  query_result_count: 1,
  data_location: 'this machine',
  requires_api_key: false,
  notes: [],
};
const atLatency = (milliseconds: number) => ({
  store_latency_ms: milliseconds,
  retrieve_latency_ms: milliseconds,
  query_latency_ms: milliseconds,
});

describe('STO-6 the score of a backend', () => {
  it.each([
    ['all is well', {}, 100, 'RECOMMENDED'],
    ['it is in the cloud', { is_cloud: true }, 85, 'RECOMMENDED'],
    ['storing fails', { store_success: false }, 85, 'RECOMMENDED'],
    ['retrieving fails', { retrieve_success: false }, 85, 'RECOMMENDED'],
    ['querying finds nothing', { query_returns_results: false }, 90, 'RECOMMENDED'],
    ['10 ms on average', atLatency(10), 95, 'RECOMMENDED'],
    ['just below 10 ms', atLatency(9.99), 100, 'RECOMMENDED'],
    ['50 ms', atLatency(50), 90, 'RECOMMENDED'],
    ['200 ms', atLatency(200), 85, 'RECOMMENDED'],
    ['slow, in the cloud', { is_cloud: true, ...atLatency(200) }, 70, 'ACCEPTABLE'],
    [
      'slow, in the cloud, finding nothing',
      { is_cloud: true, ...atLatency(200), query_returns_results: false },
      60,
      'ACCEPTABLE',
    ],
    [
      'slow, in the cloud, storing and finding nothing',
      { is_cloud: true, ...atLatency(200), query_returns_results: false, store_success: false },
      45,
      'MARGINAL',
    ],
    [
      'in the cloud, nothing works',
      {
        is_cloud: true,
        store_latency_ms: null,
        retrieve_latency_ms: null,
        query_latency_ms: null,
        store_success: false,
        retrieve_success: false,
        query_returns_results: false,
      },
      30,
      'NOT RECOMMENDED',
    ],
    ['it is not available', { available: false }, 0, 'NOT AVAILABLE'],
  ])('when %s', (_, change, score, recommendation) => {
    expect(scoreBackend({ ...perfect, ...change })).toEqual({ score, recommendation });
  });
});

describe('STO-6 the recommendation about all backends', () => {
  const local = { ...perfect, score: 90, recommendation: 'RECOMMENDED' as const };
  const cloud = { ...local, backend_name: 'honcho (cloud)', is_cloud: true };
  const broken = { store_success: false };

  it.each([
    ['only local works', [local, { ...cloud, ...broken }], /^Use local \(SQLite\) \(90\/100\)/],
    [
      'cloud is not better',
      [local, cloud],
      /^Use local .* does not score higher. Data .* leaves this machine/,
    ],
    [
      'cloud is better',
      [local, { ...cloud, score: 95 }],
      /^honcho .* scores higher than local .* leaves this machine/,
    ],
    ['only cloud works', [{ ...local, ...broken }, cloud], /^Only honcho .* leaves this machine/],
    ['nothing works', [{ ...local, ...broken }], /^No backend keeps entries/],
  ])('when %s', (_, evaluations, text) => {
    expect(recommendBackend(evaluations)).toMatch(text);
  });
});
