import type { PlanStep } from '../../model/plan.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';

/**
 * Whether a planned call only looks, by what its tool says now, else by what the plan says. A tool that says both that it
 * changes nothing and that it may destroy is not believed.
 */
export function effectOf(
  { tool, effect }: Pick<PlanStep, 'tool' | 'effect'>,
  tools: Pick<ToolRuntime, 'describe'>,
): PlanStep['effect'] {
  const { readOnly, destructive } = tools.describe(tool)?.annotations ?? {};
  if (readOnly === false || destructive === true) return 'write';
  return readOnly === true ? 'read' : effect;
}
