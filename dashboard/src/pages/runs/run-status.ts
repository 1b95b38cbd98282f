import type { Schema } from '../../api/types.ts';

type Run = Pick<Schema<'Run'>, 'outcome' | 'approach'>;

/** The outcome of a run as people read it: a replay that stopped before it wrote anything is no failure. */
export function runStatus({ outcome, approach }: Run): string | null {
  return outcome === 'failure' && approach === 'replay_stopped' ? 'stopped' : outcome;
}
