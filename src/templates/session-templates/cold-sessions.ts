import { groupBy } from '../../learn/group-by.ts';
import { allLessons } from '../../learn/lessons.ts';
import type { Context } from '../../ports/context.ts';
import type { Execution } from '../../records/execution.ts';
import { outcomeQualities } from '../../records/execution-pattern.ts';
import type { Viewer } from '../../records/scope.ts';
import type { SessionType } from '../../records/session-template.ts';
import { classify } from './classify.ts';
import { maxTemplates } from './session-templates.ts';

/** The latest runs that are read in total, and per query. */
const maxRuns = 500;
const runsPerQuery = 50;

/** Finished runs that called tools and were given no template of any kind, the latest first. */
export async function coldRuns(context: Context, viewer: Viewer): Promise<readonly Execution[]> {
  const [executions, templates] = await Promise.all([
    context.store.listExecutions(viewer, {}, maxRuns),
    allLessons(context, viewer, 'session-template', maxTemplates),
  ]);
  const seeded = new Set(
    templates.flatMap(({ content }) => content.seedings.flatMap(({ runId }) => runId ?? [])),
  );
  return executions.filter(
    ({ runId, toolCalls, templateId }) => toolCalls > 0 && templateId === null && !seeded.has(runId),
  );
}

/** How cold runs of a type ended: the baseline for its templates. */
export async function coldRecord(
  context: Context,
  viewer: Viewer,
  type: SessionType,
): Promise<{ readonly successes: number; readonly failures: number }> {
  const runs = await coldRuns(context, viewer);
  let successes = 0;
  let failures = 0;
  for (let from = 0; from < runs.length; from += runsPerQuery) {
    const piece = runs.slice(from, from + runsPerQuery);
    const ids = piece.map(({ runId }) => runId);
    const tools = groupBy(await context.store.listCalls(viewer, ids), ({ runId }) => runId);
    for (const { runId, outcome } of piece) {
      const called = (tools.get(runId) ?? []).map(({ tool }) => tool);
      if (classify(called, context.settings.sessionTemplates) !== type) continue;
      successes += outcomeQualities[outcome];
      failures += 1 - outcomeQualities[outcome];
    }
  }
  return { successes, failures };
}
