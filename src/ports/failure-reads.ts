import type { CallAround, FailureTally, MetFailure, UnsortedFailures } from '../records/execution.ts';
import type { Viewer } from '../records/scope.ts';
import type { Step } from '../records/step.ts';
import type { FailureFilter, StepPlace } from './filters.ts';

/** What a store knows about steps that failed in runs that an agent did (`isByAgent`). */
export interface FailureReads {
  /** Failed steps with one of these error signatures, newest first by `createdAt`, then by id. */
  findFailedSteps(viewer: Viewer, signatures: readonly string[], limit: number): Promise<readonly Step[]>;
  /** The last failed steps that fit, without what they said; newest first by `createdAt`, then by id. */
  latestFailures(viewer: Viewer, filter: FailureFilter, limit: number): Promise<readonly MetFailure[]>;
  /**
   * The tool calls that follow one of these places in its run, at most `count` positions on, each once; by run, then position, then id of the
   * step. What they answered is not read, and nothing is checked: for statistics over many.
   */
  listCallsAfter(viewer: Viewer, places: readonly StepPlace[], count: number): Promise<readonly CallAround[]>;
  /**
   * Failed steps with an error that were recorded at `since` or later, counted by signature and tool; in no order. Those of certain signatures
   * alone, when they are given.
   */
  tallyFailures(
    viewer: Viewer,
    since: number,
    signatures?: readonly string[],
  ): Promise<readonly FailureTally[]>;
  /** The owners within reach that have failures which are in no pattern yet; in no order. */
  unsortedFailures(viewer: Viewer): Promise<readonly UnsortedFailures[]>;
}
