import type { Execution, RunTally } from '../records/execution.ts';
import type { CategoryApproaches, ToolSequence, Trend } from '../records/execution-pattern.ts';
import type { Check, Trial } from '../records/lesson.ts';
import type { FailurePattern } from '../records/pattern.ts';
import type { PredictionQuality } from '../records/prediction.ts';

/** All that was learned, for those who measure it. */
export interface Learned {
  readonly tallies: readonly RunTally[];
  readonly executions: readonly Execution[];
  readonly trends: readonly Trend[];
  readonly trendsByAgent: ReadonlyMap<string, Trend['direction']>;
  readonly approaches: readonly CategoryApproaches[];
  readonly sequences: readonly ToolSequence[];
  readonly failures: readonly FailurePattern[];
  readonly solutions: number;
  readonly checks: readonly Check[];
  readonly trials: readonly Trial[];
  readonly predictions: PredictionQuality;
  /** Failures of each pattern that has a check switched on, before it was made and since. */
  readonly guarded: ReadonlyArray<{
    readonly pattern: string;
    readonly before: { readonly failures: number; readonly runs: number };
    readonly after: { readonly failures: number; readonly runs: number };
  }>;
}
