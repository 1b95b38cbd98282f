import type { FailurePattern } from '../model/pattern.ts';
import { slugFrom } from '../model/slug.ts';
import type { Step, ToolStep } from '../model/step.ts';

/** What an agent did right after a failure, in a run that then ended well. */
export interface WorkedNext {
  readonly tool: string;
  readonly times: number;
  readonly runs: readonly string[];
}

/** All that is known about one failure: when and where it happened. */
export function failurePattern(signature: string, occurrences: readonly Step[]): FailurePattern {
  const times = occurrences.map((step) => step.startedAt);
  return {
    kind: 'failure',
    slug: slugFrom(signature),
    signature,
    occurrences: occurrences.length,
    firstSeenAt: times.length === 0 ? null : Math.min(...times),
    lastSeenAt: times.length === 0 ? null : Math.max(...times),
    tools: [...new Set(occurrences.filter((step) => step.kind === 'tool').map((step) => step.tool))],
    runs: [...new Set(occurrences.map((step) => step.runId))],
    derivedFrom: occurrences.map(({ id }) => ({ kind: 'step', id })),
  };
}

/** The first call that worked after a failed step of the same run. */
export function nextSuccess(failed: Step, steps: readonly Step[]): ToolStep | undefined {
  return steps
    .filter((step) => step.kind === 'tool')
    .find((step) => step.position > failed.position && step.success && step.parentId === failed.parentId);
}

/** Most frequent first. */
export function countWorkedNext(successes: readonly ToolStep[]): WorkedNext[] {
  const byTool = new Map<string, ToolStep[]>();
  for (const step of successes) byTool.set(step.tool, [...(byTool.get(step.tool) ?? []), step]);
  return [...byTool]
    .map(([tool, steps]) => ({
      tool,
      times: steps.length,
      runs: [...new Set(steps.map((step) => step.runId))],
    }))
    .sort((left, right) => right.times - left.times || (left.tool < right.tool ? -1 : 1));
}
