import { toEngramError } from '../errors.ts';
import { sameJson } from '../json/json.ts';
import type { ViewerContext } from '../ports/context.ts';
import type { UserModelBackend } from '../ports/user-model.ts';
import type { BackendEvaluation, BackendReport } from '../records/user-model-inputs.ts';
import { probeEntry, probeQuery } from './probe-entry.ts';
import { recommendBackend } from './recommend-backend.ts';
import { scoreBackend } from './score-backend.ts';

/** Results of the query that are counted at most. */
const queryLimit = 10;

/** Tries store, retrieve, query and cleanup with every configured backend, one after the other, and scores each (STO-6). */
export async function evaluateBackends({ userModels, viewer, clock }: ViewerContext): Promise<BackendReport> {
  const { configured } = await userModels(viewer);
  const evaluations: BackendEvaluation[] = [];
  for (const backend of configured) evaluations.push(await evaluate(backend, clock.now()));
  return {
    timestamp: new Date(clock.now()).toISOString(),
    backends_evaluated: evaluations.length,
    evaluations,
    recommendation: recommendBackend(evaluations),
  };
}

async function evaluate(backend: UserModelBackend, now: number): Promise<BackendEvaluation> {
  const notes: string[] = [];
  const probe = probeEntry(now);
  const { userId, key } = probe;
  const available = await backend.isAvailable();
  /** Does a part of the evaluation; a failure is a note. */
  const timed = async <Result>(name: string, work: () => Promise<Result>) => {
    if (!available) return { latency: null };
    const begun = performance.now();
    try {
      const result = await work();
      return { latency: rounded(performance.now() - begun), result };
    } catch (error) {
      notes.push(`${name} failed: ${toEngramError(error).message}`);
      return { latency: null };
    }
  };
  const stored = await timed('store', () => backend.store(probe));
  const retrieved = await timed('retrieve', () => backend.retrieve(userId, key));
  const found = await timed('query', () => backend.query(userId, probeQuery, queryLimit));
  await timed('cleanup', () => backend.delete(userId, key));
  if (!available) notes.push('It does not answer.');
  if (stored.result === false) notes.push('It keeps nothing.');
  if (backend.isCloud) notes.push('Data leaves this machine.');
  const measured = {
    backend_name: backend.name,
    is_cloud: backend.isCloud,
    available,
    store_latency_ms: stored.latency,
    retrieve_latency_ms: retrieved.latency,
    query_latency_ms: found.latency,
    store_success: stored.result === true,
    retrieve_success: retrieved.result !== undefined && sameJson(retrieved.result.value, probe.value),
    query_returns_results: (found.result?.length ?? 0) > 0,
    query_result_count: found.result?.length ?? 0,
    data_location: backend.location,
    requires_api_key: backend.requiresApiKey,
    notes,
  };
  const { notes: _, ...figures } = measured;
  return { ...figures, ...scoreBackend(measured), notes };
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;
