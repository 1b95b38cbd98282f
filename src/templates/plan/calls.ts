import { canonicalJson, type Json, sameJson } from '../../json/json.ts';
import { formatPath, leavesOf } from '../../json/path.ts';
import type { PlanStep } from '../../records/plan.ts';
import type { Step, ToolStep } from '../../records/step.ts';
import type { Template } from '../../records/template.ts';
import { type RecordedCall, recordedCall } from './recorded-call.ts';

/** The declared effect of a tool; undefined where nothing is declared. */
export type DeclaredEffects = (tool: string) => PlanStep['effect'] | undefined;

/** The calls of a run that a plan makes again, and those that it leaves out. */
export interface PlannedCalls {
  readonly kept: readonly RecordedCall[];
  readonly dropped: Template['dropped'];
}

/**
 * Every look stays, because agents look in order to decide: also one that failed, when the agent went on without it. Left
 * out are changes that failed, calls that were retried with success, and looks that saw the same again.
 */
export function plannedCalls(steps: readonly Step[], declared: DeclaredEffects): PlannedCalls {
  const own = topLevelCalls(steps).map((step) => recordedCall(step, declared(step.tool)));
  const failed = own.filter((call, index) => !call.step.success && !isSeen(own, index));
  const made = own.filter((call) => !failed.includes(call));
  const repeated = repeatsIn(made);
  const left = (reason: 'failed' | 'repeated') => (call: RecordedCall) => ({
    tool: call.step.tool,
    recordedStep: call.step.id,
    reason,
  });
  return {
    kept: made.filter((call) => !repeated.has(call)),
    dropped: [...failed.map(left('failed')), ...[...repeated].map(left('repeated'))],
  };
}

/** The calls that agents made themselves, without those that a tool made while it ran: the tool's answer covers them. */
export function topLevelCalls(steps: readonly Step[]): ToolStep[] {
  const calls = steps.filter((step) => step.kind === 'tool');
  const ids = new Set(calls.map(({ id }) => id));
  return calls.filter(({ parentId }) => parentId === null || !ids.has(parentId));
}

/** Whether a failed call is something that the agent saw and did not try again. */
function isSeen(calls: readonly RecordedCall[], index: number): boolean {
  const call = calls[index];
  if (call === undefined || call.effect === 'write') return false;
  return !calls
    .slice(index + 1)
    .some((later) => later.step.success && (isSameCall(later, call) || isCorrected(call, later)));
}

/** Repeated looks with no change in between. Of looks that saw different things, as when an agent waits, the last counts. */
function repeatsIn(calls: readonly RecordedCall[]): ReadonlySet<RecordedCall> {
  const seen = new Map<string, RecordedCall>();
  const repeats = new Set<RecordedCall>();
  for (const call of calls) {
    if (call.effect === 'write') {
      seen.clear();
      continue;
    }
    const key = canonicalJson([call.step.tool, call.step.arguments]);
    const before = seen.get(key);
    const isSame = before !== undefined && sameJson(before.value, call.value);
    if (before !== undefined) repeats.add(isSame ? call : before);
    if (!isSame) seen.set(key, call);
  }
  return repeats;
}

/**
 * Whether a call was corrected: made again with the same digits in another writing, as `W1003` instead of `1003`. Other
 * digits, or a name without any, are a question about another thing.
 */
function isCorrected({ step: failed }: RecordedCall, { step: later }: RecordedCall): boolean {
  const [before, after] = [leavesOf(failed.arguments), leavesOf(later.arguments)];
  if (failed.tool !== later.tool || before.length !== after.length) return false;
  return before.every(({ path, value }, index) => {
    const other = after[index];
    if (other === undefined || formatPath(other.path) !== formatPath(path)) return false;
    const [left, right] = [digitsOf(value), digitsOf(other.value)];
    return value === other.value || (left.length >= 3 && left === right);
  });
}

const digitsOf = (value: Json): string => String(value).replace(/\P{N}/gu, '');

function isSameCall(left: RecordedCall, right: RecordedCall): boolean {
  return (
    left.step.tool === right.step.tool &&
    canonicalJson(left.step.arguments) === canonicalJson(right.step.arguments)
  );
}
