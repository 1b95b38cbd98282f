import type * as z from 'zod';
import type { Context } from '../../ports/context.ts';
import { similarWork } from '../../recall/similar-tasks.ts';
import { complexityOf } from '../../records/complexity.ts';
import type { Execution } from '../../records/execution.ts';
import { outcomeQualities, type TaskRecommendation, type Trend } from '../../records/execution-pattern.ts';
import { predictInput, recommendInput, trendsInput } from '../../records/learning-inputs.ts';
import { parseInput } from '../../records/parse.ts';
import type { PredictionQuality } from '../../records/prediction.ts';
import type { Viewer } from '../../records/scope.ts';
import { brier } from '../decisions/calibration.ts';
import { OutcomeModel, type PastExecution, type Prediction } from '../decisions/prediction.ts';
import { latestOfCategories } from './latest.ts';
import { recommend } from './recommend.ts';
import { categoryTrends } from './trends.ts';

type Recommend = z.input<typeof recommendInput>;
type Predict = z.input<typeof predictInput>;
type AskTrends = z.input<typeof trendsInput>;

/** How likely a task is to succeed, and how good such predictions have been. */
export interface OutcomePrediction extends Prediction {
  readonly quality: PredictionQuality;
}

/** Recommends an approach for a task from similar ones (LRN-8). */
export async function recommendFor(
  context: Context,
  viewer: Viewer,
  raw: Recommend,
): Promise<TaskRecommendation> {
  const { task, runs } = await similarWork(context, viewer, parseInput(recommendInput, raw, 'task'));
  const ids = runs.flatMap(({ execution }) => (execution.outcome === 'success' ? [execution.runId] : []));
  const calls = await context.store.listCalls(viewer, ids);
  return recommend({
    complexity: complexityOf(task),
    similar: runs,
    calls,
    settings: context.settings.learning,
  });
}

/** The trend of each category of tasks (LRN-9). */
export async function trends(context: Context, viewer: Viewer, raw: AskTrends): Promise<Trend[]> {
  const { category } = parseInput(trendsInput, raw, 'trends');
  const all = await context.store.tallyHalves(viewer, 'category', 0);
  const categories = category === undefined ? all : all.filter(({ of }) => of === category);
  return categoryTrends(
    categories,
    await latestOfCategories(context, viewer, categories, []),
    context.settings.learning,
  );
}

/** Predicts how likely a task is to succeed with an approach, and says how good predictions were so far (LRN-10). */
export async function predict(context: Context, viewer: Viewer, raw: Predict): Promise<OutcomePrediction> {
  const { approach = null, ...question } = parseInput(predictInput, raw, 'task');
  const { task } = await similarWork(context, viewer, question);
  const { category, type } = task;
  const { halfLifeDays, retention } = context.settings.learning;
  const history = (await context.store.listExecutions(viewer, {}, retention.executions)).map(pastExecution);
  const model = new OutcomeModel(halfLifeDays);
  for (const execution of history) model.learn(execution);
  const plan = { category, approach, agent: viewer.agent, type, complexity: complexityOf(task) };
  return { ...model.predict(plan, context.clock.now()), quality: brier(history, halfLifeDays) };
}

/** A finished run as predictions count it. */
export function pastExecution(execution: Execution): PastExecution {
  return { ...execution, success: outcomeQualities[execution.outcome], at: execution.finishedAt };
}
