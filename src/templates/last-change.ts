import type { Json } from '../json/json.ts';
import { findSaidFailure } from '../text/said-failure.ts';

/** A call that is over, as far as it matters whether it did its work. */
interface EndedCall {
  readonly result: Json;
  readonly success: boolean;
}

/**
 * The last call that may have changed something, when it failed or its answer says so: then the work is not done, whatever
 * was said about it.
 *
 * @example
 * findFailedLastChange([{ result: { ok: false }, success: true }], () => true); // that call
 */
export function findFailedLastChange<Call extends EndedCall>(
  calls: readonly Call[],
  mayChange: (call: Call) => boolean,
): Call | undefined {
  const last = calls.findLast(mayChange);
  if (last === undefined) return undefined;
  return !last.success || findSaidFailure(last.result) !== undefined ? last : undefined;
}
