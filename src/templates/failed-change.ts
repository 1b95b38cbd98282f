import { EngramError, phrase } from '../errors.ts';
import type { RunWithTotals } from '../records/run.ts';
import type { Step, ToolStep } from '../records/step.ts';
import { findFailedLastChange } from './last-change.ts';
import { type DeclaredEffects, topLevelCalls } from './plan/calls.ts';
import { effectOf } from './plan/effect.ts';

/** A finished run with all that happened in it. */
export interface RecordedRun {
  readonly run: RunWithTotals;
  readonly steps: readonly Step[];
}

/** The last change of a run, when it failed or its answer says so. */
function failedChange(steps: readonly Step[], declared: DeclaredEffects): ToolStep | undefined {
  return findFailedLastChange(topLevelCalls(steps), ({ tool, arguments: given }) => {
    const { effect, effectFrom } = effectOf(tool, declared(tool), given);
    // Whether a tool of unknown effect mattered, the recorder of the run knows better.
    return effect === 'write' && effectFrom !== 'unknown';
  });
}

/** Refuses a successful run whose last change failed (`not_replayable`): a template of it would repeat the failure. */
export function refuseFailedChange(
  { run, steps }: RecordedRun,
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

/** The run as agents learn from it: one whose last change failed is a failure, whatever its outcome says. */
export function judgedRun(recorded: RecordedRun, declared: DeclaredEffects): RecordedRun {
  const { run, steps } = recorded;
  if (run.outcome !== 'success' || failedChange(steps, declared) === undefined) return recorded;
  return { run: { ...run, outcome: 'failure' }, steps };
}
