import type { ToolSettings } from '../../config/template-settings.ts';
import type { ToolDescription, ToolRuntime } from '../../ports/tool-runtime.ts';
import { believedAnnotations, type ToolDeclarations } from '../../records/tool-effect.ts';
import { configuredCheck, configuredChecks, refuseBadChecks } from './configured-check.ts';

/**
 * The same tools, with what the settings say about them, which counts for more than what they say themselves, and with the checks
 * that the settings have for them.
 *
 * @example
 * declaredTools(tools, { readOnly: ['get_*'], writes: ['get_ticket_number'], idempotent: ['get_*'] });
 *
 * @throws EngramError `config_invalid` for a check whose look is not there, or is not known to only read.
 */
export function declaredTools(
  runtime: ToolRuntime,
  { checks = [], ...declared }: ToolDeclarations & Partial<Pick<ToolSettings, 'checks'>>,
): ToolRuntime {
  const believed = believedAnnotations(declared);
  const checksOf = configuredChecks(checks);
  function describe(tool: string): ToolDescription | undefined {
    const described = runtime.describe(tool);
    if (described === undefined) return undefined;
    const configured = checks.length === 0 ? [] : checksOf([tool, described.alias]);
    return {
      ...described,
      annotations: believed(tool, described.annotations),
      declared: believed(tool, described.declared),
      ...(configured.length > 0 && { check: configuredCheck(configured, runtime) }),
    };
  }
  refuseBadChecks(checks, runtime, (tool) => {
    const described = runtime.describe(tool);
    return described && { ...described, annotations: believed(tool, described.annotations) };
  });
  return {
    has: (tool) => runtime.has(tool),
    names: () => runtime.names(),
    call: (tool, toolArguments, context) => runtime.call(tool, toolArguments, context),
    describe,
    async close() {
      await runtime.close?.();
    },
  };
}
