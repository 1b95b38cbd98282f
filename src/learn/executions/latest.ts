import type { Context } from '../../ports/context.ts';
import type { Execution, RunHalves } from '../../records/execution.ts';
import type { Viewer } from '../../records/scope.ts';
import { groupBy } from '../group-by.ts';

/** Categories whose latest executions are looked up apart, those with most runs first. */
const maxLookedUp = 100;

/**
 * The latest executions of every category. Of the executions at hand some categories may have few or none, because others
 * had more lately: theirs are looked up.
 */
export async function latestOfCategories(
  { store, settings }: Pick<Context, 'store' | 'settings'>,
  viewer: Viewer,
  categories: readonly RunHalves[],
  atHand: readonly Execution[],
): Promise<readonly Execution[]> {
  const wanted = settings.learning.trends.executions;
  const byCategory = groupBy(atHand, ({ category }) => category);
  const lacking = categories
    .filter(({ of, runs }) => (byCategory.get(of)?.length ?? 0) < Math.min(wanted, runs))
    .toSorted((left, right) => right.runs - left.runs)
    .slice(0, maxLookedUp);
  if (lacking.length === 0) return atHand;
  const lookedUp = await Promise.all(
    lacking.map(({ of }) => store.listExecutions(viewer, { category: of }, wanted)),
  );
  const apart = new Set(lacking.map(({ of }) => of));
  return [...atHand.filter(({ category }) => !apart.has(category)), ...lookedUp.flat()];
}
