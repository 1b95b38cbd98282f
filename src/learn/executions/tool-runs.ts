import type { Call, Execution } from '../../records/execution.ts';
import { groupBy } from '../group-by.ts';

/** The tools of one run in the order they were called, with calls of the same tool in a row taken as one. */
export interface ToolRun {
  readonly runId: string;
  readonly outcome: Execution['outcome'];
  readonly finishedAt: number;
  readonly tools: readonly string[];
  /** For each of the tools, whether it was called several times in a row. */
  readonly repeated: readonly boolean[];
}

/** Calls of a run that are looked at. What an agent does after that many is no recipe. */
const maxCalls = 200;

/** The tools of every run, the latest run first. Failed calls count, too, or every sequence would go with success. */
export function toolRuns(
  executions: ReadonlyArray<Pick<Execution, 'runId' | 'outcome' | 'finishedAt'>>,
  calls: readonly Call[],
): ToolRun[] {
  const byRun = groupBy(calls, ({ runId }) => runId);
  return executions
    .map(({ runId, outcome, finishedAt }) => ({
      runId,
      outcome,
      finishedAt,
      ...withoutRepeats(byRun.get(runId) ?? []),
    }))
    .sort((left, right) => right.finishedAt - left.finishedAt || (left.runId < right.runId ? -1 : 1));
}

function withoutRepeats(calls: readonly Call[]): Pick<ToolRun, 'tools' | 'repeated'> {
  const tools: string[] = [];
  const repeated: boolean[] = [];
  const inOrder = calls.toSorted((left, right) => left.position - right.position).slice(0, maxCalls);
  for (const { tool } of inOrder) {
    if (tools.at(-1) === tool) {
      repeated[repeated.length - 1] = true;
    } else {
      tools.push(tool);
      repeated.push(false);
    }
  }
  return { tools, repeated };
}
