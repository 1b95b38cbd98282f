import { EngramError } from '../../errors.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';

/**
 * Several sets of tools as one. Where two have a tool of the same name, the one that is given first is called: functions
 * of the program come before servers.
 *
 * @example
 * const tools = joinTools([functionTools(functions), await openMcpTools(servers, settings.tools)]);
 */
export function joinTools(runtimes: readonly ToolRuntime[]): ToolRuntime & { close(): Promise<void> } {
  const owner = (tool: string): ToolRuntime | undefined => runtimes.find((runtime) => runtime.has(tool));
  return {
    has: (tool) => owner(tool) !== undefined,
    names: () => [...new Set(runtimes.flatMap((runtime) => runtime.names()))],
    describe: (tool) => owner(tool)?.describe(tool),
    async call(tool, toolArguments, context) {
      const runtime = owner(tool);
      if (runtime !== undefined) return runtime.call(tool, toolArguments, context);
      throw new EngramError('tool_missing', `There is no tool "${tool}". Nothing was called.`, {
        details: { tool },
      });
    },
    async close() {
      await Promise.allSettled(runtimes.map((runtime) => runtime.close?.()));
    },
  };
}
