import type { StepPlace } from '../../ports/store.ts';
import type { CallAround } from '../../records/execution.ts';
import type { WorkedNext } from '../../records/pattern.ts';
import { type Clues, callsBefore, cluesOf } from './clues.ts';
import { type AfterFailure, nextTools } from './next-tool.ts';
import { type Repair, repairsAfter } from './repairs.ts';

/** Occurrences of the failure that are read, and other failures beside them; the newest of each. */
export const maxOccurrences = 50;
export const maxOthers = 200;
/** Steps after a failure that are read. */
const stepsAfter = 12;
/** A tool that never worked after this failure is listed only when it is this likely to. */
const minProbability = 0.1;
/** The pattern of the other failures does not matter, except that it is not this one. */
const noPattern = '';
/** The time of day and the duration of a call come from two clocks, which may differ by this much. */
const clockToleranceMs = 2;

/** A failed call with what came of it. */
export interface CallExperience {
  readonly clues: Clues;
  /** The tool that worked next; null when none has so far. */
  readonly nextTool: string | null;
  /** What was tried after it. */
  readonly repairs: readonly Repair[];
}

/** What the calls around a failed one tell of it. Undefined when it is not among them. */
export function experienceOf(
  failedId: string,
  callsOfRun: readonly CallAround[],
): CallExperience | undefined {
  const failed = callsOfRun.find(({ id }) => id === failedId);
  if (failed === undefined) return undefined;
  // Calls that were made one after the other: not those made inside one of them.
  const beside = callsOfRun.filter(({ parentId }) => parentId === failed.parentId);
  const after = beside.filter(
    ({ position }) => position > failed.position && position <= failed.position + stepsAfter,
  );
  return {
    clues: cluesBefore(failed, beside),
    nextTool: workedAfter(failed, after)?.tool ?? null,
    repairs: repairsAfter(failed, after),
  };
}

/**
 * The tools that will work after a failure, most likely first, from what worked after it and after others. If nothing
 * has worked since its latest occurrence, the clues of that occurrence are used, too.
 *
 * @param occurrences Calls that failed with it, the latest first.
 * @param others Other failed calls of the same agents.
 */
export function workedNext(
  pattern: string,
  occurrences: readonly CallExperience[],
  others: readonly CallExperience[],
): WorkedNext[] {
  const [latest] = occurrences;
  if (latest === undefined) return [];
  const own = occurrences.flatMap((each) => toolAfter(each, pattern));
  const clues = latest.nextTool === null ? latest.clues : { tool: latest.clues['tool'] ?? [] };
  return nextTools({ pattern, clues }, [...own, ...others.flatMap((each) => toolAfter(each, noPattern))])
    .map(({ tool, probability }) => ({
      tool,
      probability,
      times: own.filter(({ nextTool }) => nextTool === tool).length,
    }))
    .filter(({ times, probability }) => times > 0 || probability >= minProbability);
}

function toolAfter({ clues, nextTool }: CallExperience, pattern: string): AfterFailure[] {
  return nextTool === null ? [] : [{ pattern, clues, nextTool }];
}

/** From where on, and how many, steps are read around a failure. */
export function stepsAround({ runId, position }: StepPlace): StepPlace {
  return { runId, position: position - 1 - callsBefore };
}
export const maxAround = callsBefore + 1 + stepsAfter;

function cluesBefore(failed: CallAround, beside: readonly CallAround[]): Clues {
  return cluesOf(
    failed,
    beside.filter(({ position }) => position < failed.position && position >= failed.position - callsBefore),
  );
}

/** The first call after a failure that went well. One that was under way when it failed does not count. */
function workedAfter(failed: CallAround, after: readonly CallAround[]): CallAround | undefined {
  const failedAt = failed.startedAt + failed.durationMs - clockToleranceMs;
  return after.find(({ success, startedAt }) => success && startedAt >= failedAt);
}
