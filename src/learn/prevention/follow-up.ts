import { type CheckContent, callSign, type RecentCall } from '../../records/check.ts';
import type { Trial } from '../../records/lesson.ts';
import type { Outcome } from '../../records/record.ts';
import type { Step, ToolStep } from '../../records/step.ts';
import { globMatcher } from '../../text/glob.ts';
import { holds, makeReady, maxRecent, noPaths, sightOf } from './conditions.ts';

/** The result of a check that fired, and how it is known. */
export interface FollowUp {
  readonly result: 'prevented' | 'happened' | 'wrong' | 'unknown';
  readonly note: string;
}

/**
 * The result of a check that fired (LRN-4), when its run has ended. The first later call of its tool that tells decides:
 *
 * - It failed with the failure the check is about: `happened`, the check was right and was not heeded; but `wrong` when
 *   it was done as asked, because the advice did not help.
 * - It failed otherwise: it does not tell; the next call may.
 * - It worked, and a predicate now holds: `prevented`. It was done as asked.
 * - It worked, and a predicate still does not hold: `wrong`.
 * - It worked, and the check is a command or a question: `wrong` when it was the very call that was warned of, or the same
 *   call again with nothing called in between. Otherwise `unknown`: whether the check was heeded cannot be seen.
 *
 * Without such a call it is `unknown`. A check without a pattern is about any failure of its tool. `signatures` are those
 * of the check's failure pattern.
 */
export function followUp(
  trial: Trial,
  check: CheckContent,
  signatures: ReadonlySet<string>,
  { steps, outcome }: { readonly steps: readonly Step[]; readonly outcome: Outcome | null },
): FollowUp {
  const calls = steps.filter((step) => step.kind === 'tool');
  const isAbout = check.when.tool === null ? () => true : globMatcher(check.when.tool);
  for (const [index, call] of calls.entries()) {
    if (!isAbout(call.tool) || !isAfter(call, trial)) continue;
    const wouldFire = wouldFireBefore(check, call, calls.slice(Math.max(0, index - maxRecent), index));
    if (call.success) {
      const verdict = afterSuccess(trial, check, call, calls, wouldFire);
      if (verdict !== undefined) return verdict;
    } else if (isTheFailure(call, check, signatures)) {
      const failed = `${call.tool} failed as foretold at step ${call.position}`;
      // Advice that does not help, or does harm, must not count as right.
      return wouldFire === false
        ? { result: 'wrong', note: `${failed} although it was done as asked.` }
        : { result: 'happened', note: `${failed}.` };
    }
  }
  return { result: 'unknown', note: `No call after it says more; the run ended ${ending(outcome)}.` };
}

function ending(outcome: Outcome | null): string {
  return outcome === null ? 'without an outcome' : `with ${outcome}`;
}

/** By the position of the step that the trial stood before, or by time when it has none. */
function isAfter(call: ToolStep, { content, createdAt }: Trial): boolean {
  return content.position === null ? call.createdAt >= createdAt : call.position >= content.position;
}

function isTheFailure(call: ToolStep, check: CheckContent, signatures: ReadonlySet<string>): boolean {
  return check.pattern === null || (call.error !== null && signatures.has(call.error.signature));
}

/** Whether a predicate would fire before this call; undefined when that cannot be said. */
function wouldFireBefore(
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
  wouldFire: boolean | undefined,
): FollowUp | undefined {
  const worked = `${call.tool} worked at step ${call.position}`;
  if (check.verify.kind === 'predicate') {
    if (wouldFire === undefined)
      return { result: 'unknown', note: `${worked}, but its arguments were not kept.` };
    return wouldFire
      ? { result: 'wrong', note: `${worked} although it was not done as asked.` }
      : { result: 'prevented', note: `${worked} after it was done as asked.` };
  }
  // The check is about many tools: the success of one says nothing about the others.
  if (check.when.tool === null || check.when.tool.includes('*')) return undefined;
  return isUnheeded(trial, call, calls)
    ? { result: 'wrong', note: `${worked}, and nobody did anything about it.` }
    : { result: 'unknown', note: `${worked}; whether the ${check.verify.kind} was heeded cannot be seen.` };
}

/** Whether this is the very step that was warned of, or the same call again with nothing called in between. */
function isUnheeded(trial: Trial, call: ToolStep, calls: readonly ToolStep[]): boolean {
  if (trial.keys.includes(call.id)) return true;
  const between = calls.some((other) => isAfter(other, trial) && other.position < call.position);
  return !between && !call.truncated.includes('arguments') && trial.keys.includes(callSign(call.arguments));
}
