import { detailsOf, workflowOf } from '../coordinate/show-plan.ts';
import type { Context } from '../ports/context.ts';
import type { CoordinationFigures, DurabilityFigures } from '../records/coordination.ts';
import type { Viewer } from '../records/scope.ts';
import { replayName } from '../run/replay/durable-replay.ts';
import { coordinationFigures, type MeasuredPlan } from './coordination-figures.ts';
import { durabilityFigures } from './durability-figures.ts';

/** Those that are looked at: the latest. */
const maxPlans = 50;
const maxWorkflows = 100;

/** How work of several agents and durable work go, for one viewer (MET-3). */
export interface CoordinationReport {
  readonly coordination: CoordinationFigures;
  readonly durability: DurabilityFigures;
}

export async function coordinationReport(
  { store, settings }: Pick<Context, 'store' | 'settings'>,
  viewer: Viewer,
): Promise<CoordinationReport> {
  const [{ items: plans }, { items: workflows }] = await Promise.all([
    store.listRecords(viewer, 'plan', {}, { limit: maxPlans }),
    store.listWorkflows(viewer, {}, { limit: maxWorkflows }),
  ]);
  const measuredPlans = await Promise.all(
    plans.map(async (plan): Promise<MeasuredPlan[]> => {
      const workflow = await workflowOf({ store }, plan);
      if (workflow === undefined) return [];
      const details = await detailsOf({ store }, plan);
      return [{ plan: details, startedAt: workflow.createdAt, endedAt: workflow.updatedAt }];
    }),
  );
  const measured = await Promise.all(
    workflows
      .filter(({ name }) => name !== replayName)
      .map(async (workflow) => ({
        workflow,
        checkpoints: await store.listCheckpoints(viewer, workflow.id),
      })),
  );
  return {
    coordination: coordinationFigures(measuredPlans.flat()),
    durability: durabilityFigures(measured, settings.workflows.maxRecoveries),
  };
}
