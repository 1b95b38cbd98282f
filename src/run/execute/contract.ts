import type * as z from 'zod';
import type {
  ItemsWork,
  KnownSolution,
  Parts,
  PartsWork,
  PartWork,
  Remedy,
  RemedyContext,
  ResultsOf,
  Strategy,
  Work,
} from '../../ports/strategy.ts';
import type { Finding } from '../../records/check.ts';
import type { TaskRecommendation } from '../../records/execution-pattern.ts';
import type { startRunInput } from '../../records/inputs.ts';
import type { Outcome } from '../../records/record.ts';

/** How to execute. */
export interface ExecuteOptions {
  /** Name of the strategy, instead of the one that is recommended or fits the work. */
  readonly strategy?: string;
  /** More strategies by name; one with the name of a built-in takes its place. */
  readonly strategies?: Readonly<Record<string, Strategy>>;
  /** How sure a recommendation must be to be followed. */
  readonly minimumConfidence?: number;
  /** What puts a solution into effect, by the slug of its approach. */
  readonly remedies?: Readonly<Record<string, Remedy>>;
  /** Puts any other solution into effect. Answers `false` when it does not apply here. */
  readonly recover?: (solution: KnownSolution, error: unknown, context: RemedyContext) => unknown;
  /** How often a part is tried again when no known solution applies. 0 unless given. */
  readonly retries?: number;
  /** How long one attempt of a part may take. */
  readonly timeoutMs?: number;
  /** What else made it work, recorded with the run. */
  readonly successFactors?: readonly string[];
  readonly signal?: AbortSignal;
  /** Called with progress; the last event carries the report, also when an error is thrown. */
  readonly onProgress?: (event: ExecuteProgress) => void;
}

/** The task that is executed: a stored one by its id, or described. */
export type ExecuteTask = Omit<z.input<typeof startRunInput>, 'approach'>;

/** An error in words. */
export interface ErrorWords {
  readonly type: string;
  readonly message: string;
}

/** `retried`: done, and not the first time · `skipped`: never begun · `cancelled`: begun, and told to stop. */
export type PartStatus = 'done' | 'retried' | 'failed' | 'skipped' | 'cancelled';

/** How a part ended. */
export interface PartReport {
  readonly name: string;
  readonly status: PartStatus;
  readonly attempts: number;
  readonly durationMs: number;
  readonly error: ErrorWords | null;
}

/** An error of a part, and what was done about it. */
export interface Recovery {
  readonly part: string;
  readonly error: ErrorWords;
  /** Null when it was only tried again. */
  readonly solution: KnownSolution | null;
  readonly worked: boolean;
}

interface ExecuteFacts {
  readonly runId: string;
  readonly strategy: string;
  /** Why this strategy. */
  readonly chosenBy: 'caller' | 'recommendation' | 'form';
  /** As recorded: the strategy, with `_recovered` when an error was overcome. */
  readonly approach: string;
  /** Null when it could not be asked for. */
  readonly recommendation: TaskRecommendation | null;
  readonly successFactors: readonly string[];
  readonly parts: readonly PartReport[];
  readonly recoveries: readonly Recovery[];
  /** Tool calls that were made, and how many of them to which tool. */
  readonly calls: number;
  readonly tools: Readonly<Record<string, number>>;
  readonly durationMs: number;
}

/** What an execution did. Unless it succeeded, `result` is what there is of it. */
export type ExecuteReport<Whole = unknown, Kept = unknown> = ExecuteFacts &
  (
    | { readonly outcome: 'success'; readonly result: Whole }
    | { readonly outcome: Exclude<Outcome, 'success'>; readonly result: Kept }
  );

/** How an execution goes. */
export type ExecuteProgress =
  | {
      readonly type: 'started';
      readonly runId: string;
      readonly strategy: string;
      readonly parts: readonly string[];
    }
  | { readonly type: 'part-started'; readonly part: string; readonly attempt: number }
  | { readonly type: 'part-ended'; readonly part: PartReport; readonly ended: number; readonly total: number }
  | { readonly type: 'waiting'; readonly part: string; readonly milliseconds: number }
  /** A check warns before a call (LRN-4). */
  | { readonly type: 'warning'; readonly warning: Finding }
  | { readonly type: 'recovery'; readonly recovery: Recovery }
  | { readonly type: 'finished'; readonly report: ExecuteReport };

/**
 * Executes a task by the strategy that is recommended for it or fits its work, and records it as a run. An error that no
 * known solution helps against is rethrown, the same object.
 */
export interface Execute {
  <Result>(
    task: ExecuteTask,
    work: PartWork<Result>,
    options?: ExecuteOptions,
  ): Promise<ExecuteReport<Awaited<Result>, undefined>>;
  <Item, Result, Endpoint = undefined>(
    task: ExecuteTask,
    work: ItemsWork<Item, Result, Endpoint>,
    options?: ExecuteOptions,
  ): Promise<ExecuteReport<readonly Result[], ReadonlyArray<Result | undefined>>>;
  <Named extends Parts>(
    task: ExecuteTask,
    work: PartsWork<Named>,
    options?: ExecuteOptions,
  ): Promise<ExecuteReport<ResultsOf<Named>, Partial<ResultsOf<Named>>>>;
}

/** Keeps the types of the work that is handed over, which executing it does not need. */
export function executeTyped(
  execute: (task: ExecuteTask, work: Work, options?: ExecuteOptions) => Promise<ExecuteReport>,
): Execute {
  return execute as Execute;
}
