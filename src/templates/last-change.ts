import type { Json } from '../json/json.ts';
import { findSaidFailure } from '../text/said-failure.ts';

/** The last call that may have changed something, when it failed or its answer says so: then the work is not done. */
export function findFailedLastChange<Call extends { readonly result: Json; readonly success: boolean }>(
  calls: readonly Call[],
  mayChange: (call: Call) => boolean,
): Call | undefined {
  const last = calls.findLast(mayChange);
  if (last === undefined) return undefined;
  return !last.success || findSaidFailure(last.result) !== undefined ? last : undefined;
}
