import type { Json } from '../model/json.ts';
import type { Toolset } from '../ports/run-handle.ts';
import type { ToolRuntime } from '../ports/tool-runtime.ts';

/**
 * Plain functions as tools.
 *
 * @example
 * const tools = functionTools({ add: ({ a, b }: { a: number; b: number }) => a + b });
 */
export function functionTools(functions: Toolset): ToolRuntime {
  const has = (tool: string): boolean => Object.hasOwn(functions, tool);
  return {
    has,
    names: () => Object.keys(functions),
    annotations: () => ({}),
    async call(tool, toolArguments) {
      const execute = functions[tool];
      return ((await execute?.(toolArguments as never)) ?? null) as Json;
    },
  };
}
