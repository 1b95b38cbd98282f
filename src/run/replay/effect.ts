import type { PlanStep } from '../../model/plan.ts';
import { effectSaid } from '../../model/tool-effect.ts';
import type { ToolRuntime } from '../../ports/tool-runtime.ts';

/** Whether a planned call only looks, by what its tool says now, else by what the plan says. */
export function effectOf(
  { tool, effect }: Pick<PlanStep, 'tool' | 'effect'>,
  tools: Pick<ToolRuntime, 'describe'>,
): PlanStep['effect'] {
  return effectSaid(tools.describe(tool)?.annotations ?? {}) ?? effect;
}
