import type { Context } from '../ports/context.ts';
import { durationOf, type Execution, isCutShort } from '../records/execution.ts';
import { stoppedReplay } from '../records/run.ts';
import type { Viewer } from '../records/scope.ts';
import type { RunCost, Template } from '../records/template.ts';
import type { CostRatios, RunCosts, TemplateComparison } from '../records/template-run.ts';
import { showTemplate } from './apply.ts';
import { costOf } from './build-template.ts';

const maxComparedRuns = 1_000;

/** Compares the first run of a template with its re-runs (TPL-10). */
export async function compareTemplate(
  context: Context,
  viewer: Viewer,
  id: string,
): Promise<TemplateComparison> {
  const template = await showTemplate(context, viewer, id);
  const executions = await context.store.listExecutions(viewer, { templateId: template.id }, maxComparedRuns);
  return compareRuns(template, executions);
}

/** First run against re-runs (TPL-10): means of those that succeeded, which is what the first run did. */
export function compareRuns(template: Template, executions: readonly Execution[]): TemplateComparison {
  const parts = Math.max(1, template.subTasks.length);
  const first = costsOf([{ ...template.firstRun, success: true }], parts);
  const ofStyle = (style: 'adaptive' | 'replay'): RunCosts | null => {
    const runs = executions.filter((execution) => execution.style === style && !isCutShort(execution));
    const costs = runs.map((execution) => ({
      ...costOf(execution, durationOf(execution)),
      success: execution.outcome === 'success',
    }));
    return runs.length === 0 ? null : costsOf(costs, parts);
  };
  const adaptive = ofStyle('adaptive');
  const replay = ofStyle('replay');
  return {
    templateId: template.id,
    slug: template.slug,
    version: template.version,
    first,
    adaptive,
    replay,
    stoppedInTime: executions.filter(isStoppedInTime).length,
    ratios: { adaptive: ratiosOf(first, adaptive), replay: ratiosOf(first, replay) },
    runs: [
      {
        ...template.firstRun,
        runId: template.sourceRunId,
        style: 'first',
        outcome: 'success',
        finishedAt: template.createdAt,
      },
      ...executions
        .toReversed()
        .toSorted((left, right) => left.finishedAt - right.finishedAt)
        .flatMap((execution) => {
          const { runId, style, outcome, finishedAt } = execution;
          const cost = costOf(execution, durationOf(execution));
          const stopped = isStoppedInTime(execution) ? ({ stoppedInTime: true } as const) : {};
          return style === null ? [] : [{ ...cost, runId, style, outcome, finishedAt, ...stopped }];
        }),
    ],
  };
}

function isStoppedInTime({ style, approach }: Execution): boolean {
  return style === 'replay' && approach === stoppedReplay;
}

/** A run that failed early is cheap and proves nothing; only when none succeeded, all are counted. */
function costsOf(runs: ReadonlyArray<RunCost & { readonly success: boolean }>, parts: number): RunCosts {
  const good = runs.filter(({ success }) => success);
  const counted = good.length === 0 ? runs : good;
  const mean = (figure: (run: RunCost) => number): number =>
    counted.reduce((sum, run) => sum + figure(run), 0) / counted.length;
  return {
    runs: runs.length,
    successes: good.length,
    modelCalls: mean((run) => run.modelCalls),
    toolCalls: mean((run) => run.toolCalls),
    steps: mean((run) => run.steps),
    inputTokens: mean((run) => run.inputTokens),
    outputTokens: mean((run) => run.outputTokens),
    wallTimeMs: mean((run) => run.wallTimeMs),
    modelCallsPerSubTask: mean((run) => run.modelCalls) / parts,
  };
}

function ratiosOf(first: RunCosts, again: RunCosts | null): CostRatios | null {
  if (again === null) return null;
  const ratio = (now: number, then: number): number | null => (then === 0 ? null : now / then);
  return {
    modelCalls: ratio(again.modelCalls, first.modelCalls),
    steps: ratio(again.steps, first.steps),
    tokens: ratio(again.inputTokens + again.outputTokens, first.inputTokens + first.outputTokens),
    wallTimeMs: ratio(again.wallTimeMs, first.wallTimeMs),
  };
}
