import type { Json } from '../../json/json.ts';
import type { PlanStep } from '../../records/plan.ts';
import { shortened, type Unbound } from '../../templates/plan/resolve.ts';
import { findSaidFailure } from '../../text/said-failure.ts';

/**
 * A failure inside an answer that looks like a success. A member that also had such content in a recorded
 * answer, such as an `error` that is always there, is no failure.
 */
export function findSaidError({ observed }: Pick<PlanStep, 'observed'>, result: Json): Unbound | undefined {
  const failure = findSaidFailure(result);
  if (failure === undefined) return undefined;
  const wasSoBefore = observed.some(
    ({ result: recorded }) => findSaidFailure(recorded)?.member === failure.member,
  );
  if (wasSoBefore) return undefined;
  return {
    reason: 'The tool answered, and its answer says that it failed',
    expected: 'a result',
    found: shortened(failure.said),
  };
}
