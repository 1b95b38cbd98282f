import { median } from '../learn/median.ts';
import type { DurabilityFigures } from '../records/coordination.ts';
import type { Checkpoint, Workflow } from '../records/workflow.ts';
import { isStep, noteOf, takeOvers } from '../workflows/checkpoints.ts';

/** A workflow and what it has done. */
export interface MeasuredWorkflow {
  readonly workflow: Pick<Workflow, 'status' | 'recoveries'>;
  readonly checkpoints: readonly Checkpoint[];
}

/** How durable work goes (MET-3). */
export function durabilityFigures(
  measured: readonly MeasuredWorkflow[],
  maxRecoveries: number,
): DurabilityFigures {
  const takenOver = measured.filter(({ checkpoints }) => checkpoints.some(isTakeOver));
  const given = takenOver.filter(
    ({ workflow }) => workflow.status === 'failed' && workflow.recoveries > maxRecoveries,
  );
  const detected = takenOver.flatMap(({ checkpoints }) =>
    checkpoints.filter(isTakeOver).flatMap((checkpoint) => noteOf(checkpoint).detectMs ?? []),
  );
  const notes = measured.flatMap(({ checkpoints }) =>
    checkpoints.filter(({ key }) => isStep(key)).map(noteOf),
  );
  const writes = notes.flatMap(({ writeMs }) => writeMs ?? []);
  const workMs = sum(notes.flatMap((note) => (note.writeMs === undefined ? [] : (note.workMs ?? 0))));
  const withStatus = (status: Workflow['status']): number =>
    measured.filter(({ workflow }) => workflow.status === status).length;
  return {
    workflows: measured.length,
    workflowsDone: withStatus('done'),
    workflowsFailed: withStatus('failed'),
    checkpoints: sum(measured.map(({ checkpoints }) => checkpoints.length)),
    takenOver: takenOver.length,
    recoveryRate: takenOver.length === 0 ? null : 1 - given.length / takenOver.length,
    detectMs: detected.length === 0 ? null : median(detected),
    checkpointMs: writes.length === 0 ? null : sum(writes) / writes.length,
    checkpointOverhead: workMs === 0 ? null : sum(writes) / workMs,
  };
}

function isTakeOver({ key }: Checkpoint): boolean {
  return key.startsWith(takeOvers);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
