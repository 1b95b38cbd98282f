import { believedAnnotations, type ToolDeclarations } from '../../model/tool-effect.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';

/**
 * The same tools, with what the settings say about them, which counts for more than what they say themselves.
 *
 * @example
 * declaredTools(tools, { readOnly: ['get_*'], writes: ['get_ticket_number'], idempotent: ['get_*'] });
 */
export function declaredTools(runtime: ToolRuntime, declared: ToolDeclarations): ToolRuntime {
  const believed = believedAnnotations(declared);
  return {
    has: (tool) => runtime.has(tool),
    names: () => runtime.names(),
    call: (tool, toolArguments, context) => runtime.call(tool, toolArguments, context),
    describe(tool) {
      const described = runtime.describe(tool);
      if (described === undefined) return undefined;
      return {
        ...described,
        annotations: believed(tool, described.annotations),
        declared: believed(tool, described.declared),
      };
    },
    async close() {
      await runtime.close?.();
    },
  };
}
