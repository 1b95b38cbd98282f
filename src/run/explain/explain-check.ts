import { capturedValues } from '../../records/captured.ts';
import type { ExplainedCheck } from '../../records/explained-plan.ts';
import type { PlanStep } from '../../records/plan.ts';
import { shortened } from '../../templates/plan/resolve.ts';
import { isRedacted } from '../../text/placeholder.ts';

/**
 * What a replay compares before a call, because the tool had a check when the call was recorded. `hasCheckNow` is for
 * tools that got a check since: the runs captured nothing, so nothing is compared, and the explanation says so.
 */
export function explainCheck(
  { observed }: Pick<PlanStep, 'observed'>,
  hasCheckNow = false,
): { readonly check?: ExplainedCheck } {
  const values = capturedValues(observed).map((value) => shortened(JSON.stringify(value)));
  const failed = observed.flatMap(({ captured }) =>
    captured !== undefined && 'error' in captured ? [captured.error] : [],
  );
  const isLate = hasCheckNow && values.length + failed.length === 0;
  const missing = [...new Set(isLate ? ['The call was recorded without its check'] : failed)];
  if (values.length + missing.length === 0) return {};
  return { check: { values, because: whyOf(values), ...(missing.length === 0 ? {} : { missing }) } };
}

function whyOf(values: readonly string[]): string {
  if (values.length === 0) return 'nothing is compared, because no run captured anything';
  if (values.every(isRedacted))
    return 'it cannot be compared, because it held a secret, which is not kept: a replay stops here';
  return values.length === 1
    ? 'the check of the tool captured it before the call'
    : 'the check of the tool captured one of them in each run';
}
