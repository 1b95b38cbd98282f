import type { StepPlace } from '../../ports/store.ts';
import type { FailureTally } from '../../records/execution.ts';
import type { FailureLesson } from '../../records/lesson.ts';
import type { WorkedNext } from '../../records/pattern.ts';
import type { Step, ToolStep } from '../../records/step.ts';
import { groupBy } from '../group-by.ts';
import { signaturesOf } from './assign.ts';
import { type Clues, callsBefore, cluesOf } from './clues.ts';
import { type AfterFailure, nextTools } from './next-tool.ts';

/** Occurrences of the failure that are read, and other failures beside them; the newest of each. */
export const maxOccurrences = 50;
export const maxOthers = 200;
/** Steps after a failure that are read. */
export const stepsAfter = 12;
/** A tool that never worked after this failure is listed only when it is this likely to. */
const minProbability = 0.1;
/** The pattern of the other failures does not matter, except that it is not this one. */
const noPattern = '';
/** The time of day and the duration of a call come from two clocks, which may differ by this much. */
const clockToleranceMs = 2;

/** Failures, and the steps before and after them. */
export interface FailureExperience {
  /** The newest of the failure in question, the latest first. */
  readonly occurrences: readonly Step[];
  /** Other failures of the same agent. */
  readonly others: readonly Step[];
  /** Steps around all of these. */
  readonly around: readonly Step[];
}

/**
 * The tools that will work after a failure, most likely first, from what worked after it and after others. If nothing
 * has worked since its latest occurrence, the clues of that occurrence are used, too.
 */
export function workedNext(
  pattern: string,
  { occurrences, others, around }: FailureExperience,
): WorkedNext[] {
  const [latest] = occurrences.filter(isCall);
  if (latest === undefined) return [];
  const besides = groupBy(around.filter(isCall), placeOf);
  const besideOf = (failed: ToolStep): readonly ToolStep[] => besides.get(placeOf(failed)) ?? [];
  const experiences = (failures: readonly Step[], group: string): AfterFailure[] =>
    failures.filter(isCall).flatMap((failed) => {
      const worked = workedAfter(failed, besideOf(failed));
      if (worked === undefined) return [];
      return [{ pattern: group, clues: cluesBefore(failed, besideOf(failed)), nextTool: worked.tool }];
    });
  const own = experiences(occurrences, pattern);
  const isGoingOn = workedAfter(latest, besideOf(latest)) === undefined;
  const clues = isGoingOn ? cluesBefore(latest, besideOf(latest)) : { tool: [latest.tool] };
  return nextTools({ pattern, clues }, [...own, ...experiences(others, noPattern)])
    .map(({ tool, probability }) => ({
      tool,
      probability,
      times: own.filter(({ nextTool }) => nextTool === tool).length,
    }))
    .filter(({ times, probability }) => times > 0 || probability >= minProbability);
}

/** From where on, and how many, steps are read around a failure. */
export function stepsAround({ runId, position }: StepPlace): StepPlace {
  return { runId, position: position - 1 - callsBefore };
}
export const maxAround = callsBefore + 1 + stepsAfter;

/** The signatures of other failures of the same agent that were met last. */
export function otherSignatures(tallies: readonly FailureTally[], pattern: FailureLesson): string[] {
  const own = new Set(signaturesOf(pattern));
  const latest = tallies
    .filter(
      ({ agent, tool, signature }) => agent === pattern.scope.agent && tool !== null && !own.has(signature),
    )
    .sort((left, right) => right.lastSeenAt - left.lastSeenAt || (left.signature < right.signature ? -1 : 1));
  return [...new Set(latest.map(({ signature }) => signature))].slice(0, maxOthers);
}

function isCall(step: Step): step is ToolStep {
  return step.kind === 'tool';
}

/** Calls that were made one after the other: not those made inside one of them. */
function placeOf({ runId, parentId }: ToolStep): string {
  return JSON.stringify([runId, parentId]);
}

function cluesBefore(failed: ToolStep, beside: readonly ToolStep[]): Clues {
  return cluesOf(
    failed,
    beside.filter(({ position }) => position < failed.position && position >= failed.position - callsBefore),
  );
}

/** The first call after a failure that went well. One that was under way when it failed does not count. */
function workedAfter(failed: ToolStep, beside: readonly ToolStep[]): ToolStep | undefined {
  const failedAt = failed.startedAt + failed.durationMs - clockToleranceMs;
  return beside.find(
    ({ success, position, startedAt }) =>
      success &&
      position > failed.position &&
      position <= failed.position + stepsAfter &&
      startedAt >= failedAt,
  );
}
