import type { Context } from '../../ports/context.ts';
import type { Store } from '../../ports/store.ts';
import type { MetFailure } from '../../records/execution.ts';
import type { Viewer } from '../../records/scope.ts';
import { groupBy } from '../group-by.ts';
import { type CallExperience, experienceOf, maxAround, stepsAround } from './worked-next.ts';

/** Experiences that are cached; beyond this many they are cleared. */
const maxCached = 10_000;

/** An experience, and the failure as it was when it was worked out. */
interface KnownExperience extends Pick<MetFailure, 'runId' | 'createdAt' | 'position' | 'callsInRun'> {
  readonly experience: CallExperience;
}

/** By store, then the id of the failed step. Which failures there are, and who may see them, the store is asked each time. */
const caches = new WeakMap<Store, Map<string, KnownExperience>>();

/**
 * What came of failed calls. Recorded steps never change, so a failure is looked at again only when its run has got
 * further calls.
 */
export async function experiencesOf(
  { store }: Pick<Context, 'store'>,
  reader: Viewer,
  failures: readonly MetFailure[],
): Promise<ReadonlyMap<MetFailure, CallExperience>> {
  const known = cacheOf(store);
  const found = new Map<MetFailure, CallExperience>();
  const unknown: MetFailure[] = [];
  for (const failure of failures) {
    const before = failure.tool === null ? undefined : known.get(failure.id);
    if (before !== undefined && isSame(before, failure)) found.set(failure, before.experience);
    else if (failure.tool !== null) unknown.push(failure);
  }
  if (unknown.length === 0) return found;
  const around = groupBy(
    await store.listCallsAfter(reader, unknown.map(stepsAround), maxAround),
    ({ runId }) => runId,
  );
  if (known.size > maxCached) known.clear();
  for (const failure of unknown) {
    const experience = experienceOf(failure.id, around.get(failure.runId) ?? []);
    if (experience === undefined) continue;
    found.set(failure, experience);
    const { id, runId, createdAt, position, callsInRun } = failure;
    known.set(id, { runId, createdAt, position, callsInRun, experience });
  }
  return found;
}

function cacheOf(store: Store): Map<string, KnownExperience> {
  const known = caches.get(store) ?? new Map<string, KnownExperience>();
  caches.set(store, known);
  return known;
}

/** Steps of different runs may have the same id. */
function isSame(before: KnownExperience, { runId, createdAt, position, callsInRun }: MetFailure): boolean {
  return (
    before.runId === runId &&
    before.createdAt === createdAt &&
    before.position === position &&
    before.callsInRun === callsInRun
  );
}
