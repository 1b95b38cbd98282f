import type { RecordedTools, RunHandle, Toolset } from '../../ports/run-handle.ts';
import type { WorkRun } from '../../ports/strategy.ts';

/** How often each tool was called. */
export type CallCounts = Map<string, number>;

/** The run for the work to use: its calls are counted, and it cannot be ended. */
export function watchedRun({ finish: _, ...run }: RunHandle, counts: CallCounts): WorkRun {
  const call: RunHandle['call'] = (tool, toolArguments, execute, options) => {
    counts.set(tool, (counts.get(tool) ?? 0) + 1);
    return run.call(tool, toolArguments, execute, options);
  };
  return {
    ...run,
    call,
    tools<Tools extends Toolset>(tools: Tools): RecordedTools<Tools> {
      const counted = Object.entries(tools).map(([name, tool]) => [
        name,
        typeof tool === 'function'
          ? (toolArguments: never) => call(name, toolArguments, tool)
          : (toolArguments: never) => call(name, toolArguments, (given) => tool.execute(given, {}), tool),
      ]);
      return Object.fromEntries(counted);
    },
    subTask: (subTask) => watchedRun(run.subTask(subTask), counts),
    as: (agent) => watchedRun(run.as(agent), counts),
  };
}
