import { setMaxListeners } from 'node:events';
import { EngramError } from '../../errors.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { RunHandle, RunOptions } from '../../ports/run-handle.ts';
import type { KnownSolution, WorkRun } from '../../ports/strategy.ts';
import type { TaskRecommendation } from '../../records/execution-pattern.ts';
import { describeThrown } from '../../text/thrown.ts';
import type {
  ErrorWords,
  ExecuteOptions,
  ExecuteProgress,
  ExecuteTask,
  PartReport,
  Recovery,
} from './contract.ts';
import type { Lanes } from './lanes.ts';

/** What the engine provides to an execution. */
export interface ExecuteServices {
  recommend(task: Omit<ExecuteTask, 'inputs' | 'stage'>): Promise<TaskRecommendation>;
  startRun(input: ExecuteTask & { readonly approach: string }, options: RunOptions): Promise<RunHandle>;
  /** Known solutions, best first. */
  solutionsFor(question: {
    readonly errorType: string;
    readonly message: string;
    readonly category: string | null;
  }): Promise<readonly KnownSolution[]>;
  noteTrial(solutionId: string, runId: string, worked: boolean): Promise<unknown>;
  /** Waits; a signal that is aborted ends it, with or without an error. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<unknown>;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: { readonly minimumConfidence: number };
}

/** An execution that is going on. */
export interface OngoingExecution {
  readonly services: ExecuteServices;
  readonly options: ExecuteOptions;
  readonly task: ExecuteTask;
  readonly runId: string;
  readonly run: WorkRun;
  readonly lanes: Lanes;
  readonly results: Record<string, unknown>;
  /** The attempt that each part was begun for last, and when. */
  readonly begun: Map<string, { readonly attempt: number; readonly since: number }>;
  /** How the parts that were begun ended. */
  readonly ends: Map<string, PartReport>;
  readonly recoveries: Recovery[];
  readonly factors: Set<string>;
  /** What the first part that failed had thrown. */
  firstError: { readonly error: unknown } | null;
  /** Aborted when the rest is not to be done. */
  readonly signal: AbortSignal;
  stop(reason: unknown): void;
  wait(milliseconds: number): Promise<void>;
  tell(event: ExecuteProgress): void;
}

export function beginExecution(
  services: ExecuteServices,
  given: Pick<OngoingExecution, 'options' | 'task' | 'runId' | 'run' | 'lanes' | 'tell'>,
): OngoingExecution {
  const { signal: outer } = given.options;
  const controller = new AbortController();
  const signal = outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]);
  // Every part that waits listens to it, and there may be many.
  setMaxListeners(0, signal);
  return {
    ...given,
    services,
    // A part may have any name, also one that plain objects have already.
    results: Object.create(null),
    begun: new Map(),
    ends: new Map(),
    recoveries: [],
    factors: new Set(),
    firstError: null,
    signal,
    stop: (reason) => controller.abort(reason),
    async wait(milliseconds) {
      signal.throwIfAborted();
      await orAborted(signal, services.sleep(milliseconds, signal));
      signal.throwIfAborted();
    },
  };
}

/** Reports progress to the listener. */
export function teller({ onProgress }: ExecuteOptions): OngoingExecution['tell'] {
  return (event) => {
    try {
      onProgress?.(event);
    } catch {
      // A listener must not stop the work.
    }
  };
}

/** Waits for work until the signal is aborted: then its reason is thrown. */
export function orAborted<Result>(signal: AbortSignal | undefined, work: Promise<Result>): Promise<Result> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    const forget = (): void => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    work.then(resolve, reject).finally(forget);
  });
}

/** A part gave a result that its check refuses. It ends the part, and is never thrown at the caller. */
export class CheckFailed extends EngramError {
  constructor(part: string) {
    super('conflict', `The check of part "${part}" does not hold.`);
  }
}

/** An error in words, as it is recorded and looked up. */
export function inWords(error: unknown): ErrorWords {
  return error instanceof CheckFailed
    ? { type: 'CheckFailed', message: error.message }
    : describeThrown(error);
}
