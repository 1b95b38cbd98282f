import type { BackendEvaluation } from '../records/user-model-inputs.ts';

/** One recommendation about all backends: compares what stays on the machine with what does not. */
export function recommendBackend(evaluations: readonly BackendEvaluation[]): string {
  const usable = evaluations.filter(
    ({ store_success, retrieve_success }) => store_success && retrieve_success,
  );
  const best = (isCloud: boolean): BackendEvaluation | undefined =>
    usable.filter(({ is_cloud }) => is_cloud === isCloud).sort((left, right) => right.score - left.score)[0];
  const [local, cloud] = [best(false), best(true)];
  if (local === undefined && cloud === undefined) {
    return 'No backend keeps entries: store and retrieve worked with none of them.';
  }
  if (cloud === undefined) return `Use ${named(local)}. It keeps all data where Engram keeps its own.`;
  const warning = `Data given to ${cloud.backend_name} leaves this machine.`;
  if (local === undefined) return `Only ${named(cloud)} works. ${warning}`;
  return cloud.score > local.score
    ? `${named(cloud)} scores higher than ${named(local)}. ${warning} Choose it only if that is acceptable.`
    : `Use ${named(local)}; ${named(cloud)} does not score higher. ${warning}`;
}

function named(evaluation: BackendEvaluation | undefined): string {
  return evaluation === undefined ? '' : `${evaluation.backend_name} (${evaluation.score}/100)`;
}
