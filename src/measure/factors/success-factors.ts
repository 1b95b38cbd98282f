import type { Context } from '../../ports/context.ts';
import type { Viewer } from '../../records/scope.ts';
import type { FoundFactors } from '../../records/success-factor.ts';
import { findFactors } from './find-factors.ts';

/** What goes with success in the latest finished runs (LRN-13). */
export async function successFactors(context: Context, viewer: Viewer): Promise<FoundFactors> {
  const { retention } = context.settings.learning;
  const executions = await context.store.listExecutions(viewer, {}, retention.executions);
  const ids = executions.map(({ runId }) => runId);
  return findFactors(executions, await context.store.listCalls(viewer, ids));
}
