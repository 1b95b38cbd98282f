import type { Context } from '../ports/context.ts';
import type { StoreCounts } from '../ports/store.ts';
import type { Viewer } from '../records/scope.ts';
import { type CoordinationReport, coordinationReport } from './coordination.ts';

export interface Statistics extends StoreCounts, CoordinationReport {
  /** Share of finished runs that ended in success; null when none has finished. */
  readonly successRate: number | null;
  readonly backend: string;
  readonly sizeBytes: number | null;
}

/** What the viewer has, in figures. */
export async function statistics(context: Context, viewer: Viewer): Promise<Statistics> {
  const counts = await context.store.count(viewer, context.clock.now());
  const { backend, sizeBytes } = await context.store.health('quick');
  const successRate = counts.finishedRuns === 0 ? null : counts.successfulRuns / counts.finishedRuns;
  return { ...counts, successRate, backend, sizeBytes, ...(await coordinationReport(context, viewer)) };
}
