import type { Report } from '../../records/report.ts';
import { counted } from '../../text/counted.ts';
import { duration, percent, quantity } from './words.ts';

type Line = readonly [what: string, figure: string];

/** The figures of coordination and durability for the pages of the report; none where there is nothing to tell (MET-3). */
export function coordinationLines({ coordination, durability }: Report): Line[] {
  return [
    ...(coordination.plans === 0 ? [] : plans(coordination)),
    ...(durability.workflows === 0 ? [] : workflows(durability)),
  ];
}

function plans(figures: Report['coordination']): Line[] {
  return [
    ['Plans done', `${figures.plansDone} of ${figures.plans}`],
    ['Complex tasks handled', `${figures.complexPlansDone} of ${figures.complexPlans}`],
    ['Sub-tasks done', `${quantity(figures.subTasksDone)} of ${quantity(figures.subTasks)}`],
    ['Completion of ended plans', percent(figures.completion)],
    ['Sub-tasks taken over by another agent', quantity(figures.reassigned)],
    ['Coordination overhead (time without an agent at work)', percent(figures.overhead)],
    ...figures.agents.map(
      ({ agent, done, failed, utilisation }): Line => [
        `Utilisation of ${agent}`,
        `${percent(utilisation)} (${counted(done, 'sub-task')} done, ${failed} failed)`,
      ],
    ),
  ];
}

function workflows(figures: Report['durability']): Line[] {
  return [
    ['Workflows done', `${quantity(figures.workflowsDone)} of ${quantity(figures.workflows)}`],
    ['Checkpoints', quantity(figures.checkpoints)],
    [
      'Recovered after the death of a worker',
      figures.recoveryRate === null ? '–' : `${percent(figures.recoveryRate)} of ${figures.takenOver}`,
    ],
    ['Median time to notice a dead worker', duration(figures.detectMs)],
    ['Mean time of a checkpoint', duration(figures.checkpointMs)],
    ['Checkpoint overhead against the time of steps', percent(figures.checkpointOverhead)],
  ];
}
