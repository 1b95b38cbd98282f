import { globMatcher } from '../../model/glob.ts';
import type { ToolSettings } from '../../model/template-settings.ts';
import type { ToolAnnotations, ToolRuntime } from '../../ports/tool-runtime.ts';

/** What the settings say about tools. */
export type ToolDeclarations = Pick<ToolSettings, 'readOnly' | 'writes' | 'idempotent'>;

/**
 * The same tools, with what the settings say about them, which counts for more than what they say themselves. A tool
 * that is said to read only and to write is taken for one that writes.
 *
 * @example
 * declaredTools(tools, { readOnly: ['get_*'], writes: ['get_ticket_number'], idempotent: ['get_*'] });
 */
export function declaredTools(runtime: ToolRuntime, declared: ToolDeclarations): ToolRuntime {
  const readsOnly = oneOf(declared.readOnly);
  const writes = oneOf(declared.writes);
  const isIdempotent = oneOf(declared.idempotent);
  function declaredFor(tool: string): ToolAnnotations {
    const written = writes(tool);
    return {
      ...(readsOnly(tool) && !written && { readOnly: true, destructive: false }),
      ...(written && { readOnly: false }),
      ...(isIdempotent(tool) && { idempotent: true }),
    };
  }
  return {
    has: (tool) => runtime.has(tool),
    names: () => runtime.names(),
    call: (tool, toolArguments, signal) => runtime.call(tool, toolArguments, signal),
    describe(tool) {
      const described = runtime.describe(tool);
      if (described === undefined) return undefined;
      return { ...described, annotations: { ...described.annotations, ...declaredFor(tool) } };
    },
    async close() {
      await runtime.close?.();
    },
  };
}

function oneOf(names: readonly string[]): (tool: string) => boolean {
  const matchers = names.map(globMatcher);
  return (tool) => matchers.some((matches) => matches(tool));
}
