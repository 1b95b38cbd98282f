import type { CoordinationReport } from '../../measure/coordination.ts';
import { metric } from './metrics.ts';
import type { Metric } from './prometheus.ts';

/** The figures of plans and workflows as metrics (MET-3). What is not known yet has no sample. */
export function figuresOf({ coordination, durability }: CoordinationReport): Metric[] {
  const gauge = (name: string, help: string, value: number | null): Metric =>
    metric('gauge', `engram_${name}`, help, value === null ? [] : [{ value }]);
  const seconds = (milliseconds: number | null): number | null =>
    milliseconds === null ? null : milliseconds / 1_000;
  return [
    gauge('plans', 'Plans that were run, of the latest.', coordination.plans),
    gauge('complex_tasks_handled', 'Complex tasks that were done.', coordination.complexPlansDone),
    gauge(
      'sub_task_completion_ratio',
      'Share of sub-tasks of ended plans that were done.',
      coordination.completion,
    ),
    gauge(
      'coordination_overhead_ratio',
      'Share of the time of plans in which no agent worked.',
      coordination.overhead,
    ),
    metric(
      'gauge',
      'engram_agent_utilisation_ratio',
      'Share of the time of its plans in which an agent worked.',
      coordination.agents.map(({ agent, utilisation }) => ({ labels: { agent }, value: utilisation })),
    ),
    gauge('workflows', 'Workflows, of the latest.', durability.workflows),
    gauge('workflow_checkpoints', 'Checkpoints of these workflows.', durability.checkpoints),
    gauge(
      'workflow_recovery_ratio',
      'Share of workflows taken over from a dead worker that recovered.',
      durability.recoveryRate,
    ),
    gauge('workflow_detection_seconds', 'Median time to notice a dead worker.', seconds(durability.detectMs)),
    gauge(
      'workflow_checkpoint_seconds',
      'Mean time to write a checkpoint.',
      seconds(durability.checkpointMs),
    ),
    gauge(
      'workflow_checkpoint_overhead_ratio',
      'Time of checkpoints against the time of steps.',
      durability.checkpointOverhead,
    ),
  ];
}
