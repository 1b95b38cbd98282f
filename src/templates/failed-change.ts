import { EngramError, phrase } from '../errors.ts';
import type { RunWithTotals } from '../records/run.ts';
import type { Step, ToolStep } from '../records/step.ts';
import { findFailedLastChange } from './last-change.ts';
import type { DeclaredEffects } from './plan/calls.ts';
import { effectOf } from './plan/effect.ts';

interface EndedRun {
  readonly run: RunWithTotals;
  readonly steps: readonly Step[];
}

/** The last change of a run, when it failed or its answer says so. */
function failedChange(steps: readonly Step[], declared: DeclaredEffects): ToolStep | undefined {
  const calls = steps.filter((step) => step.kind === 'tool');
  const ids = new Set(calls.map(({ id }) => id));
  // What a tool called while it ran is its own business: its answer says what came of it.
  const own = calls.filter(({ parentId }) => parentId === null || !ids.has(parentId));
  return findFailedLastChange(own, ({ tool, arguments: given }) => {
    const { effect, effectFrom } = effectOf(tool, declared(tool), given);
    // Of a tool that nothing is known about, whoever recorded the run knows better whether it mattered.
    return effect === 'write' && effectFrom !== 'unknown';
  });
}

/**
 * Refuses a run that calls itself a success although its last change failed: a template of it would repeat the failure.
 *
 * @throws `not_replayable`
 */
export function refuseFailedChange(
  { run, steps }: EndedRun,
  declared: DeclaredEffects = () => undefined,
): void {
  const failed = failedChange(steps, declared);
  if (failed === undefined) return;
  throw new EngramError(
    'not_replayable',
    `The last change of the run "${run.id}", ${failed.tool}, failed, so the run is no success.`,
    {
      details: { runId: run.id, stepId: failed.id, tool: failed.tool },
      hint: phrase`Save a run that worked. If ${failed.tool} only looks, name it in the setting tools.readOnly.`,
    },
  );
}

/** A run as it is learned from: one whose last change failed is a failure, whatever its agent said of it. */
export function judgedRun(recorded: EndedRun, declared: DeclaredEffects): EndedRun {
  const { run, steps } = recorded;
  if (run.outcome !== 'success' || failedChange(steps, declared) === undefined) return recorded;
  return { run: { ...run, outcome: 'failure' }, steps };
}
