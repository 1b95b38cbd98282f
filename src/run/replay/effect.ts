import type { ToolRuntime } from '../../ports/tool-runtime.ts';
import type { PlanStep } from '../../records/plan.ts';
import { effectSaid } from '../../records/tool-effect.ts';

/**
 * Whether a planned call only looks: by what its provider declares now, else by the plan. What a server says of its own
 * tool may only add caution: one that was known to write is a write, whatever it says now.
 */
export function effectOf(
  { tool, effect, effectFrom = 'unknown' }: Pick<PlanStep, 'tool' | 'effect'> & Partial<PlanStep>,
  tools: Pick<ToolRuntime, 'describe'>,
): PlanStep['effect'] {
  const described = tools.describe(tool);
  const said = effectSaid(described?.annotations ?? {});
  const declared = effectSaid(described?.declared ?? {});
  if (declared !== undefined) return declared;
  return said === 'write' || (said === 'read' && effectFrom === 'unknown') ? said : effect;
}

/** Whether a plan may change anything. A replay that only looks may be repeated freely. */
export function mayChangeAnything(
  { plan }: { readonly plan: readonly PlanStep[] },
  tools: Pick<ToolRuntime, 'describe'>,
): boolean {
  return plan.some((step) => effectOf(step, tools) === 'write');
}
