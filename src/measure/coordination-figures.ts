import { groupBy } from '../learn/group-by.ts';
import type { AgentUtilisation, CoordinationFigures } from '../records/coordination.ts';
import type { PlanDetails } from '../records/task-plan.ts';
import { hasEnded } from '../records/workflow.ts';

/** A plan that was run, and when. */
export interface MeasuredPlan {
  readonly plan: Pick<PlanDetails, 'complexity' | 'status' | 'subTasks'>;
  readonly startedAt: number;
  /** Of its last change, while it goes on. */
  readonly endedAt: number;
}

type SubTaskTry = PlanDetails['subTasks'][number]['tried'][number];

/** How work of several agents goes (MET-3). */
export function coordinationFigures(measured: readonly MeasuredPlan[]): CoordinationFigures {
  const isDone = ({ plan }: MeasuredPlan): boolean => plan.status === 'done';
  const complex = measured.filter(({ plan }) => plan.complexity === 'complex');
  const ended = measured.filter(({ plan }) => plan.status !== 'planned' && hasEnded({ status: plan.status }));
  const subTasks = measured.flatMap(({ plan }) => plan.subTasks);
  const endedSubTasks = ended.flatMap(({ plan }) => plan.subTasks);
  const done = (items: typeof subTasks): number => items.filter(({ status }) => status === 'done').length;
  const wallMs = ended.reduce((sum, plan) => sum + wallOf(plan), 0);
  const workedMs = ended.reduce((sum, plan) => sum + workedIn(plan), 0);
  return {
    plans: measured.length,
    plansDone: measured.filter(isDone).length,
    complexPlans: complex.length,
    complexPlansDone: complex.filter(isDone).length,
    subTasks: subTasks.length,
    subTasksDone: done(subTasks),
    completion: endedSubTasks.length === 0 ? null : done(endedSubTasks) / endedSubTasks.length,
    reassigned: subTasks.filter(({ tried }) => new Set(tried.map(({ agent }) => agent)).size > 1).length,
    overhead: wallMs === 0 ? null : atMostOne(1 - workedMs / wallMs),
    agents: utilisation(measured),
  };
}

function wallOf({ startedAt, endedAt }: MeasuredPlan): number {
  return Math.max(0, endedAt - startedAt);
}

function triesOf({ plan }: MeasuredPlan): SubTaskTry[] {
  return plan.subTasks.flatMap(({ tried }) => tried);
}

/** How long at least one agent worked: work side by side counts once. */
function workedIn(plan: MeasuredPlan): number {
  const spans = triesOf(plan)
    .map(({ startedAt, durationMs }) => ({ from: startedAt, to: startedAt + durationMs }))
    .sort((left, right) => left.from - right.from);
  let [worked, until] = [0, Number.NEGATIVE_INFINITY];
  for (const { from, to } of spans) {
    worked += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return worked;
}

function utilisation(measured: readonly MeasuredPlan[]): AgentUtilisation[] {
  const tries = measured.flatMap((plan) => triesOf(plan).map((tried) => ({ ...tried, plan })));
  return [...groupBy(tries, ({ agent }) => agent)]
    .flatMap(([agent, own]): AgentUtilisation[] => {
      if (agent === null) return [];
      const busyMs = own.reduce((sum, { durationMs }) => sum + durationMs, 0);
      const wallMs = [...new Set(own.map(({ plan }) => plan))].reduce((sum, plan) => sum + wallOf(plan), 0);
      const done = own.filter(({ success }) => success).length;
      return [
        {
          agent,
          done,
          failed: own.length - done,
          busyMs,
          utilisation: wallMs === 0 ? 0 : atMostOne(busyMs / wallMs),
        },
      ];
    })
    .sort((left, right) => right.busyMs - left.busyMs || (left.agent < right.agent ? -1 : 1));
}

/** Clocks of two processes may differ a little. */
function atMostOne(share: number): number {
  return Math.max(0, Math.min(1, share));
}
