import * as z from 'zod';
import { nameText } from '../text/text.ts';
import { lazyObject } from './lazy-schema.ts';
import { count } from './number.ts';
import { fraction } from './record.ts';

const milliseconds = z.number().nonnegative();

/** What one agent contributed to plans. */
export type AgentUtilisation = z.infer<typeof agentUtilisationSchema>;
export const agentUtilisationSchema = lazyObject(() => ({
  agent: nameText,
  /** Sub-tasks it did, and those it failed at. */
  done: count,
  failed: count,
  busyMs: milliseconds,
  /** Share of the time of its plans in which it worked. */
  utilisation: fraction,
}));

/** How work of several agents goes (MET-3), over the latest plans that were run. */
export type CoordinationFigures = z.infer<typeof coordinationSchema>;
export const coordinationSchema = lazyObject(() => ({
  plans: count,
  plansDone: count,
  /** Complex tasks that were run, and those that were done. */
  complexPlans: count,
  complexPlansDone: count,
  subTasks: count,
  subTasksDone: count,
  /** Share of the sub-tasks of plans that have ended; null without any. */
  completion: fraction.nullable(),
  /** Sub-tasks that another agent took over. */
  reassigned: count,
  /** Share of the time of ended plans in which no agent worked; null without any. */
  overhead: fraction.nullable(),
  /** Busiest first. */
  agents: z.array(agentUtilisationSchema),
}));

/** How durable work goes (MET-3), over the latest workflows. */
export type DurabilityFigures = z.infer<typeof durabilitySchema>;
export const durabilitySchema = lazyObject(() => ({
  workflows: count,
  workflowsDone: count,
  workflowsFailed: count,
  checkpoints: count,
  /** Workflows that were taken over from a dead worker. */
  takenOver: count,
  /** Share of these that did not fail because their workers kept dying; null without any. */
  recoveryRate: fraction.nullable(),
  /** Median time from the last sign of life of a dead worker to the take-over; null without any. */
  detectMs: milliseconds.nullable(),
  /** Mean time to write a checkpoint; null when none was measured. */
  checkpointMs: milliseconds.nullable(),
  /** Time spent on checkpoints against the time spent in steps; null when none was measured. */
  checkpointOverhead: milliseconds.nullable(),
}));
