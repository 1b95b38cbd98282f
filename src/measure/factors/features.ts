import { median } from '../../learn/median.ts';
import type { Call, Execution } from '../../records/execution.ts';
import type { SuccessFactor } from '../../records/success-factor.ts';

/** Something that some runs have and others do not. */
export interface RunFeature extends Pick<SuccessFactor, 'kind' | 'name'> {
  readonly runs: ReadonlySet<string>;
}

/**
 * What can be said about runs before it is known how they ended: the tools they called, category, type, approach, agent,
 * complexity, the factors they name, whether they were given memories, depend on other tasks, or made more calls than most.
 */
export function featuresOf(executions: readonly Execution[], calls: readonly Call[]): RunFeature[] {
  const runs = new Map<string, Set<string>>();
  const add = (kind: SuccessFactor['kind'], name: string | null, runId: string): void => {
    if (name === null) return;
    const key = JSON.stringify([kind, name]);
    runs.set(key, (runs.get(key) ?? new Set()).add(runId));
  };
  const known = new Set(executions.map(({ runId }) => runId));
  for (const { runId, tool } of calls) if (known.has(runId)) add('tool', tool, runId);
  const usual = median(executions.map(({ toolCalls }) => toolCalls)) ?? 0;
  for (const execution of executions) {
    const { runId, category, type, approach, agent, complexity, successFactors } = execution;
    add('category', category, runId);
    add('type', type, runId);
    add('approach', approach, runId);
    add('agent', agent, runId);
    add('complexity', complexity, runId);
    for (const factor of successFactors) add('factor', factor, runId);
    if (execution.memories > 0) add('work', 'given memories', runId);
    if (execution.dependencies > 0) add('work', 'depends on other tasks', runId);
    if (execution.toolCalls > usual) add('work', `more than ${usual} tool calls`, runId);
  }
  return [...runs].map(([key, having]) => {
    const [kind, name] = JSON.parse(key) as [SuccessFactor['kind'], string];
    return { kind, name, runs: having };
  });
}
