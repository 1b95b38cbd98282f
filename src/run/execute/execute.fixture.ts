import type { RunHandle, RunReport } from '../../ports/run-handle.ts';
import type { KnownSolution } from '../../ports/strategy.ts';
import type { TaskRecommendation } from '../../records/execution-pattern.ts';
import { executeTyped } from './contract.ts';
import { execute } from './execute.ts';
import type { ExecuteServices } from './execution.ts';

/** Time that passes only when everybody waits: then it goes on to the first who is to be woken. */
export function virtualTime() {
  const sleepers: Array<{ at: number; order: number; wake: () => void }> = [];
  let now = 0;
  let order = 0;
  let going = false;

  function goOn(): void {
    sleepers.sort((a, b) => a.at - b.at || a.order - b.order);
    const next = sleepers.shift();
    going = next !== undefined;
    if (next === undefined) return;
    now = Math.max(now, next.at);
    next.wake();
    setImmediate(goOn);
  }

  return {
    clock: { now: () => Date.UTC(2025, 0, 1) + now, elapsed: () => now },
    sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        const stop = (): void => {
          sleepers.splice(sleepers.indexOf(sleeper), 1);
          reject(signal?.reason);
        };
        const wake = (): void => {
          signal?.removeEventListener('abort', stop);
          resolve();
        };
        const sleeper = { at: now + milliseconds, order: order++, wake };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', stop, { once: true });
        if (!going) setImmediate(goOn);
        going = true;
      });
    },
  };
}

interface World {
  readonly recommendation?: Partial<TaskRecommendation>;
  readonly solutions?: ReadonlyArray<Partial<KnownSolution>>;
  readonly services?: Partial<ExecuteServices>;
}

/** An engine in which everything that is recorded can be looked at. */
export function world({ recommendation = {}, solutions = [], services = {} }: World = {}) {
  const time = virtualTime();
  const seen = {
    runs: [] as Array<Record<string, unknown>>,
    ends: [] as Array<Record<string, unknown>>,
    steps: [] as Array<{ tool: string; subTask: string | null }>,
    notes: [] as string[],
    questions: [] as unknown[],
    trials: [] as Array<readonly [solution: string, run: string, worked: boolean]>,
  };

  function handle(subTask: string | null): RunHandle {
    async function call<Arguments, Result>(
      tool: string,
      toolArguments: Arguments,
      execute: (toolArguments: Arguments) => Result,
    ): Promise<Awaited<Result>> {
      seen.steps.push({ tool, subTask });
      return await execute(toolArguments);
    }
    return {
      id: 'run_1',
      call,
      tools: () => ({}) as never,
      model: async () => {},
      acknowledge: () => {},
      note: async (text) => void seen.notes.push(text),
      noteError: async () => {},
      subTask: ({ id }) => handle(id),
      as: () => handle(subTask),
      async finish(end) {
        seen.ends.push({ ...end });
        return { id: 'run_1', ...end, lost: { records: 0, reason: null } } as unknown as RunReport;
      },
    };
  }

  const all: ExecuteServices = {
    recommend: async () => ({
      sentence: 'No similar patterns.',
      approach: null,
      confidence: 0,
      matches: 0,
      successFactors: [],
      tools: [],
      expectedMs: null,
      complexity: 'low',
      approaches: [],
      evidence: [],
      ...recommendation,
    }),
    async startRun(input) {
      seen.runs.push({ ...input });
      return handle(null);
    },
    async solutionsFor(question) {
      seen.questions.push(question);
      return solutions.map((solution, index) => aSolution({ id: `solution_${index + 1}`, ...solution }));
    },
    async noteTrial(...trial) {
      seen.trials.push(trial);
    },
    sleep: time.sleep,
    clock: time.clock,
    random: () => 0.5,
    settings: { minimumConfidence: 0.3 },
    ...services,
  };
  return {
    execute: executeTyped((...asked) => execute(all, ...asked)),
    seen,
    sleep: time.sleep,
    elapsed: time.clock.elapsed,
  };
}

export function aSolution(changes: Partial<KnownSolution> = {}): KnownSolution {
  return {
    id: 'solution_1',
    approach: 'retry',
    steps: [],
    categories: [],
    successRate: 0.9,
    attempts: 10,
    source: 'stated',
    lastTriedAt: null,
    score: 1,
    ...changes,
  };
}

/** Fails as often as it says, then works. */
export function failing<Result>(times: number, error: unknown, result: Result): () => Promise<Result> {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw error;
    return result;
  };
}

export const task = { description: 'Add login', category: 'auth' };
