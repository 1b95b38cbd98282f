import { hash } from 'node:crypto';
import type { Scope } from '../../records/scope.ts';

/** A run, as it is told apart from all others. */
export interface RunKey {
  readonly scope: Scope;
  readonly runId: string;
}

/**
 * The trace of a run. Like the span ids below it is derived from the record, so that a run recorded by several
 * processes, or step by step from a shell, is one trace, and nobody has to hand an id on.
 */
export function traceIdOf(run: RunKey): string {
  return derive(32, 'trace', run);
}

/** The span of a run: the root of its trace. */
export function runSpanId(run: RunKey): string {
  return derive(16, 'run', run);
}

/** The span of a step of a run. */
export function stepSpanId(run: RunKey, stepId: string): string {
  return derive(16, 'step', run, stepId);
}

/** The first digit is fixed, because an id of zeros is not valid. */
function derive(digits: number, what: string, { scope, runId }: RunKey, stepId = ''): string {
  const source = JSON.stringify([what, scope.user, scope.project, runId, stepId]);
  return `1${hash('sha256', source, 'hex').slice(0, digits - 1)}`;
}
