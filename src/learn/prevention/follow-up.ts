import { type CheckContent, callSign, type RecentCall } from '../../records/check.ts';
import type { Trial } from '../../records/lesson.ts';
import type { Outcome } from '../../records/record.ts';
import type { Step, ToolStep } from '../../records/step.ts';
import { globMatcher } from '../../text/glob.ts';
import { holds, makeReady, maxRecent, noPaths, sightOf } from './conditions.ts';

/** What came of a check that fired, and why that is known. */
export interface FollowUp {
  readonly result: 'prevented' | 'happened' | 'wrong' | 'unknown';
  readonly note: string;
}

/** The run in which a check fired, after it ended. */
export interface FollowedRun {
  /** All of them, in order. */
  readonly steps: readonly Step[];
  readonly outcome: Outcome | null;
}

/**
 * What came of a check that fired (LRN-4). The first call it was about, from then on, that says something decides:
 *
 * - It failed with the failure the check is about: `happened`, the check was right and was not heeded; but `wrong` when
 *   it was done as asked, because the advice did not help.
 * - It failed otherwise: says nothing; the next call may.
 * - It worked, and a predicate now holds: `prevented`. It was done as asked.
 * - It worked, and a predicate still does not hold: `wrong`.
 * - It worked, and the check is a command or a question: `wrong` when nobody did anything about it, because it was the
 *   very call that was warned of, or the same call made again with nothing called in between. Otherwise `unknown`: whether somebody thought about it cannot be seen, and an improvement that is not seen is not claimed.
 *
 * When no such call came, nobody knows. A check without a pattern is about any failure of its tool.
 *
 * @param signatures Of the check's failure pattern.
 */
export function followUp(
  trial: Trial,
  check: CheckContent,
  signatures: ReadonlySet<string>,
  { steps, outcome }: FollowedRun,
): FollowUp {
  const calls = steps.filter((step) => step.kind === 'tool');
  const isAbout = check.when.tool === null ? () => true : globMatcher(check.when.tool);
  for (const [index, call] of calls.entries()) {
    if (!isAbout(call.tool) || !isAfter(call, trial)) continue;
    const stands = standsBefore(check, call, calls.slice(Math.max(0, index - maxRecent), index));
    if (call.success) {
      const verdict = afterSuccess(trial, check, call, calls, stands);
      if (verdict !== undefined) return verdict;
    } else if (isTheFailure(call, check, signatures)) {
      const failed = `${call.tool} failed as foretold at step ${call.position}`;
      // A check whose advice does not help, or does harm, must not be praised for foretelling it.
      return stands === false
        ? { result: 'wrong', note: `${failed} although it was done as asked.` }
        : { result: 'happened', note: `${failed}.` };
    }
  }
  return { result: 'unknown', note: `No call after it says more; the run ended ${ending(outcome)}.` };
}

function ending(outcome: Outcome | null): string {
  return outcome === null ? 'without an outcome' : `with ${outcome}`;
}

/** A trial has the position of the step it stood before; without one, what was recorded afterwards came after. */
function isAfter(call: ToolStep, { content, createdAt }: Trial): boolean {
  return content.position === null ? call.createdAt >= createdAt : call.position >= content.position;
}

function isTheFailure(call: ToolStep, check: CheckContent, signatures: ReadonlySet<string>): boolean {
  return check.pattern === null || (call.error !== null && signatures.has(call.error.signature));
}

/** Whether a predicate would fire before this call; undefined when that cannot be said. */
function standsBefore(
  { when, verify }: CheckContent,
  call: ToolStep,
  recent: readonly RecentCall[],
): boolean | undefined {
  if (verify.kind !== 'predicate') return undefined;
  const conditions = [...when.conditions, ...verify.all];
  if (call.truncated.includes('arguments') && conditions.some(({ of }) => of === 'argument'))
    return undefined;
  const paths = noPaths();
  const ready = (condition: (typeof conditions)[number]) => makeReady(condition, paths);
  const occasion = when.conditions.map(ready);
  const predicate = verify.all.map(ready);
  const sight = sightOf({ arguments: call.arguments, recent }, paths);
  if (occasion.some((condition) => holds(condition, sight) === false)) return false;
  const verified = predicate.map((condition) => holds(condition, sight));
  if (verified.includes(false)) return true;
  return verified.includes(undefined) ? undefined : false;
}

/** Undefined when the next call may say more. */
function afterSuccess(
  trial: Trial,
  check: CheckContent,
  call: ToolStep,
  calls: readonly ToolStep[],
  stands: boolean | undefined,
): FollowUp | undefined {
  const worked = `${call.tool} worked at step ${call.position}`;
  if (check.verify.kind === 'predicate') {
    if (stands === undefined)
      return { result: 'unknown', note: `${worked}, but its arguments were not kept.` };
    return stands
      ? { result: 'wrong', note: `${worked} although it was not done as asked.` }
      : { result: 'prevented', note: `${worked} after it was done as asked.` };
  }
  // It is about many tools: that one of them worked does not speak for the others.
  if (check.when.tool === null || check.when.tool.includes('*')) return undefined;
  if (isUnheeded(trial, call, calls)) {
    return { result: 'wrong', note: `${worked}, and nobody did anything about it.` };
  }
  return {
    result: 'unknown',
    note: `${worked}; whether the ${check.verify.kind} was heeded cannot be seen.`,
  };
}

/**
 * Whether nobody did anything between what the check said and this call. The handle of a run names the very step that
 * was warned of; otherwise the same call must follow with nothing called in between.
 */
function isUnheeded(trial: Trial, call: ToolStep, calls: readonly ToolStep[]): boolean {
  if (trial.keys.includes(call.id)) return true;
  const between = calls.some((other) => isAfter(other, trial) && other.position < call.position);
  return !between && !call.truncated.includes('arguments') && trial.keys.includes(callSign(call.arguments));
}
